// Rows that totals leave out: each cancel print, and the newest earlier print of the same contract, price and size,
// which it cancels. Updated row by row, so that a live trade does not look at the other rows.
import type { TradeColumns } from '../columns/trade-columns.ts';

/** The names of conditions 201, 203, 205 and 207. */
const cancelNames: ReadonlySet<string> = new Set([
  'canceled',
  'cancelled',
  'last and canceled',
  'opening trade and canceled',
  'only trade and canceled',
]);

/** True for the condition of a print that cancels an earlier one. */
export function isCancelCondition(condition: string): boolean {
  return cancelNames.has(condition.trim().toLowerCase());
}

/** A row that was canceled or restored after an earlier update had read it. */
interface CancelChange {
  readonly row: number;
  readonly isCanceled: boolean;
}

export interface Cancels {
  /** Takes in new rows. */
  update(): void;
  /** True for a row that totals leave out. */
  has(row: number): boolean;
  /** Every change so far, in order. */
  readonly changes: readonly CancelChange[];
}

export function createCancels(columns: TradeColumns): Cancels {
  const { option, qty, price, condition } = columns;
  let canceled = new Set<number>();
  const changes: CancelChange[] = [];
  /** The rows of cancel prints, and the time of the latest one. */
  const cancelRows: number[] = [];
  let latest = Number.NEGATIVE_INFINITY;
  /** By id of the condition. */
  const isCancel: boolean[] = [];
  let known = 0;

  const timeOf = (row: number): number => columns.timeOf(row);
  const isSamePrint = (a: number, b: number): boolean =>
    qty.values[a] === qty.values[b] && price.values[a] === price.values[b] && option.isEqual(a, b);
  const isCancelRow = (row: number): boolean => isCancel[condition.ids[row] as number] === true;

  /** Matches all cancels in order of time: each takes the newest print that no earlier one has taken. */
  function matchAll(): Set<number> {
    const matched = new Set<number>();
    const printOf = (row: number): string => `${option.rowKey(row)} ${qty.values[row]} ${price.values[row]}`;
    const contracts = new Set(cancelRows.map((row) => option.rowKey(row)));
    const candidates = new Map<string, number[]>(cancelRows.map((row) => [printOf(row), []]));
    const isCandidate = option.texts.map((_, id) => contracts.has(option.keyOfText(id)));
    for (let row = 0; row < columns.count; row++) {
      if (isCandidate[option.ids[row] as number] !== true || isCancelRow(row)) continue;
      candidates.get(printOf(row))?.push(row);
    }
    for (const rows of candidates.values()) rows.sort((a, b) => timeOf(a) - timeOf(b));
    for (const cancel of cancelRows.toSorted((a, b) => timeOf(a) - timeOf(b))) {
      matched.add(cancel);
      const found = candidates
        .get(printOf(cancel))
        ?.findLast((row) => timeOf(row) <= timeOf(cancel) && !matched.has(row));
      if (found !== undefined) matched.add(found);
    }
    return matched;
  }

  /** Matches the latest cancel alone, with the same result as `matchAll`. */
  function matchLatest(cancel: number): void {
    canceled.add(cancel);
    const { values: sizes } = qty;
    const { values: prices } = price;
    const size = sizes[cancel];
    const dollars = prices[cancel];
    const time = timeOf(cancel);
    let found = -1;
    for (let row = cancel - 1; row >= 0; row--) {
      if (sizes[row] !== size || prices[row] !== dollars || !option.isEqual(row, cancel)) continue;
      if (canceled.has(row) || isCancelRow(row) || timeOf(row) > time) continue;
      if (found < 0 || timeOf(row) > timeOf(found)) found = row;
    }
    if (found < 0) return;
    canceled.add(found);
    changes.push({ row: found, isCanceled: true });
  }

  function rematch(): void {
    const matched = matchAll();
    for (const row of canceled) if (!matched.has(row)) changes.push({ row, isCanceled: false });
    for (const row of matched) if (!canceled.has(row)) changes.push({ row, isCanceled: true });
    canceled = matched;
  }

  return {
    changes,
    has: (row) => canceled.size > 0 && canceled.has(row),
    update() {
      const { count } = columns;
      const { texts } = condition;
      for (let id = isCancel.length; id < texts.length; id++)
        isCancel.push(isCancelCondition(texts[id] as string));
      let needsRematch = false;
      for (let row = known; row < count; row++) {
        if (isCancelRow(row)) {
          needsRematch ||= known === 0 || timeOf(row) < latest;
          cancelRows.push(row);
          latest = Math.max(latest, timeOf(row));
          if (!needsRematch) matchLatest(row);
        } else if (timeOf(row) <= latest) {
          // A late print may be the one that an earlier cancel belongs to.
          needsRematch ||= cancelRows.some(
            (cancel) => timeOf(row) <= timeOf(cancel) && isSamePrint(row, cancel),
          );
        }
      }
      known = count;
      if (needsRematch) rematch();
    },
  };
}
