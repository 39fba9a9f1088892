/** The pending request of a feature, at most one. */
export interface Flight<T = unknown> {
  isPending(): boolean;
  /** The outcome of the pending `run`, which simultaneous calls share; null without one. */
  pending(): Promise<T> | null;
  /** Aborts a pending request. Returns the signal of the next one. */
  begin(): AbortSignal;
  /** Begins with the request of `work`. */
  run(work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Ends the request of a signal. Returns false if it was aborted, so that its result is ignored. */
  end(signal: AbortSignal): boolean;
  abort(): void;
}

export function createFlight<T = unknown>(): Flight<T> {
  let controller: AbortController | null = null;
  let outcome: Promise<T> | null = null;

  function abort(): void {
    controller?.abort();
    controller = null;
    outcome = null;
  }

  function begin(): AbortSignal {
    abort();
    controller = new AbortController();
    return controller.signal;
  }

  return {
    isPending: () => controller !== null,
    pending: () => outcome,
    begin,
    run(work) {
      const signal = begin();
      const started = work(signal);
      if (controller?.signal === signal) outcome = started;
      return started;
    },
    end(signal) {
      if (signal.aborted) return false;
      controller = null;
      outcome = null;
      return true;
    },
    abort,
  };
}
