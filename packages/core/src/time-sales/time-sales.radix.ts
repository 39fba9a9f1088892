// Stable order of rows by integer keys, without comparing: a count of each key says where its rows go.
// Descending order lays the counts out from the highest key, so equal rows keep their order in both directions.

/** Room that is kept between sorts, so that a sort allocates nothing but its result. */
export interface RadixScratch {
  keys: Uint32Array;
  high: Uint32Array;
  rows: Uint32Array;
  readonly counts: Uint32Array;
}

export function createScratch(): RadixScratch {
  const none = new Uint32Array(0);
  return { keys: none, high: none, rows: none, counts: new Uint32Array(65_536) };
}

/** Scratch keys for `count` rows. */
export function scratchKeys(scratch: RadixScratch, count: number): Uint32Array {
  if (scratch.keys.length < count) scratch.keys = new Uint32Array(count);
  return scratch.keys;
}

/** Scratch for the upper halves of 64-bit keys of `count` rows. */
export function scratchHigh(scratch: RadixScratch, count: number): Uint32Array {
  if (scratch.high.length < count) scratch.high = new Uint32Array(count);
  return scratch.high;
}

/** Turns counts into the first place of each key. */
function layOut(counts: Uint32Array, buckets: number, descending: boolean): void {
  let place = 0;
  for (let i = 0; i < buckets; i++) {
    const bucket = descending ? buckets - 1 - i : i;
    const size = counts[bucket] as number;
    counts[bucket] = place;
    place += size;
  }
}

/** One pass over keys that have been counted already, at most 65,536 different ones. */
export function orderByCounted(
  keys: Uint16Array,
  counted: Uint32Array,
  descending: boolean,
  into: Uint32Array,
  { counts }: RadixScratch,
): void {
  counts.set(counted);
  layOut(counts, counted.length, descending);
  const { length } = keys;
  for (let row = 0; row < length; row++) {
    const key = keys[row] as number;
    const place = counts[key] as number;
    counts[key] = place + 1;
    into[place] = row;
  }
}

/** One pass over the digit at `shift`, from the rows in `from` (null: the rows as they stand) to `into`. */
function pass(
  keys: Uint32Array,
  from: Uint32Array | null,
  count: number,
  shift: number,
  bits: number,
  descending: boolean,
  into: Uint32Array,
  counts: Uint32Array,
): void {
  const buckets = 1 << bits;
  const mask = buckets - 1;
  counts.fill(0, 0, buckets);
  for (let row = 0; row < count; row++) {
    const digit = ((keys[row] as number) >>> shift) & mask;
    counts[digit] = (counts[digit] as number) + 1;
  }
  layOut(counts, buckets, descending);
  if (from === null) {
    for (let row = 0; row < count; row++) {
      const digit = ((keys[row] as number) >>> shift) & mask;
      const place = counts[digit] as number;
      counts[digit] = place + 1;
      into[place] = row;
    }
    return;
  }
  for (let i = 0; i < count; i++) {
    const row = from[i] as number;
    const digit = ((keys[row] as number) >>> shift) & mask;
    const place = counts[digit] as number;
    counts[digit] = place + 1;
    into[place] = row;
  }
}

/** By unsigned 32-bit keys from 0 to `max`: one or two passes. */
export function orderByKeys(
  keys: Uint32Array,
  count: number,
  max: number,
  descending: boolean,
  into: Uint32Array,
  scratch: RadixScratch,
): void {
  const bits = Math.max(1, 32 - Math.clz32(max));
  if (bits <= 16) {
    pass(keys, null, count, 0, bits, descending, into, scratch.counts);
    return;
  }
  if (scratch.rows.length < count) scratch.rows = new Uint32Array(count);
  const low = bits >>> 1;
  pass(keys, null, count, 0, low, descending, scratch.rows, scratch.counts);
  pass(keys, scratch.rows, count, low, bits - low, descending, into, scratch.counts);
}

/** By 64-bit keys in two halves: four passes. */
export function orderByWideKeys(
  high: Uint32Array,
  low: Uint32Array,
  count: number,
  descending: boolean,
  into: Uint32Array,
  scratch: RadixScratch,
): void {
  if (scratch.rows.length < count) scratch.rows = new Uint32Array(count);
  const { rows, counts } = scratch;
  pass(low, null, count, 0, 16, descending, rows, counts);
  pass(low, rows, count, 16, 16, descending, into, counts);
  pass(high, into, count, 0, 16, descending, rows, counts);
  pass(high, rows, count, 16, 16, descending, into, counts);
}
