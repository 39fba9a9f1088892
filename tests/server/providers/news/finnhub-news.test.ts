import { newsListSchema, readWire } from '@openbell/core/contract';
import { describe, expect, it } from 'vitest';
import {
  createFinnhubNews,
  type FinnhubNewsOptions,
} from '../../../../examples/server/src/providers/news/finnhub-news.ts';
import { withTimeBudget } from '../../../../examples/server/src/providers/time-budget.ts';
import { newForEachTest } from '../../../support/shared-by-tests.ts';
import { providerFailure } from '../provider-failure.ts';
import { article, FINNHUB_KEY, failures, NOW, startFakeFinnhub } from './fake-finnhub.ts';

const fake = newForEachTest(startFakeFinnhub);

const newsOf = (options: Partial<FinnhubNewsOptions> = {}) =>
  createFinnhubNews({ apiKey: FINNHUB_KEY, restUrl: fake.url, ...options });
const list = (options?: Partial<FinnhubNewsOptions>) => newsOf(options).list(NOW);
const idsOf = (items: readonly { readonly id: number }[]) => items.map(({ id }) => id);

describe('Finnhub market news', () => {
  it('maps every field when an article has the documented shape', async () => {
    fake.serve([
      {
        category: 'technology',
        datetime: 1_596_589_501,
        headline: 'Square surges after reporting 64% jump in revenue, more customers using Cash App',
        id: 5_085_164,
        image: 'https://image.cnbcfm.com/api/v1/image/105569283-1542050972462rts25mct.jpg?v=1542051069',
        related: '',
        source: 'CNBC',
        summary: 'Shares of Square soared on Tuesday evening after posting better-than-expected results.',
        url: 'https://www.cnbc.com/2020/08/04/square-sq-earnings-q2-2020.html',
      },
    ]);
    const items = await list();
    expect(items).toEqual([
      {
        id: 5_085_164,
        headline: 'Square surges after reporting 64% jump in revenue, more customers using Cash App',
        summary: 'Shares of Square soared on Tuesday evening after posting better-than-expected results.',
        image: 'https://image.cnbcfm.com/api/v1/image/105569283-1542050972462rts25mct.jpg?v=1542051069',
        url: 'https://www.cnbc.com/2020/08/04/square-sq-earnings-q2-2020.html',
        datetime: 1_596_589_501,
      },
    ]);
    const wire = readWire(newsListSchema, JSON.parse(JSON.stringify(items)));
    expect(wire).toEqual({ ok: true, value: items, dropped: [] });
  });

  it('sends the key in the header and not in the address when it asks', async () => {
    await list();
    expect(fake.requests).toEqual([{ url: '/api/v1/news?category=general', token: FINNHUB_KEY }]);
  });

  it('lists 24 articles, newest first, when the response has more in another order', async () => {
    fake.serve(Array.from({ length: 100 }, (_, index) => article(((index * 37) % 100) + 1)));
    expect(idsOf(await list())).toEqual(Array.from({ length: 24 }, (_, index) => index + 1));
  });

  it('orders articles of the same second by id, the higher one first', async () => {
    const second = { datetime: NOW / 1000 - 60 };
    fake.serve([article(7, second), article(9, second), article(8, second)]);
    expect(idsOf(await list())).toEqual([9, 8, 7]);
  });

  it('keeps the newest one when articles share an id or a link', async () => {
    const url = 'https://news.example/same';
    fake.serve([
      article(1),
      article(1, { datetime: NOW / 1000 - 90, url: 'https://news.example/other' }),
      article(2, { url }),
      article(3, { url }),
      article(4, { url: '' }),
      article(5, { url: '' }),
    ]);
    expect(idsOf(await list())).toEqual([1, 2, 4, 5]);
  });

  it.each([
    ['no object', 'text'],
    ['null', null],
    ['a list', []],
    ['no id', article(9, { id: undefined })],
    ['an id of zero', article(9, { id: 0 })],
    ['a fractional id', article(9, { id: 1.5 })],
    ['an id above 2^53 - 1', article(9, { id: 2 ** 53 })],
    ['no headline', article(9, { headline: null })],
    ['a headline of spaces', article(9, { headline: ' \n\u00a0 ' })],
    ['a headline of markup alone', article(9, { headline: '<img src=x onerror=alert(1)>' })],
    ['no time', article(9, { datetime: undefined })],
    ['a time of zero', article(9, { datetime: 0 })],
    ['a time in milliseconds', article(9, { datetime: NOW })],
    ['a time in words', article(9, { datetime: 'yesterday' })],
  ])('drops an article alone when it is or has %s', async (_, malformed) => {
    fake.serve([article(1), malformed, article(2)]);
    expect(idsOf(await list())).toEqual([1, 2]);
  });

  it('keeps an article when its summary, image or link is missing or of another type', async () => {
    for (const value of [undefined, null, 7, {}, []]) {
      fake.serve([article(1, { summary: value, image: value, url: value })]);
      const summary = value === 7 ? '7' : '';
      expect(await list()).toMatchObject([{ id: 1, summary, image: null, url: '' }]);
    }
  });

  it('shows no link and no image when an address is not https', async () => {
    const addresses = [
      'http://news.example/1',
      'javascript:alert(1)',
      ' JaVaScRiPt:alert(1)',
      'java\nscript:alert(1)',
      'data:text/html,<script>alert(1)</script>',
      'file:///etc/passwd',
      '//news.example/1',
      '/app/news-list',
      'https://',
      'https://user:password@news.example/1',
      `https://news.example/${'x'.repeat(2_048)}`,
    ];
    fake.serve(addresses.map((url, index) => article(index + 1, { url, image: url })));
    const items = await list();
    expect(items).toHaveLength(addresses.length);
    for (const { url, image } of items) expect([url, image]).toEqual(['', null]);
  });

  it('shows plain text when a headline and a summary carry markup and entities', async () => {
    fake.serve([
      article(1, {
        headline: 'AT&amp;T&#39;s <b>record</b> day<script>alert(1)</script>',
        summary: '<p>Shares rose 5&nbsp;%.</p><p onclick="x()">Volume &lt; average.</p>\u0000\u202e',
      }),
    ]);
    expect(await list()).toMatchObject([
      { headline: "AT&T's record day", summary: 'Shares rose 5 %. Volume < average.' },
    ]);
  });

  it('shortens texts when they are too long', async () => {
    fake.serve([article(1, { headline: 'word '.repeat(1_000), summary: 'word '.repeat(50_000) })]);
    const [item] = await list();
    expect(item?.headline).toMatch(/^word( word)*…$/);
    expect(item?.headline.length).toBeLessThanOrEqual(200);
    expect(item?.summary.length).toBeLessThanOrEqual(1_000);
  });
});

