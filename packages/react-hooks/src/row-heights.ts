// The heights of a long list's rows, as sums that can be asked for and changed in logarithmic time (a Fenwick tree), so
// that a row of 100,000 is found, or gets its true height, as quickly as one of ten.

export interface RowHeights {
  readonly count: number;
  /** Pixels of all rows. */
  readonly total: number;
  get(index: number): number;
  set(index: number, height: number): void;
  /** Pixels of the rows before `index`. */
  before(index: number): number;
  /** The row in which an offset from the first row's start lies; the nearest one beyond either end. */
  indexAt(offset: number): number;
  /** Makes room for rows that nobody has measured. */
  insert(index: number, count: number): void;
  remove(index: number, count: number): void;
}

/** `estimate`: pixels of a row until its height is set. */
export function createRowHeights(initialCount: number, estimate: number): RowHeights {
  let count = 0;
  let heights = new Float64Array(0);
  /** `sums[i]` holds the rows from `i - lowestBit(i)` to `i - 1`; what is beyond `count` is 0. */
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
    // A power of two: `indexAt` halves its way down.
    const size = 2 ** Math.ceil(Math.log2(Math.max(64, needed * 1.25)));
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
