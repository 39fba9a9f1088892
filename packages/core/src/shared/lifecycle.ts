/**
 * Creates a reference-counted start: the first `start()` runs `begin`, the last stop runs the functions that `begin`
 * returned. It can start again. Repeated stops, and stops from before `destroy()`, have no effect.
 */
export function createLifecycle(begin: () => readonly ((() => void) | undefined)[]): {
  start(): () => void;
  destroy(): void;
} {
  /** The stop functions since the last `destroy()` that have not been called. */
  const held = new Set<() => void>();
  let stops: ReturnType<typeof begin> = [];
  function end(): void {
    for (const stop of stops) stop?.();
  }
  return {
    start() {
      const stop = (): void => {
        if (held.delete(stop) && held.size === 0) end();
      };
      if (held.add(stop).size === 1) stops = begin();
      return stop;
    },
    destroy() {
      if (held.size === 0) return;
      held.clear();
      end();
    },
  };
}

/** Starts features in order. Returns the function that stops them. */
export function startAll(features: readonly { start(): () => void }[]): () => void {
  const stops = features.map((feature) => feature.start());
  return () => {
    for (const stop of stops) stop();
  };
}
