import { idSchema, lenientList, numberSchema, textSchema } from '@openbell/core/contract';
import * as v from 'valibot';
import { MarketProviderError } from '../market/market.types.ts';
import { readProviderJson, readProviderOrigin, requestProvider } from '../provider-request.ts';
import { timeLeft } from '../time-budget.ts';
import { toNewsList } from './news-list.ts';
import type { NewsProvider } from './news-provider.ts';

export interface FinnhubNewsOptions {
  readonly apiKey: string;
  /** The API's origin: https or loopback, for example `https://finnhub.io`. */
  readonly restUrl: string;
  /** Timeout of a call in milliseconds; less if the request has less time left. Default 5,000. */
  readonly timeout?: number;
  /** Size limit of a response in bytes. Default 2 MiB. */
  readonly maxBytes?: number;
}

const PATH = '/api/v1/news';

/** `MarketNews[]` of https://finnhub.io/docs/api/market-news. Invalid articles are left out. */
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

/** General market news of Finnhub. Throws a TypeError if `restUrl` is neither https nor loopback. */
export function createFinnhubNews(options: FinnhubNewsOptions): NewsProvider {
  const { apiKey, restUrl, timeout = 5_000, maxBytes = 2 * 1024 * 1024 } = options;
  const url = new URL(`${PATH}?category=general`, readProviderOrigin(restUrl, 'news'));
  return {
    async list(now) {
      const response = await requestProvider(url, {
        subject: 'news',
        headers: { 'x-finnhub-token': apiKey, accept: 'application/json' },
        timeout: timeLeft(timeout),
        maxBytes,
      });
      if (response === null) throw new MarketProviderError('unavailable', `news: ${PATH} returned 404`);
      return toNewsList(readProviderJson(response, articlesSchema, `news: ${PATH}`), now);
    },
  };
}
