import { sha256Hex } from '../../security/tokens.ts';
import { MarketProviderError } from '../market/market.types.ts';
import { createPolygonClient, type PolygonClientOptions } from '../market/polygon/polygon-client.ts';
import { newsSchema } from '../market/polygon/polygon-shapes.ts';
import { toNewsList } from './news-list.ts';
import type { NewsProvider } from './news-provider.ts';

/**
 * News of Polygon.io. `timeout` is 5,000 ms and `maxBytes` 2 MiB by default. Throws a TypeError if `restUrl` is neither https
 * nor loopback.
 */
export function createPolygonNews(options: PolygonClientOptions): NewsProvider {
  const client = createPolygonClient({ timeout: 5_000, maxBytes: 2 * 1024 * 1024, ...options });
  return {
    async list(now) {
      const query = { limit: '50', order: 'desc', sort: 'published_utc' };
      const response = await client.get(['v2', 'reference', 'news'], query, newsSchema);
      if (response === null)
        throw new MarketProviderError('unavailable', 'news: /v2/reference/news returned 404');
      const articles = response.results.map((result) => ({
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

/** Returns a positive integer below 2^52, by a hash of the text. */
function idOf(text: string): number {
  return Number.parseInt(sha256Hex(text).slice(0, 13), 16) || 1;
}
