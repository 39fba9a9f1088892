import type { TradeColumns } from '../columns/trade-columns.ts';
import type { Cancels } from '../live/cancels.ts';
import { createFlowSums, type FlowMinute } from './flow.ts';
import { createPremiumSums, isExact, premiumScale, type Totals } from './totals.ts';

/** Totals and flow of the rows of a mask. A new row is added to the sums; the others are not read again. */
export interface RunningTotals {
  /** Takes in new rows of a mask; null is all rows. */
  update(mask: Uint8Array | null): void;
  totals(): Totals;
  flow(): readonly FlowMinute[];
}

/** `multiplier`: shares per contract. */
export function createRunningTotals(
  columns: TradeColumns,
  cancels: Cancels,
  multiplier: number,
): RunningTotals {
  const { qty, price } = columns;
  const start = () => ({
    premium: createPremiumSums(columns, multiplier),
    flow: createFlowSums(columns, multiplier),
    scale: premiumScale(qty, price),
    exact: isExact(qty, price),
    /** Rows counted, and cancel changes applied. */
    counted: 0,
    changes: cancels.changes.length,
    canceled: 0,
  });
  let sums = start();

  function count(row: number, sign: 1 | -1): void {
    sums.premium.count(row, sign);
    sums.flow.count(row, sign);
  }

  return {
    update(mask) {
      cancels.update();
      const isSelected = (row: number): boolean => mask === null || mask[row] === 1;
      const changes = cancels.changes
        .slice(sums.changes)
        .filter(({ row }) => row < sums.counted && isSelected(row));
      sums.changes = cancels.changes.length;
      // A column that changed its scale invalidates the sums; doubles cannot be subtracted exactly.
      const isStale = sums.scale !== premiumScale(qty, price) || sums.exact !== isExact(qty, price);
      if (isStale || sums.counted === 0 || (changes.length > 0 && !sums.exact)) sums = start();
      else
        for (const { row, isCanceled } of changes) {
          count(row, isCanceled ? -1 : 1);
          sums.canceled += isCanceled ? 1 : -1;
        }
      for (let row = sums.counted; row < columns.count; row++) {
        if (!isSelected(row)) continue;
        if (cancels.has(row)) sums.canceled += 1;
        else count(row, 1);
      }
      sums.counted = columns.count;
    },
    totals: () => sums.premium.totals(sums.canceled),
    flow: () => sums.flow.minutes(),
  };
}
