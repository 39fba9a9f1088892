// How long a request waits for outside services in all. One call may ask a provider several times, one after another:
// each wait is short enough by itself, and together they might still be a minute.
import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Milliseconds that one request gives its providers. Who asks hears within 10 s that a provider is down; the rest is for our own work and for the pause before a second try.
 */
export const PROVIDER_BUDGET_MS = 8_500;

const deadlines = new AsyncLocalStorage<number>();

/** Does the work; what it asks of providers has so many milliseconds together. */
export function withTimeBudget<T>(milliseconds: number, work: () => T): T {
  return deadlines.run(performance.now() + milliseconds, work);
}

/**
 * How long one attempt may take: `atMost` milliseconds, or in whole ones less when the request has less left, and never nothing, which
 * would be no limit at all. Work that nobody waits for has no budget.
 */
export function timeLeft(atMost: number): number {
  const deadline = deadlines.getStore();
  return deadline === undefined
    ? atMost
    : Math.max(1, Math.min(atMost, Math.ceil(deadline - performance.now())));
}
