// Limits the total time that a request waits for external services, as it may call a provider several times.
import { AsyncLocalStorage } from 'node:async_hooks';

/** Milliseconds per request for providers. Clients get a response within 10 s; the rest is for the server's own work. */
export const PROVIDER_BUDGET_MS = 8_500;

const deadlines = new AsyncLocalStorage<number>();

/** Runs work with a total time limit for its provider calls. */
export function withTimeBudget<T>(milliseconds: number, work: () => T): T {
  return deadlines.run(performance.now() + milliseconds, work);
}

/** Returns the timeout of an attempt: `atMost` milliseconds or the rest of the request's budget, at least 1. */
export function timeLeft(atMost: number): number {
  const deadline = deadlines.getStore();
  return deadline === undefined
    ? atMost
    : Math.max(1, Math.min(atMost, Math.ceil(deadline - performance.now())));
}
