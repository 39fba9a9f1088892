/** Milliseconds between two removals of expired windows. */
const SWEEP_INTERVAL = 60_000;

/** Returns a function that finds a window by its key. Once a minute it removes the expired windows before. */
export function createWindowFinder<Window extends { readonly expiresAt: number }>(
  windows: Map<string, Window>,
): (key: string, now: number) => Window | undefined {
  let sweepAt = Number.NEGATIVE_INFINITY;
  return (key, now) => {
    if (now >= sweepAt) {
      sweepAt = now + SWEEP_INTERVAL;
      for (const [other, { expiresAt }] of windows) if (expiresAt <= now) windows.delete(other);
    }
    return windows.get(key);
  };
}
