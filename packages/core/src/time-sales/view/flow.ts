// Net premium by minute: what was bought less what was sold, for calls and puts apart.
import type { NumberColumn } from '../columns/number-column.ts';
import { BOUGHT, CALL, type CountedColumns, SOLD, scaleOf, storedPremium } from './totals.ts';

/** One minute of flow, in dollars. Trades between bid and ask count for neither side. */
export interface FlowMinute {
  /** The minute's beginning, in milliseconds since the epoch. */
  readonly time: number;
  readonly calls: number;
  readonly puts: number;
}

export interface FlowColumns extends CountedColumns {
  readonly time: NumberColumn;
}

/** Net flow, carried on row by row. */
export interface FlowSums {
  /** Counts a row in (1), or out again (-1). */
  count(row: number, sign: 1 | -1): void;
  /** Each minute that has a bought or sold trade, ascending. */
  minutes(multiplier: number): readonly FlowMinute[];
}

const minuteMs = 60_000;

/** `base` is what the time column counts from. */
export function createFlowSums(columns: FlowColumns, base: number): FlowSums {
  const { time, qty, price, sides, rights } = columns;
  const scale = scaleOf(qty, price);
  const minutes = new Map<number, { rows: number; calls: number; puts: number }>();
  let latest = Number.NaN;
  let sums = { rows: 0, calls: 0, puts: 0 };
  return {
    count(row, sign) {
      const side = sides()[row];
      if (side !== BOUGHT && side !== SOLD) return;
      const at = base + (time.get(row) ?? 0);
      const minute = at - (((at % minuteMs) + minuteMs) % minuteMs);
      if (minute !== latest) {
        latest = minute;
        sums = minutes.get(minute) ?? { rows: 0, calls: 0, puts: 0 };
        minutes.set(minute, sums);
      }
      const premium = storedPremium(columns, row) * sign;
      const signed = side === BOUGHT ? premium : -premium;
      sums.rows += sign;
      if (rights()[row] === CALL) sums.calls += signed;
      else sums.puts += signed;
    },
    minutes(multiplier) {
      const dollars = (stored: number): number => Math.round(((stored * multiplier) / scale) * 100) / 100 + 0;
      return [...minutes]
        .filter(([, { rows }]) => rows > 0)
        .sort(([a], [b]) => a - b)
        .map(([at, { calls, puts }]) => ({ time: at, calls: dollars(calls), puts: dollars(puts) }));
    },
  };
}
