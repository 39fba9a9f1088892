import type { NewsItem } from '@openbell/core/contract';
import type { Logger } from '../../log.ts';
import { MarketProviderError } from '../market/market.types.ts';
import { createMemo } from '../market/memo.ts';
import type { NewsProvider } from './news-provider.ts';

/** Milliseconds that a list is served without asking again. */
const FRESH_MS = 60_000;
/** Milliseconds that a list is served while the provider fails. */
const STALE_MS = 24 * 3_600_000;
/** Seconds without a call after a failure, unless the provider's Retry-After says otherwise. */
const RETRY_AFTER = 30;

export interface CachedNewsOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Gets one `news-provider-failed` warning for each failed call. */
  readonly log: Pick<Logger, 'warn'>;
}

/**
 * Puts a cache in front of a provider: one call a minute, shared by all members. While the provider fails, members get
 * the last good list for up to 24 hours. `list` throws MarketProviderError when there is none, with the seconds until
 * the next call as `retryAfter`.
 */
export function createCachedNews(provider: NewsProvider, { now, log }: CachedNewsOptions): NewsProvider {
  const fresh = createMemo<readonly NewsItem[]>({ now, keepFor: FRESH_MS, limit: 1 });
  let good: { readonly items: readonly NewsItem[]; readonly at: number } | null = null;
  let retryAt = Number.NEGATIVE_INFINITY;

  const ask = async (): Promise<readonly NewsItem[]> => {
    try {
      const items = await provider.list(now());
      good = { items, at: now() };
      return items;
    } catch (error) {
      const asked = error instanceof MarketProviderError ? error.retryAfter : null;
      const retryIn = asked ?? RETRY_AFTER;
      retryAt = now() + retryIn * 1000;
      log.warn('news-provider-failed', { error, retryIn });
      throw error;
    }
  };

  const lastGood = (): readonly NewsItem[] => {
    if (good !== null && now() - good.at <= STALE_MS) return good.items;
    const seconds = Math.max(1, Math.ceil((retryAt - now()) / 1000));
    throw new MarketProviderError('unavailable', 'news: the provider fails and no list is kept', seconds);
  };

  return {
    async list() {
      if (now() < retryAt) return lastGood();
      try {
        return await fresh.get('', ask);
      } catch {
        return lastGood();
      }
    },
  };
}
