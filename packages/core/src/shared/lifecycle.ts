/**
 * A reference-counted start: the first `start()` runs `begin`, the last stop runs the function that `begin` returned.
 * Restartable. Stopping twice is harmless, as is a stop from before `destroy()`, which makes all handles void.
 */
export function createLifecycle(begin: () => () => void): { start(): () => void; destroy(): void } {
  /** The stop functions given out since the last `destroy()` that have not been called. */
  const held = new Set<() => void>();
  let end = (): void => {};
  return {
    start() {
      const stop = (): void => {
        if (held.delete(stop) && held.size === 0) end();
      };
      if (held.add(stop).size === 1) end = begin();
      return stop;
    },
    destroy() {
      if (held.size === 0) return;
      held.clear();
      end();
    },
  };
}
