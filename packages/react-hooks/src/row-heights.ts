// The heights of a long list's rows in a Fenwick tree: lookups and updates take logarithmic time, so a row among
// 100,000 is found or updated as quickly as one among ten.

export interface RowHeights {
  readonly count: number;
  /** Total height in pixels. */
  readonly total: number;
  get(index: number): number;
  set(index: number, height: number): void;
  /** Pixels of the rows before `index`. */
  before(index: number): number;
  /** Returns the row at an offset from the start of the first row, clamped to the list. */
  indexAt(offset: number): number;
  /** Inserts unmeasured rows. */
  insert(index: number, count: number): void;
  remove(index: number, count: number): void;
}

/** Creates row heights. `estimate`: height in pixels of an unmeasured row. */
export function createRowHeights(initialCount: number, estimate: number): RowHeights {
  let count = 0;
  let heights = new Float64Array(0);
  /** `sums[i]` is the sum of the rows from `i - lowestBit(i)` to `i - 1`; rows beyond `count` count as 0. */
  let sums = new Float64Array(1);

  function add(index: number, change: number): void {
    for (let i = index + 1; i < sums.length; i += i & -i) sums[i] = (sums[i] ?? 0) + change;
  }

  function before(index: number): number {
    let sum = 0;
    for (let i = index; i > 0; i -= i & -i) sum += sums[i] ?? 0;
    return sum;
  }

  function rebuild(): void {
    sums.fill(0);
    for (let i = 1; i < sums.length; i += 1) {
      const sum = (sums[i] ?? 0) + (heights[i - 1] ?? 0);
      sums[i] = sum;
      const parent = i + (i & -i);
      if (parent < sums.length) sums[parent] = (sums[parent] ?? 0) + sum;
    }
  }

  function reserve(needed: number): void {
    if (needed <= heights.length) return;
    // A power of two, because `indexAt` halves its step.
    const size = 2 ** Math.ceil(Math.log2(Math.max(64, needed)));
    const grown = new Float64Array(size);
    grown.set(heights);
    heights = grown;
    sums = new Float64Array(size + 1);
    rebuild();
  }

  const rows: RowHeights = {
    get count() {
      return count;
    },
    get total() {
      return before(count);
    },
    get: (index) => heights[index] ?? 0,
    set(index, height) {
      const change = height - (heights[index] ?? 0);
      if (change === 0 || index < 0 || index >= count) return;
      heights[index] = height;
      add(index, change);
    },
    before: (index) => before(Math.max(0, Math.min(index, count))),
    indexAt(offset) {
      let index = 0;
      let left = offset;
      for (let step = sums.length - 1; step >= 1; step >>= 1) {
        const sum = sums[index + step];
        if (sum !== undefined && sum <= left && index + step <= count) {
          index += step;
          left -= sum;
        }
      }
      return Math.max(0, Math.min(index, count - 1));
    },
    insert(index, added) {
      reserve(count + added);
      if (index === count) {
        count += added;
        for (let i = index; i < count; i += 1) {
          heights[i] = estimate;
          add(i, estimate);
        }
        return;
      }
      heights.copyWithin(index + added, index, count);
      heights.fill(estimate, index, index + added);
      count += added;
      rebuild();
    },
    remove(index, removed) {
      heights.copyWithin(index, index + removed, count);
      heights.fill(0, count - removed, count);
      count -= removed;
      rebuild();
    },
  };
  if (initialCount > 0) {
    reserve(initialCount);
    heights.fill(estimate, 0, initialCount);
    count = initialCount;
    rebuild();
  }
  return rows;
}
