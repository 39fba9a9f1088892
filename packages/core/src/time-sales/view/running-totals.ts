// Totals and flow of the rows that a mask lets through. A live trade is counted in; the others are not looked at again.
import type { Cancels } from '../live/cancels.ts';
import type { Totals } from '../time-sales.types.ts';
import { createFlowSums, type FlowColumns, type FlowMinute } from './flow.ts';
import { createPremiumSums, isWhole, scaleOf } from './totals.ts';

export interface Tally {
  /** Takes in the rows up to `count` of a mask, or of all for null. */
  upTo(count: number, mask: Uint8Array | null): void;
  /** Dollars, with so many shares a contract. */
  totals(multiplier: number): Totals;
  flow(multiplier: number): readonly FlowMinute[];
}

/** `base` is what the time column counts from. */
export function createTally(columns: FlowColumns, base: () => number, cancels: Cancels): Tally {
  const { qty, price } = columns;
  let premium = createPremiumSums(columns);
  let flow = createFlowSums(columns, base());
  let scale = scaleOf(qty, price);
  let whole = isWhole(qty, price);
  let counted = 0;
  let turned = 0;
  let canceled = 0;

  function count(row: number, sign: 1 | -1): void {
    premium.count(row, sign);
    flow.count(row, sign);
  }

  function begin(): void {
    premium = createPremiumSums(columns);
    flow = createFlowSums(columns, base());
    scale = scaleOf(qty, price);
    whole = isWhole(qty, price);
    counted = 0;
    turned = cancels.turns.length;
    canceled = 0;
  }

  return {
    upTo(end, mask) {
      const isPassed = (row: number): boolean => mask === null || mask[row] === 1;
      const turns = cancels.turns.slice(turned).filter(({ row }) => row < counted && isPassed(row));
      turned = cancels.turns.length;
      // Numbers that are stored anew, and doubles that would have to be counted out again, are summed from the first.
      const isStale = scale !== scaleOf(qty, price) || whole !== isWhole(qty, price);
      if (isStale || counted === 0 || (turns.length > 0 && !whole)) begin();
      else
        for (const { row, isCanceled } of turns) {
          count(row, isCanceled ? -1 : 1);
          canceled += isCanceled ? 1 : -1;
        }
      for (let row = counted; row < end; row++) {
        if (!isPassed(row)) continue;
        if (cancels.has(row)) canceled += 1;
        else count(row, 1);
      }
      counted = end;
    },
    totals: (multiplier) => premium.totals(multiplier, canceled),
    flow: (multiplier) => flow.minutes(multiplier),
  };
}
