// Which of the rows that come another way a table holds already. A row has no number on the wire: what tells it is the
// moment, the contract, the size, the price, and whether it takes another print back. Exchange and condition are names
// that each source writes in its own way.
import type { Trade } from '../../contract/index.ts';
import { optionKey } from '../columns/sort-keys.ts';
import { orderByDigits, type RadixScratch } from '../order/radix.ts';
import { type CanceledColumns, isCancelling } from './cancels.ts';

interface JoinInput {
  readonly columns: CanceledColumns;
  /** What the time column counts from. */
  readonly base: number;
  /** How many rows answer: those that are there now. */
  readonly count: number;
  /** How many there are by the time of a call. */
  readonly countNow: () => number;
  readonly scratch: RadixScratch;
}

const second = 1000;

/** True for a row that the table does not hold. Each of its rows answers for one. */
export function createJoin(input: JoinInput): (row: Trade) => boolean {
  const { columns, base, count, countNow, scratch } = input;
  const { time, option, qty, price, condition } = columns;
  const taken = new Uint8Array(count);
  const at = (row: number): number => base + (time.get(row) ?? 0);
  const newest = base + time.max / (time.scale || 1);
  const grain = isWholeSeconds() ? second : 1;
  /** Made for the first row that is no later than all others: most are. */
  let inTime: Uint32Array | null = null;

  /** A backend may leave the fractions out; those of the feed are no reason to show a print twice. */
  function isWholeSeconds(): boolean {
    if (time.min === time.max) return false;
    for (let row = 0; row < count; row++) if (at(row) % second !== 0) return false;
    return true;
  }

  function order(): Uint32Array {
    const all = countNow();
    const rows = new Uint32Array(all);
    orderByDigits(time.digits(), all, false, rows, scratch);
    return rows.filter((row) => row < count);
  }

  function firstFrom(rows: Uint32Array, moment: number): number {
    let low = 0;
    let high = rows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (at(rows[middle] as number) < moment) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return (row) => {
    const from = Math.floor(Date.parse(row.time) / grain) * grain;
    if (!(from <= newest)) return true;
    inTime ??= order();
    const key = optionKey(row.option);
    const isCancel = isCancelling(row.condition);
    for (let place = firstFrom(inTime, from); place < inTime.length; place++) {
      const held = inTime[place] as number;
      if (at(held) >= from + grain) break;
      if (taken[held] === 1 || qty.get(held) !== row.qty || price.get(held) !== row.price) continue;
      if (option.rowKey(held) !== key || isCancelling(condition.get(held)) !== isCancel) continue;
      taken[held] = 1;
      return false;
    }
    return true;
  };
}
