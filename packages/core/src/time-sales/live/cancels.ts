// The rows that do not count: each cancelling print, and the newest earlier print of the same contract, price and size
// that it takes back. Kept as rows come, so that a live trade costs no look at the others.
import type { NumberColumn } from '../columns/number-column.ts';
import type { TextColumn } from '../columns/text-column.ts';

/** The names of conditions 201, 203, 205 and 207: prints that take an earlier one back. */
const cancelling: ReadonlySet<string> = new Set([
  'canceled',
  'cancelled',
  'last and canceled',
  'opening trade and canceled',
  'only trade and canceled',
]);

/** True for the condition of a print that cancels an earlier one. */
export function isCancelling(condition: string): boolean {
  return cancelling.has(condition.trim().toLowerCase());
}

export interface CanceledColumns {
  readonly time: NumberColumn;
  readonly option: TextColumn;
  readonly qty: NumberColumn;
  readonly price: NumberColumn;
  readonly condition: TextColumn;
}

/** A row that began or ceased to count after it had been looked at. */
interface Turn {
  readonly row: number;
  readonly isCanceled: boolean;
}

export interface Cancels {
  /** Takes in the rows up to `count`. */
  upTo(count: number): void;
  has(row: number): boolean;
  /** How many rows do not count. */
  readonly size: number;
  /** Every turn so far, in order. */
  readonly turns: readonly Turn[];
}

export function createCancels({ time, option, qty, price, condition }: CanceledColumns): Cancels {
  let out = new Set<number>();
  const turns: Turn[] = [];
  /** The cancelling prints, and the latest moment of one. */
  const cancels: number[] = [];
  let latest = Number.NEGATIVE_INFINITY;
  const isCancel: boolean[] = [];
  let known = 0;

  const at = (row: number): number => time.get(row) ?? 0;
  const isSame = (a: number, b: number): boolean =>
    qty.values[a] === qty.values[b] && price.values[a] === price.values[b] && option.isEqual(a, b);
  const isCancelRow = (row: number): boolean => isCancel[condition.ids[row] as number] === true;

  /** All cancels in the order of their time: each takes the newest print back that no earlier one has taken. */
  function settle(count: number): Set<number> {
    const settled = new Set<number>();
    const printOf = (row: number): string => `${option.rowKey(row)} ${qty.values[row]} ${price.values[row]}`;
    const contracts = new Set(cancels.map((row) => option.rowKey(row)));
    const candidates = new Map<string, number[]>(cancels.map((row) => [printOf(row), []]));
    const isTaken = option.texts.map((_, id) => contracts.has(option.keyOfText(id)));
    for (let row = 0; row < count; row++) {
      if (isTaken[option.ids[row] as number] !== true || isCancelRow(row)) continue;
      candidates.get(printOf(row))?.push(row);
    }
    for (const rows of candidates.values()) rows.sort((a, b) => at(a) - at(b));
    for (const cancel of cancels.toSorted((a, b) => at(a) - at(b))) {
      settled.add(cancel);
      const found = candidates
        .get(printOf(cancel))
        ?.findLast((row) => at(row) <= at(cancel) && !settled.has(row));
      if (found !== undefined) settled.add(found);
    }
    return settled;
  }

  /** A cancel that is later than all others takes what it would take if all were settled anew. */
  function takeBack(cancel: number): void {
    out.add(cancel);
    const { values: sizes } = qty;
    const { values: prices } = price;
    const size = sizes[cancel];
    const dollars = prices[cancel];
    const moment = at(cancel);
    let found = -1;
    for (let row = cancel - 1; row >= 0; row--) {
      if (sizes[row] !== size || prices[row] !== dollars || !option.isEqual(row, cancel)) continue;
      if (out.has(row) || isCancelRow(row) || at(row) > moment) continue;
      if (found < 0 || at(row) > at(found)) found = row;
    }
    if (found < 0) return;
    out.add(found);
    turns.push({ row: found, isCanceled: true });
  }

  function settleAnew(count: number): void {
    const settled = settle(count);
    for (const row of out) if (!settled.has(row)) turns.push({ row, isCanceled: false });
    for (const row of settled) if (!out.has(row)) turns.push({ row, isCanceled: true });
    out = settled;
  }

  return {
    get size() {
      return out.size;
    },
    turns,
    has: (row) => out.size > 0 && out.has(row),
    upTo(count) {
      const { texts } = condition;
      for (let id = isCancel.length; id < texts.length; id++)
        isCancel.push(isCancelling(texts[id] as string));
      let needsAll = false;
      for (let row = known; row < count; row++) {
        if (isCancelRow(row)) {
          needsAll ||= known === 0 || at(row) < latest;
          cancels.push(row);
          latest = Math.max(latest, at(row));
          if (!needsAll) takeBack(row);
        } else if (at(row) <= latest) {
          // An earlier cancel may have been meant for it.
          needsAll ||= cancels.some((cancel) => at(row) <= at(cancel) && isSame(row, cancel));
        }
      }
      known = count;
      if (needsAll) settleAnew(count);
    },
  };
}
