import type { ServerContext } from '../context.ts';
import type { Caller } from '../http/route.ts';
import { type LimitName, limitKey, limits, tooMany } from './limits.ts';
import { createMemoryLimits } from './memory-limits.ts';

/** Limits of requests in general, counted in the memory of this process. */
export interface CallLimits {
  /** Counts a request of a signed-in user. Throws 429. */
  countCall(caller: Caller | null, address: string): void;
  /** Counts a request for media. Throws 429. */
  countMedia(address: string): void;
}

export function createCallLimits({
  config,
  clock,
  log,
}: Pick<ServerContext, 'config' | 'clock' | 'log'>): CallLimits {
  const hits = createMemoryLimits();

  function count(name: LimitName, who: string | number): void {
    if (!config.rateLimits) return;
    const share = hits.take(limitKey(name, who), limits[name], clock.now());
    if (share.allowed) return;
    log.warn('throttled', { limit: name, who });
    throw tooMany(name, share.retryAfter);
  }

  return {
    countCall(caller, address) {
      if (caller === null) return;
      count('call.person', caller.userId);
      count('call.address', address);
    },
    countMedia: (address) => count('media.address', address),
  };
}
