// Stable order of rows by integer keys, without comparing: how often each key stands there says where its rows go.
// Descending order lays the places out from the highest key, so equal rows keep their order in both directions.

/** One digit of a column's keys: the key of every row, and by key the place of its first row in either direction. */
export interface Digit {
  readonly keys: Uint16Array | Uint32Array;
  readonly up: Uint32Array;
  readonly down: Uint32Array;
  /** How many rows have each key, without keys that none has: ascending, without the unknown. */
  readonly sizes: Uint32Array;
}

/** Room that is kept between sorts, so that a sort allocates nothing. */
export interface RadixScratch {
  rows: Uint32Array;
  places: Uint32Array;
}

export function createScratch(): RadixScratch {
  return { rows: new Uint32Array(0), places: new Uint32Array(65_536) };
}

/** `last` is a key that stands last in both directions: that of unknown values. */
export interface DigitInput {
  readonly keys: Uint16Array | Uint32Array;
  readonly counts: Uint32Array;
  /** The keys in ascending order. Default: as numbers. */
  readonly sequence?: Uint32Array | undefined;
  readonly last?: number | undefined;
}

export function createDigit({ keys, counts, sequence, last = -1 }: DigitInput): Digit {
  const { length } = sequence ?? counts;
  const up = new Uint32Array(counts.length);
  const down = new Uint32Array(counts.length);
  const sizes = new Uint32Array(length);
  let groups = 0;
  let place = 0;
  for (let i = 0; i < length; i++) {
    const key = sequence === undefined ? i : (sequence[i] as number);
    const size = counts[key] as number;
    up[key] = place;
    place += size;
    if (size === 0 || key === last) continue;
    sizes[groups] = size;
    groups += 1;
  }
  place = 0;
  for (let i = length - 1; i >= 0; i--) {
    const key = sequence === undefined ? i : (sequence[i] as number);
    if (key === last) continue;
    down[key] = place;
    place += counts[key] as number;
  }
  if (last >= 0) down[last] = place;
  return { keys, up, down, sizes: sizes.subarray(0, groups) };
}

// The same loop twice: one loop over both kinds of keys takes a fifth longer, because the engine asks at each key.

function placeRows(keys: Uint16Array, count: number, places: Uint32Array, into: Uint32Array): void {
  for (let row = 0; row < count; row++) {
    const key = keys[row] as number;
    const place = places[key] as number;
    places[key] = place + 1;
    into[place] = row;
  }
}

function placeWide(keys: Uint32Array, count: number, places: Uint32Array, into: Uint32Array): void {
  for (let row = 0; row < count; row++) {
    const key = keys[row] as number;
    const place = places[key] as number;
    places[key] = place + 1;
    into[place] = row;
  }
}

function placeAgain(
  keys: Uint16Array | Uint32Array,
  from: Uint32Array,
  count: number,
  places: Uint32Array,
  into: Uint32Array,
): void {
  for (let i = 0; i < count; i++) {
    const row = from[i] as number;
    const key = keys[row] as number;
    const place = places[key] as number;
    places[key] = place + 1;
    into[place] = row;
  }
}

/** Orders the first `count` rows by their digits, the lowest of which comes first: one pass for each. */
export function orderByDigits(
  digits: readonly Digit[],
  count: number,
  descending: boolean,
  into: Uint32Array,
  scratch: RadixScratch,
): void {
  if (digits.length > 1 && scratch.rows.length < count) scratch.rows = new Uint32Array(into.length);
  digits.forEach(({ keys, up, down }, pass) => {
    if (scratch.places.length < up.length) scratch.places = new Uint32Array(up.length);
    const { rows, places } = scratch;
    places.set(descending ? down : up);
    // The last pass ends in `into`; the ones before it take turns.
    const isInto = (digits.length - pass) % 2 === 1;
    const target = isInto ? into : rows;
    if (pass > 0) placeAgain(keys, isInto ? rows : into, count, places, target);
    else if (keys instanceof Uint16Array) placeRows(keys, count, places, target);
    else placeWide(keys, count, places, target);
  });
}

/**
 * An order by one digit, from the one in the other direction: it is read from its start and written from its end, by
 * groups of equal rows, which stay in their order. Nothing is looked up for a row, and nothing is scattered.
 */
export function turnOrder(
  from: Uint32Array,
  { sizes }: Digit,
  count: number,
  descending: boolean,
  into: Uint32Array,
): void {
  let known = 0;
  for (const size of sizes) known += size;
  let read = 0;
  let end = known;
  for (let i = 0; i < sizes.length; i++) {
    const size = sizes[descending ? i : sizes.length - 1 - i] as number;
    end -= size;
    for (let k = 0; k < size; k++) into[end + k] = from[read + k] as number;
    read += size;
  }
  // What is unknown stands last in both directions.
  for (let k = known; k < count; k++) into[k] = from[k] as number;
}
