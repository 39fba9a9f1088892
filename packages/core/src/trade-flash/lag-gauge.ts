/** Measures the delay of a feed: the median over about a second of trades, since single ones vary. */
export interface LagGauge {
  /** Records the arrival of a trade made at `time`, in Unix milliseconds. */
  record(time: number): void;
  /** Milliseconds, at least 0; null before the first trade. */
  read(): number | null;
  clear(): void;
}

const windowMs = 1000;

function median(values: readonly number[]): number {
  // At the opening a second has tens of thousands of trades, which a typed array sorts ten times as fast.
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** Updates its value at most once a second, to keep it legible. */
export function createLagGauge(now: () => number): LagGauge {
  let samples: number[] = [];
  let began = 0;
  let shown: number | null = null;
  return {
    record(time) {
      const at = now();
      if (samples.length === 0) began = at;
      samples.push(at - time);
      if (shown !== null && at - began < windowMs && at >= began) return;
      shown = Math.max(0, Math.round(median(samples)));
      samples = [];
    },
    read: () => shown,
    clear() {
      samples = [];
      shown = null;
    },
  };
}
