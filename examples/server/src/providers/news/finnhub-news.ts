import { idSchema, lenientList, numberSchema, textSchema } from '@openbell/core/contract';
import * as v from 'valibot';
import { MarketProviderError } from '../market/market.types.ts';
import { readProviderJson, readProviderOrigin, requestProvider } from '../provider-request.ts';
import { timeLeft } from '../time-budget.ts';
import { toNewsList } from './news-list.ts';
import type { NewsProvider } from './news-provider.ts';

export interface FinnhubNewsOptions {
  readonly apiKey: string;
  /** The API's origin: https, or a loopback address. Default `https://finnhub.io`. */
  readonly restUrl?: string;
  /** Milliseconds for one call; less when the request has less left. Default 5,000. */
  readonly timeout?: number;
  /** Size limit of one answer in bytes. Default 2 MiB. */
  readonly maxBytes?: number;
}

const PATH = '/api/v1/news';

/** `MarketNews[]` of https://finnhub.io/docs/api/market-news. A malformed article loses that article only. */
const articlesSchema = lenientList(
  v.object({
    id: v.pipe(idSchema, v.minValue(1)),
    headline: v.string(),
    summary: textSchema,
    image: textSchema,
    url: textSchema,
    datetime: numberSchema,
  }),
);

/**
 * Finnhub's general market news. The key travels in the `X-Finnhub-Token` header.
 *
 * @throws TypeError when `restUrl` is neither https nor a loopback address.
 */
export function createFinnhubNews(options: FinnhubNewsOptions): NewsProvider {
  const { apiKey, restUrl = 'https://finnhub.io', timeout = 5_000, maxBytes = 2 * 1024 * 1024 } = options;
  const url = new URL(`${PATH}?category=general`, readProviderOrigin(restUrl, 'news'));
  return {
    async list(now) {
      const answer = await requestProvider(url, {
        subject: 'news',
        headers: { 'x-finnhub-token': apiKey, accept: 'application/json' },
        timeout: timeLeft(timeout),
        maxBytes,
      });
      if (answer === null) throw new MarketProviderError('unavailable', `news: ${PATH} answered 404`);
      return toNewsList(readProviderJson(answer, articlesSchema, `news: ${PATH}`), now);
    },
  };
}
