/**
 * Creates a reference-counted start: the first `start()` runs `begin`, the last stop runs the function that `begin`
 * returned. It can start again. Repeated stops, and stops from before `destroy()`, have no effect.
 */
export function createLifecycle(begin: () => () => void): { start(): () => void; destroy(): void } {
  /** The stop functions since the last `destroy()` that have not been called. */
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
