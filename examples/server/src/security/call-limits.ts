import { type LimitContext, type LimitName, limitKey, limits, tooManyRequests } from './limits.ts';
import { createMemoryLimits } from './memory-limits.ts';
import type { RateLimitResult } from './rate-limits.ts';
import { createSharedLimits } from './shared-limits.ts';

/** General limits of requests. */
export interface CallLimits {
  /** Counts a request of a signed-in user, over all processes that share the database. Throws 429. */
  countCall(caller: { readonly userId: number } | null, address: string): Promise<void>;
  /** Counts a request for media in the memory of this process. Throws 429. */
  countMedia(address: string): void;
}

export function createCallLimits({
  config,
  db,
  processId,
  clock,
  log,
  metrics,
}: LimitContext & { readonly processId: number | null }): CallLimits {
  const ofProcess = createMemoryLimits();
  const ofAll = processId === null ? ofProcess : createSharedLimits(db);

  function check(name: LimitName, subject: string | number, result: RateLimitResult): void {
    if (result.allowed) return;
    metrics.limited(name);
    log.warn('throttled', { limit: name, subject });
    throw tooManyRequests(name, result.retryAfter);
  }

  async function countCall(name: LimitName, subject: string | number): Promise<void> {
    check(name, subject, await ofAll.hit(limitKey(name, subject), limits[name], clock.now()));
  }

  return {
    async countCall(caller, address) {
      if (caller === null || !config.rateLimits) return;
      await countCall('call.user', caller.userId);
      await countCall('call.address', address);
    },
    countMedia(address) {
      if (!config.rateLimits) return;
      const name = 'media.address';
      check(name, address, ofProcess.hit(limitKey(name, address), limits[name], clock.now()));
    },
  };
}
