import { contractKey } from '../columns/sort-keys.ts';
import type { TradeColumns } from '../columns/trade-columns.ts';
import { orderByDigits, type RadixScratch } from '../order/radix.ts';
import type { TimedTrade } from '../timed-trade.ts';
import { isCancelCondition } from './cancels.ts';

const secondMs = 1000;

/**
 * Returns a function that is true for a row which the table does not hold at present. Each row of the table matches one
 * row: rows have no id on the wire, so they match by time, contract, size, price and whether they are a cancel.
 */
export function createJoin(columns: TradeColumns, scratch: RadixScratch): (row: TimedTrade) => boolean {
  const { time, option, qty, price, condition, count } = columns;
  const matched = new Uint8Array(count);
  const newest = columns.newest ?? Number.NEGATIVE_INFINITY;
  const grain = isWholeSeconds() ? secondMs : 1;
  /** Built for the first row that is not later than all others: most are. */
  let byTime: Uint32Array | null = null;

  /** Backends may leave fractions of a second out, while the feed has them. */
  function isWholeSeconds(): boolean {
    if (time.min === time.max) return false;
    for (let row = 0; row < count; row++) if (columns.timeOf(row) % secondMs !== 0) return false;
    return true;
  }

  function sortByTime(): Uint32Array {
    const all = columns.count;
    const into = new Uint32Array(all);
    orderByDigits({ digits: time.digits(), count: all, descending: false, into, scratch });
    return into.filter((row) => row < count);
  }

  function firstFrom(rows: Uint32Array, from: number): number {
    let low = 0;
    let high = rows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (columns.timeOf(rows[middle] as number) < from) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return (row) => {
    const from = Math.floor(row.time / grain) * grain;
    if (!(from <= newest)) return true;
    byTime ??= sortByTime();
    const key = contractKey(row.symbol, row.option);
    const isCancel = isCancelCondition(row.condition);
    for (let position = firstFrom(byTime, from); position < byTime.length; position++) {
      const held = byTime[position] as number;
      if (columns.timeOf(held) >= from + grain) break;
      if (matched[held] === 1 || qty.get(held) !== row.qty || price.get(held) !== row.price) continue;
      if (option.rowKey(held) !== key || isCancelCondition(condition.get(held)) !== isCancel) continue;
      matched[held] = 1;
      return false;
    }
    return true;
  };
}
