/** Uniform numbers in [0, 1). */
export type Uniform = () => number;

/** FNV-1a over the UTF-16 units of the text: a 32-bit number. */
function hash(text: string, basis: number): number {
  let value = basis >>> 0;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return value;
}

/**
 * The generator sfc32, seeded by a text. Each purpose has its own stream
 * (`seed/2026-03-02/AAPL/path`), so that the same seed and day give the same market on every machine, in any order of
 * requests.
 */
export function uniformFrom(seed: string): Uniform {
  let a = hash(seed, 0x811c9dc5);
  let b = hash(seed, 0x9e3779b9);
  let c = hash(seed, 0x85ebca6b);
  let counter = 1;
  const next: Uniform = () => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return (sum >>> 0) / 4294967296;
  };
  for (let round = 0; round < 15; round += 1) next();
  return next;
}

/** Standard normal numbers from uniform ones (Marsaglia's polar method). */
export function normalFrom(uniform: Uniform): () => number {
  let spare = Number.NaN;
  return () => {
    if (!Number.isNaN(spare)) {
      const kept = spare;
      spare = Number.NaN;
      return kept;
    }
    for (;;) {
      const x = uniform() * 2 - 1;
      const y = uniform() * 2 - 1;
      const square = x * x + y * y;
      if (square > 0 && square < 1) {
        const factor = Math.sqrt((-2 * Math.log(square)) / square);
        spare = y * factor;
        return x * factor;
      }
    }
  };
}

/** Running totals of weights, for {@link pick}. */
export function cumulative(weights: ArrayLike<number>): Float64Array {
  const totals = new Float64Array(weights.length);
  let sum = 0;
  for (let index = 0; index < weights.length; index += 1) {
    sum += weights[index] ?? 0;
    totals[index] = sum;
  }
  return totals;
}

/** An index, as likely as its weight in the running totals; `at` is uniform in [0, 1). */
export function pick(totals: Float64Array, at: number): number {
  const target = at * (totals[totals.length - 1] ?? 0);
  let low = 0;
  let high = totals.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((totals[middle] ?? 0) > target) high = middle;
    else low = middle + 1;
  }
  return low;
}
