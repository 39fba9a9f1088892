import { sha256Hex } from '../../security/tokens.ts';
import { MarketProviderError } from '../market/market.types.ts';
import { createPolygonClient, type PolygonClientOptions } from '../market/polygon/polygon-client.ts';
import { newsSchema } from '../market/polygon/polygon-shapes.ts';
import { toNewsList } from './news-list.ts';
import type { NewsProvider } from './news-provider.ts';

/** The client's options. Here `timeout` is 5,000 ms and `maxBytes` 2 MiB by default. */
export type PolygonNewsOptions = PolygonClientOptions;

/**
 * Polygon.io's (Massive's) reference news. The key travels in the `Authorization` header.
 *
 * @throws TypeError when `restUrl` is neither https nor a loopback address.
 */
export function createPolygonNews(options: PolygonNewsOptions): NewsProvider {
  const client = createPolygonClient({ timeout: 5_000, maxBytes: 2 * 1024 * 1024, ...options });
  return {
    async list(now) {
      const query = { limit: '50', order: 'desc', sort: 'published_utc' };
      const answer = await client.get(['v2', 'reference', 'news'], query, newsSchema);
      if (answer === null)
        throw new MarketProviderError('unavailable', 'news: /v2/reference/news answered 404');
      const articles = answer.results.map((result) => ({
        id: idOf(result.id),
        headline: result.title,
        summary: result.description,
        image: result.image_url,
        url: result.article_url,
        datetime: Date.parse(result.published_utc) / 1000,
      }));
      return toNewsList(articles, now);
    },
  };
}

/** A positive integer below 2^52 that stays the same for the same text. */
function idOf(text: string): number {
  return Number.parseInt(sha256Hex(text).slice(0, 13), 16) || 1;
}
