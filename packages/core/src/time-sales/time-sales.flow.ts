// Net premium by minute: what was bought less what was sold, for calls and puts apart.
import type { NumberColumn } from './time-sales.number-column.ts';
import { BOUGHT, CALL, SOLD } from './time-sales.totals.ts';

/** One minute of flow, in dollars. Trades between bid and ask count for neither side. */
export interface FlowMinute {
  /** The minute's beginning, in milliseconds since the epoch. */
  readonly time: number;
  readonly calls: number;
  readonly puts: number;
}

interface FlowColumns {
  readonly count: number;
  readonly time: NumberColumn;
  readonly qty: NumberColumn;
  readonly price: NumberColumn;
  readonly type: Uint8Array;
  readonly contractType: Uint8Array;
}

const minuteMs = 60_000;

/**
 * Net flow of each minute that has a trade, ascending. `base` is what the time column counts from; rows that `mask`
 * or `canceled` leaves out do not count.
 */
export function flowByMinute(
  columns: FlowColumns,
  base: number,
  multiplier: number,
  mask: Uint8Array | null,
  canceled: ReadonlySet<number>,
): readonly FlowMinute[] {
  const { count, time, qty, price, type, contractType } = columns;
  const scale = (qty.scale === 0 ? 1 : qty.scale) * (price.scale === 0 ? 1 : price.scale);
  const minutes = new Map<number, { calls: number; puts: number }>();
  let latest = Number.NaN;
  let sums = { calls: 0, puts: 0 };
  for (let row = 0; row < count; row++) {
    if (mask !== null && mask[row] === 0) continue;
    const side = type[row];
    if ((side !== BOUGHT && side !== SOLD) || (canceled.size > 0 && canceled.has(row))) continue;
    const at = base + (time.get(row) ?? 0);
    const minute = at - (((at % minuteMs) + minuteMs) % minuteMs);
    if (minute !== latest) {
      latest = minute;
      sums = minutes.get(minute) ?? { calls: 0, puts: 0 };
      minutes.set(minute, sums);
    }
    const premium = (qty.values[row] as number) * (price.values[row] as number);
    const signed = side === BOUGHT ? premium : -premium;
    if (contractType[row] === CALL) sums.calls += signed;
    else sums.puts += signed;
  }
  const dollars = (stored: number): number => Math.round(((stored * multiplier) / scale) * 100) / 100;
  return [...minutes]
    .sort(([a], [b]) => a - b)
    .map(([at, { calls, puts }]) => ({ time: at, calls: dollars(calls), puts: dollars(puts) }));
}
