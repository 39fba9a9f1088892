/** One digit of a column's sort keys: the key of every row, and for each key the position of its first row. */
export interface Digit {
  readonly keys: Uint16Array | Uint32Array;
  /** First positions in ascending and descending order, by key. */
  readonly up: Uint32Array;
  readonly down: Uint32Array;
  /** Number of rows of each key in use: ascending, without the key of unknown values. */
  readonly sizes: Uint32Array;
}

export interface DigitInput {
  readonly keys: Uint16Array | Uint32Array;
  /** Number of rows by key. */
  readonly counts: Uint32Array;
  /** The keys in ascending order. Default: as numbers. */
  readonly sequence?: Uint32Array | undefined;
  /** The key of unknown values: last in both directions. */
  readonly last?: number | undefined;
}

/** Lays out the positions. Descending order starts at the highest key, so equal rows keep their order in both directions. */
export function createDigit({ keys, counts, sequence, last = -1 }: DigitInput): Digit {
  const { length } = sequence ?? counts;
  const keyAt = (i: number): number => (sequence === undefined ? i : (sequence[i] as number));
  const up = new Uint32Array(counts.length);
  const down = new Uint32Array(counts.length);
  const sizes = new Uint32Array(length);
  let groups = 0;
  let position = 0;
  for (let i = 0; i < length; i++) {
    const key = keyAt(i);
    const size = counts[key] as number;
    up[key] = position;
    position += size;
    if (size === 0 || key === last) continue;
    sizes[groups] = size;
    groups += 1;
  }
  position = 0;
  for (let i = length - 1; i >= 0; i--) {
    const key = keyAt(i);
    if (key === last) continue;
    down[key] = position;
    position += counts[key] as number;
  }
  if (last >= 0) down[last] = position;
  return { keys, up, down, sizes: sizes.subarray(0, groups) };
}
