import type { Clock } from '../ports/index.ts';

const SAMPLES = 5;
/** Milliseconds. Smaller differences are ignored: `Date` has whole seconds, and requests take time. */
const NOISE = 2000;

/** The server's clock, by its difference from the device's. */
export interface ServerTime {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Returns whether the difference has changed. */
  note(times: { readonly server: number; readonly device: number }): boolean;
}

/** Uses the median of the last five responses, so that a single outlier has no effect. */
export function createServerTime(clock: Clock): ServerTime {
  const samples: number[] = [];
  let offset = 0;
  return {
    now: () => clock.now() + offset,
    note({ server, device }) {
      const sample = server - device;
      if (!Number.isFinite(sample)) return false;
      samples.push(sample);
      if (samples.length > SAMPLES) samples.shift();
      const before = offset;
      const median = medianOf(samples);
      offset = Math.abs(median) < NOISE ? 0 : median;
      return offset !== before;
    },
  };
}

function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
