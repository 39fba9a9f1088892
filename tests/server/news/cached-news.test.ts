import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '../../../examples/server/src/log.ts';
import { createCachedNews } from '../../../examples/server/src/providers/news/cached-news.ts';
import { createFinnhubNews } from '../../../examples/server/src/providers/news/finnhub-news.ts';
import type { NewsProvider } from '../../../examples/server/src/providers/news/news-provider.ts';
import {
  article,
  FINNHUB_KEY,
  type FinnhubStandIn,
  failures,
  NOW,
  startFinnhubStandIn,
} from './finnhub-stand-in.ts';
import { newsFailure } from './news-failure.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let standIn: FinnhubStandIn;
let time: number;
let warnings: {
  readonly event: string;
  readonly error: { readonly code?: string };
  readonly retryIn: number;
}[];
let cached: NewsProvider;

const cache = (provider: NewsProvider) => {
  const now = () => time;
  const log = createLogger({ clock: { now }, write: (line) => warnings.push(JSON.parse(line)) });
  return createCachedNews(provider, { now, log });
};
const ids = async () => (await cached.list(time)).map(({ id }) => id);

beforeEach(async () => {
  standIn = await startFinnhubStandIn();
  time = NOW;
  warnings = [];
  cached = cache(createFinnhubNews({ apiKey: FINNHUB_KEY, restUrl: standIn.url }));
});
afterEach(() => standIn.close());

describe('cached news', () => {
  it('asks the provider once when many members ask at the same time', async () => {
    const lists = await Promise.all(Array.from({ length: 50 }, () => ids()));
    expect(new Set(lists.map(String))).toEqual(new Set(['1,2,3']));
    expect(standIn.requests).toHaveLength(1);
  });

  it('asks the provider again after one minute, and not before', async () => {
    await ids();
    standIn.serve([article(9)]);
    time += MINUTE - 1;
    expect(await ids()).toEqual([1, 2, 3]);
    time += 1;
    expect(await ids()).toEqual([9]);
    expect(standIn.requests).toHaveLength(2);
  });

  it('serves the last good list for 24 hours when the provider fails, and then throws', async () => {
    await ids();
    standIn.respondWith(failures.status(500));
    time += 24 * HOUR;
    expect(await ids()).toEqual([1, 2, 3]);
    time += 1;
    expect(await newsFailure(ids())).toMatchObject({ code: 'unavailable', retryAfter: 30 });
  });

  it('waits 30 seconds after a failure before it asks again', async () => {
    standIn.respondWith(failures.status(500));
    expect((await newsFailure(ids())).retryAfter).toBe(30);
    time += 29_001;
    expect((await newsFailure(ids())).retryAfter).toBe(1);
    expect(standIn.requests).toHaveLength(1);
    standIn.respondWith(null);
    time += 999;
    expect(await ids()).toEqual([1, 2, 3]);
    expect(standIn.requests).toHaveLength(2);
  });

  it('waits as long as Retry-After says, and serves the last good list meanwhile', async () => {
    await ids();
    standIn.respondWith(failures.rateLimited('300'));
    time += MINUTE;
    expect(await ids()).toEqual([1, 2, 3]);
    standIn.respondWith(null);
    standIn.serve([article(9)]);
    time += 300_000 - 1;
    expect(await ids()).toEqual([1, 2, 3]);
    expect(standIn.requests).toHaveLength(2);
    time += 1;
    expect(await ids()).toEqual([9]);
  });

  it('logs each failed call once, however many members ask, and never the key', async () => {
    await ids();
    standIn.respondWith(failures.status(401));
    time += MINUTE;
    await Promise.all(Array.from({ length: 20 }, () => ids()));
    await ids();
    expect(warnings).toMatchObject([
      { level: 'warn', event: 'news-provider-failed', error: { code: 'refused' }, retryIn: 30 },
    ]);
    time += 30_000;
    await ids();
    expect(warnings).toHaveLength(2);
    expect(JSON.stringify(warnings)).not.toContain(FINNHUB_KEY);
  });

  it('throws to every member when the first call fails, with one call and one warning', async () => {
    standIn.respondWith(failures.rateLimited('12'));
    const errors = await Promise.all(Array.from({ length: 20 }, () => newsFailure(ids())));
    expect(new Set(errors.map(({ retryAfter }) => retryAfter))).toEqual(new Set([12]));
    expect(standIn.requests).toHaveLength(1);
    expect(warnings).toHaveLength(1);
  });

  it('counts the wait from the answer when the provider answers late', async () => {
    standIn.respondWith((request, response) => {
      time += 5_000;
      failures.status(500)(request, response);
    });
    await newsFailure(ids());
    time += 29_999;
    expect((await newsFailure(ids())).retryAfter).toBe(1);
    expect(standIn.requests).toHaveLength(1);
  });

  it('keeps the last good list when an answer has no usable article', async () => {
    await ids();
    standIn.serve([{}, null]);
    time += MINUTE;
    expect(await ids()).toEqual([1, 2, 3]);
  });

  it('treats an unexpected error as a failure of the provider', async () => {
    cached = cache({ list: () => Promise.reject(new TypeError('unexpected')) });
    expect(await newsFailure(ids())).toMatchObject({ code: 'unavailable', retryAfter: 30 });
    expect(warnings).toMatchObject([{ error: { name: 'TypeError', message: 'unexpected' } }]);
  });
});
