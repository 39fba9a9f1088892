import type { NewsItem } from '@openbell/core/contract';

/** Where market news comes from. */
export interface NewsProvider {
  /**
   * The newest items first. `now` in milliseconds since the epoch.
   *
   * @throws MarketProviderError when the provider cannot answer; `retryAfter` is in seconds.
   */
  list(now: number): Promise<readonly NewsItem[]>;
}

/** The news sandbox, with the pictures and articles of its items. */
export interface SandboxNewsProvider extends NewsProvider {
  /** The drawn picture of an item as SVG, or null for an unknown id. */
  picture(id: number): string | null;
  /** One item, or null for an unknown id. */
  read(id: number): NewsItem | null;
}
