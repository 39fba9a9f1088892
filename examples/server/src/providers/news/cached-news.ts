import type { NewsItem } from '@openbell/core/contract';
import type { Logger } from '../../log.ts';
import { MarketProviderError } from '../market/market.types.ts';
import { createMemo } from '../market/memo.ts';
import type { NewsProvider } from './news-provider.ts';

/** Milliseconds between two calls of the provider. */
const FRESH_MS = 60_000;
/** Milliseconds that a list is used while the provider fails. */
const STALE_MS = 24 * 3_600_000;
/** Seconds between a failure and the next call, unless the provider sends Retry-After. */
const RETRY_AFTER = 30;

export interface CachedNewsOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Logs `news-provider-failed` for each failed call. */
  readonly log: Pick<Logger, 'warn'>;
}

/**
 * Caches a provider: one call per minute for all members. While the provider fails, `list` returns the last list for up to 24
 * hours. Without one it throws a MarketProviderError with the seconds until the next call.
 */
export function createCachedNews(provider: NewsProvider, { now, log }: CachedNewsOptions): NewsProvider {
  const fresh = createMemo<readonly NewsItem[]>({ now, keepFor: FRESH_MS, limit: 1 });
  let lastList: { readonly items: readonly NewsItem[]; readonly at: number } | null = null;
  let retryAt = Number.NEGATIVE_INFINITY;

  const request = async (): Promise<readonly NewsItem[]> => {
    try {
      const items = await provider.list(now());
      lastList = { items, at: now() };
      return items;
    } catch (error) {
      const requested = error instanceof MarketProviderError ? error.retryAfter : null;
      const retryIn = requested ?? RETRY_AFTER;
      retryAt = now() + retryIn * 1000;
      log.warn('news-provider-failed', { error, retryIn });
      throw error;
    }
  };

  const fallback = (): readonly NewsItem[] => {
    if (lastList !== null && now() - lastList.at <= STALE_MS) return lastList.items;
    const seconds = Math.max(1, Math.ceil((retryAt - now()) / 1000));
    throw new MarketProviderError('unavailable', 'news: the provider fails and no list is cached', seconds);
  };

  return {
    async list() {
      if (now() < retryAt) return fallback();
      try {
        return await fresh.get('', request);
      } catch {
        return fallback();
      }
    },
  };
}
