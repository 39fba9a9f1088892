/** How far behind the market a feed is: the median of about a second's trades, because single ones wander. */
export interface LagGauge {
  /** A trade arrives that was made at `time`, in Unix milliseconds. */
  heard(time: number): void;
  /** Milliseconds, never below 0; null before the first trade. */
  read(): number | null;
  clear(): void;
}

const windowMs = 1000;

function median(values: readonly number[]): number {
  // A second of an opening bell holds tens of thousands, which a typed array sorts ten times as fast.
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** Changes its figure at most once a second, so that it can be read. */
export function createLagGauge(now: () => number): LagGauge {
  let samples: number[] = [];
  let began = 0;
  let shown: number | null = null;
  return {
    heard(time) {
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
