/**
 * A reference-counted start: the first `start()` runs `begin`, the last stop runs what `begin` returned.
 * Restartable; stopping twice is harmless, so StrictMode's mount, unmount, mount works.
 */
export function createLifecycle(begin: () => () => void): { start(): () => void; destroy(): void } {
  let users = 0;
  let end: (() => void) | null = null;
  let generation = 0;
  return {
    start() {
      users += 1;
      if (users === 1) end = begin();
      const mine = generation;
      let stopped = false;
      return () => {
        if (stopped || mine !== generation) return;
        stopped = true;
        users -= 1;
        if (users > 0) return;
        end?.();
        end = null;
      };
    },
    destroy() {
      generation += 1;
      users = 0;
      end?.();
      end = null;
    },
  };
}
