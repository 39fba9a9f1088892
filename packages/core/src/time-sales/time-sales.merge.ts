// Rows that come while the table is sorted go to their places without sorting again.

/** Whether row `a` stands after row `b` in an order: strictly, so that equal rows keep the order in which they came. */
export type StandsAfter = (a: number, b: number) => boolean;

/** The first place whose row stands after `row`: behind all that are equal to it. */
function placeFor(order: Uint32Array, count: number, row: number, standsAfter: StandsAfter): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (standsAfter(order[middle] as number, row)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * Puts the rows from `count` to `count + added - 1` into an order of the rows before them. `order` has room for all.
 * Moves each part of the order once: the cost is the search for each new row, and one pass of memory moves.
 */
export function mergeRows(order: Uint32Array, count: number, added: number, standsAfter: StandsAfter): void {
  const fresh = Array.from({ length: added }, (_, i) => count + i);
  // Array.sort is stable: new rows that are equal keep the order in which they came.
  fresh.sort((a, b) => (standsAfter(a, b) ? 1 : standsAfter(b, a) ? -1 : 0));
  let end = count;
  for (let i = added - 1; i >= 0; i--) {
    const row = fresh[i] as number;
    const place = placeFor(order, end, row, standsAfter);
    order.copyWithin(place + i + 1, place, end);
    order[place + i] = row;
    end = place;
  }
}
