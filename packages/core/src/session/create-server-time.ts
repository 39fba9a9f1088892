const SAMPLES = 5;
/** The `Date` header counts whole seconds, and exchanges take time: less than this is no difference. */
const NOISE = 2000;

/** The server's clock against the device's. */
export interface ServerTime {
  /** Milliseconds to add to the device's time. */
  offset(): number;
  note(times: { readonly server: number; readonly device: number }): void;
}

/** Follows the difference by the median of the last five answers, so that one odd answer moves nothing. */
export function createServerTime(): ServerTime {
  const samples: number[] = [];
  let offset = 0;
  return {
    offset: () => offset,
    note({ server, device }) {
      const sample = server - device;
      if (!Number.isFinite(sample)) return;
      samples.push(sample);
      if (samples.length > SAMPLES) samples.shift();
      const median = medianOf(samples);
      offset = Math.abs(median) < NOISE ? 0 : median;
    },
  };
}

function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
