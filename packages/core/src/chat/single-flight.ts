export interface SingleFlight<T> {
  /** Starts the work, or returns the promise of the pending run. */
  run(): Promise<T>;
  isPending(): boolean;
}

/** Runs `work` once at a time. */
export function singleFlight<T>(work: () => Promise<T>): SingleFlight<T> {
  let pending: Promise<T> | null = null;
  return {
    run() {
      pending ??= work().finally(() => {
        pending = null;
      });
      return pending;
    },
    isPending: () => pending !== null,
  };
}
