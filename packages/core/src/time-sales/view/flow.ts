import { BOUGHT, CALL, SOLD } from '../columns/trade-codes.ts';
import type { TradeColumns } from '../columns/trade-columns.ts';
import { premiumScale, storedPremium } from './totals.ts';

/** Net premium of one minute, in dollars: bought less sold. Trades between bid and ask count for neither side. */
export interface FlowMinute {
  /** The start of the minute, in milliseconds since the epoch. */
  readonly time: number;
  readonly calls: number;
  readonly puts: number;
}

/** Net premium by minute, summed row by row. */
export interface FlowSums {
  /** Adds a row (1), or subtracts it (-1). */
  count(row: number, sign: 1 | -1): void;
  /** The minutes with a bought or sold trade, ascending. */
  minutes(): readonly FlowMinute[];
}

const minuteMs = 60_000;

export function createFlowSums(columns: TradeColumns, multiplier: number): FlowSums {
  const scale = premiumScale(columns.qty, columns.price);
  const minutes = new Map<number, { rows: number; calls: number; puts: number }>();
  let latest = Number.NaN;
  let sums = { rows: 0, calls: 0, puts: 0 };
  const dollars = (stored: number): number => Math.round(((stored * multiplier) / scale) * 100) / 100 + 0;
  return {
    count(row, sign) {
      const side = columns.sides[row];
      if (side !== BOUGHT && side !== SOLD) return;
      const at = columns.timeOf(row);
      const minute = at - (((at % minuteMs) + minuteMs) % minuteMs);
      if (minute !== latest) {
        latest = minute;
        sums = minutes.get(minute) ?? { rows: 0, calls: 0, puts: 0 };
        minutes.set(minute, sums);
      }
      const premium = storedPremium(columns, row) * sign;
      const signed = side === BOUGHT ? premium : -premium;
      sums.rows += sign;
      if (columns.rights[row] === CALL) sums.calls += signed;
      else sums.puts += signed;
    },
    minutes: () =>
      [...minutes]
        .filter(([, { rows }]) => rows > 0)
        .sort(([a], [b]) => a - b)
        .map(([time, { calls, puts }]) => ({ time, calls: dollars(calls), puts: dollars(puts) })),
  };
}