describe('Finnhub market news, when the call fails', () => {
  it('is refused when the key is wrong', async () => {
    const error = await providerFailure(list({ apiKey: 'wrong_key' }));
    expect([error.code, error.retryAfter]).toEqual(['refused', null]);
    expect(`${error.stack}${error.message}`).not.toContain('wrong_key');
  });

  it.each([
    ['429', failures.rateLimited('12'), 'rate-limited', 12],
    ['429 without Retry-After', failures.rateLimited(), 'rate-limited', null],
    ['429 with a date', failures.rateLimited('Fri, 20 Nov 2026 18:01:00 GMT'), 'rate-limited', null],
    ['429 with a week', failures.rateLimited('604800'), 'rate-limited', 3_600],
    ['403', failures.status(403), 'refused', null],
    ['404', failures.status(404), 'unavailable', null],
    ['500', failures.status(500), 'unavailable', null],
    ['503 with Retry-After', failures.status(503, { 'retry-after': '90' }), 'unavailable', 90],
    ['a closed connection', failures.cut, 'unavailable', null],
    ['an empty body', failures.body(''), 'malformed', null],
    ['HTML', failures.body('<!doctype html><title>Just a moment…</title>'), 'malformed', null],
    ['half a response', failures.body('[{"id":1,"headl'), 'malformed', null],
    ['an object', failures.body('{"error":"You don\'t have access to this resource."}'), 'malformed', null],
    ['an empty list', failures.body('[]'), 'malformed', null],
    ['only malformed articles', failures.body('[{},null,7]'), 'malformed', null],
  ] as const)('names the failure and never the key on %s', async (_, respond, code, retryAfter) => {
    fake.respondWith(respond);
    const error = await providerFailure(list());
    expect([error.code, error.retryAfter]).toEqual([code, retryAfter]);
    expect(`${error.stack}${error.message}`).not.toContain(FINNHUB_KEY);
  });

  it('gives up when the response does not end in time', async () => {
    fake.respondWith(failures.slow);
    expect((await providerFailure(list({ timeout: 60 }))).code).toBe('unavailable');
  });

  it('gives up with the request budget when it ends before the time-out', async () => {
    fake.respondWith(failures.slow);
    const error = await providerFailure(withTimeBudget(60, () => list({ timeout: 3_600_000 })));
    expect(error.code).toBe('unavailable');
  });

  it('gives up when the response is larger than the limit', async () => {
    fake.serve([article(1, { summary: 'x'.repeat(10_000) })]);
    expect(await list({ maxBytes: 20_000 })).toHaveLength(1);
    expect((await providerFailure(list({ maxBytes: 5_000 }))).code).toBe('malformed');
  });

  it('does not follow a redirect', async () => {
    const other = await startFakeFinnhub();
    fake.respondWith(failures.status(302, { location: `${other.url}/api/v1/news?category=general` }));
    expect((await providerFailure(list())).code).toBe('unavailable');
    expect(other.requests).toEqual([]);
    await other.close();
  });

  it('throws when the address is neither https nor loopback', () => {
    expect(() => newsOf({ restUrl: 'http://finnhub.example' })).toThrow(TypeError);
    expect(() => newsOf({ restUrl: 'ftp://127.0.0.1' })).toThrow(TypeError);
    expect(() => newsOf({ restUrl: 'finnhub' })).toThrow(TypeError);
  });
});
