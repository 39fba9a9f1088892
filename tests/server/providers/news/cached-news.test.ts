import { beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '../../../../examples/server/src/log.ts';
import { createCachedNews } from '../../../../examples/server/src/providers/news/cached-news.ts';
import { createFinnhubNews } from '../../../../examples/server/src/providers/news/finnhub-news.ts';
import type { NewsProvider } from '../../../../examples/server/src/providers/news/news-provider.ts';
import { newForEachTest } from '../../../support/shared-by-tests.ts';
import { providerFailure } from '../provider-failure.ts';
import { article, FINNHUB_KEY, failures, NOW, startFakeFinnhub } from './fake-finnhub.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const fake = newForEachTest(startFakeFinnhub);
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

beforeEach(() => {
  time = NOW;
  warnings = [];
  cached = cache(createFinnhubNews({ apiKey: FINNHUB_KEY, restUrl: fake.url }));
});

describe('cached news', () => {
  it('asks the provider once when many members ask at the same time', async () => {
    const lists = await Promise.all(Array.from({ length: 50 }, () => ids()));
    expect(new Set(lists.map(String))).toEqual(new Set(['1,2,3']));
    expect(fake.requests).toHaveLength(1);
  });

  it('asks the provider again after one minute, and not before', async () => {
    await ids();
    fake.serve([article(9)]);
    time += MINUTE - 1;
    expect(await ids()).toEqual([1, 2, 3]);
    time += 1;
    expect(await ids()).toEqual([9]);
    expect(fake.requests).toHaveLength(2);
  });

  it('serves the last good list for 24 hours when the provider fails, and then throws', async () => {
    await ids();
    fake.respondWith(failures.status(500));
    time += 24 * HOUR;
    expect(await ids()).toEqual([1, 2, 3]);
    time += 1;
    expect(await providerFailure(ids())).toMatchObject({ code: 'unavailable', retryAfter: 30 });
  });

  it('waits 30 seconds after a failure before it asks again', async () => {
    fake.respondWith(failures.status(500));
    expect((await providerFailure(ids())).retryAfter).toBe(30);
    time += 29_001;
    expect((await providerFailure(ids())).retryAfter).toBe(1);
    expect(fake.requests).toHaveLength(1);
    fake.respondWith(null);
    time += 999;
    expect(await ids()).toEqual([1, 2, 3]);
    expect(fake.requests).toHaveLength(2);
  });

  it('waits as long as Retry-After says, and serves the last good list meanwhile', async () => {
    await ids();
    fake.respondWith(failures.rateLimited('300'));
    time += MINUTE;
    expect(await ids()).toEqual([1, 2, 3]);
    fake.respondWith(null);
    fake.serve([article(9)]);
    time += 300_000 - 1;
    expect(await ids()).toEqual([1, 2, 3]);
    expect(fake.requests).toHaveLength(2);
    time += 1;
    expect(await ids()).toEqual([9]);
  });

  it('logs each failed call once, however many members ask, and never the key', async () => {
    await ids();
    fake.respondWith(failures.status(401));
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
    fake.respondWith(failures.rateLimited('12'));
    const errors = await Promise.all(Array.from({ length: 20 }, () => providerFailure(ids())));
    expect(new Set(errors.map(({ retryAfter }) => retryAfter))).toEqual(new Set([12]));
    expect(fake.requests).toHaveLength(1);
    expect(warnings).toHaveLength(1);
  });

  it('starts the wait at the response when the provider responds late', async () => {
    fake.respondWith((request, response) => {
      time += 5_000;
      failures.status(500)(request, response);
    });
    await providerFailure(ids());
    time += 29_999;
    expect((await providerFailure(ids())).retryAfter).toBe(1);
    expect(fake.requests).toHaveLength(1);
  });

  it('keeps the last good list when a response has no usable article', async () => {
    await ids();
    fake.serve([{}, null]);
    time += MINUTE;
    expect(await ids()).toEqual([1, 2, 3]);
  });

  it('treats an unexpected error as a failure of the provider', async () => {
    cached = cache({ list: () => Promise.reject(new TypeError('unexpected')) });
    expect(await providerFailure(ids())).toMatchObject({ code: 'unavailable', retryAfter: 30 });
    expect(warnings).toMatchObject([{ error: { name: 'TypeError', message: 'unexpected' } }]);
  });
});
