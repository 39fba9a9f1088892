import type { NewsItem } from '@openbell/core/contract';

/** A provider of market news. */
export interface NewsProvider {
  /** Returns the newest items first. `now` in milliseconds since the epoch. Throws {@link MarketProviderError}. */
  list(now: number): Promise<readonly NewsItem[]>;
}
