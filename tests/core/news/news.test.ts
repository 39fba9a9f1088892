import { createNews, formatNewsDate, orderNews } from '@openbell/core/news';
import { createFakeApi, errorResponse, settle } from '@openbell/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const LIST = '/app/news-list';
const item = (id: number, datetime: number) => ({
  id,
  headline: `Story ${id}`,
  summary: '',
  image: null,
  url: '/a',
  datetime,
});

function setUp() {
  const api = createFakeApi(settle);
  const problems: string[] = [];
  const news = createNews({ api, onError: ({ where }) => problems.push(where) });
  return { api, news, problems, ids: () => news.$state.get().items.map((one) => one.id) };
}

describe('loading', () => {
  test('sends nothing when created; load returns the list, newest first', async () => {
    const { api, news, ids } = setUp();
    expect(api.requests).toHaveLength(0);
    const loaded = news.load();
    expect(news.$state.get().status).toBe('loading');
    await api.latest(LIST).succeed([item(1, 10), item(2, 30), item(3, 20)]);
    expect(await loaded).toMatchObject({ ok: true });
    expect(news.$state.get().status).toBe('ready');
    expect(ids()).toEqual([2, 3, 1]);
  });

  test('shares the request and the result of concurrent calls', async () => {
    const { api, news } = setUp();
    const both = Promise.all([news.load(), news.load()]);
    expect(api.requests).toHaveLength(1);
    await api.latest(LIST).succeed([item(1, 1)]);
    const [first, second] = await both;
    expect(first).toBe(second);
  });
});

describe('failures', () => {
  test.each([
    ['a refusal', 'news-refused'],
    ['no answer', 'news-unreachable'],
    ['something that is not news', 'news-unreadable'],
  ] as const)('%s is reported as %s, and the list is kept', async (what, code) => {
    const { api, news, ids, problems } = setUp();
    const first = news.load();
    await api.latest(LIST).succeed([item(1, 1)]);
    await first;
    const second = news.load();
    if (what === 'a refusal') await api.latest(LIST).refuse(503);
    else if (what === 'no answer') await api.latest(LIST).lose();
    else {
      await api.latest(LIST).respond(errorResponse(200, { kind: 'wrong-shape' }));
    }
    expect(await second).toEqual({ ok: false, error: { code } });
    expect(news.$state.get()).toMatchObject({ status: 'failed', error: { code } });
    expect(ids()).toEqual([1]);
    expect(problems).toEqual(['news']);
  });

  test('loads again after a failure', async () => {
    const { api, news } = setUp();
    const first = news.load();
    await api.latest(LIST).lose();
    await first;
    void news.load();
    expect(api.requests).toHaveLength(2);
  });
});

describe('destroy', () => {
  test('aborts the request and ignores a late response', async () => {
    const { api, news, problems } = setUp();
    const loaded = news.load();
    const request = api.latest(LIST);
    news.destroy();
    await request.succeed([item(1, 1)]);
    expect(request.input.signal?.aborted).toBe(true);
    expect(await loaded).toEqual({ ok: false, error: { code: 'news-unreachable' } });
    expect(news.$state.get()).toEqual({ status: 'idle', items: [] });
    expect(problems).toEqual([]);
  });

  test('allows the instance to load again', async () => {
    const { api, news, ids } = setUp();
    void news.load();
    news.destroy();
    const again = news.load();
    await api.latest(LIST).succeed([item(5, 5)]);
    await again;
    expect(ids()).toEqual([5]);
  });
});

describe('order', () => {
  test('is the same for any order of the same stories', () => {
    const stories = fc.uniqueArray(fc.record({ id: fc.nat(50), datetime: fc.nat(5) }), {
      selector: (one) => one.id,
    });
    fc.assert(
      fc.property(stories, fc.infiniteStream(fc.nat()), (raw, randoms) => {
        const list = raw.map((one) => item(one.id, one.datetime));
        const shuffled = [...list].sort(() => ((randoms.next().value ?? 0) % 2 === 0 ? 1 : -1));
        expect(orderNews(shuffled)).toEqual(orderNews(list));
      }),
    );
  });

  test('does not change the input', () => {
    const list = [item(1, 1), item(2, 2)];
    orderNews(list);
    expect(list.map((one) => one.id)).toEqual([1, 2]);
  });
});

describe("the news date is 'MMMM Do YYYY, h:mm:ss A' in the viewer's zone", () => {
  test('accepts unix seconds [news.date]', () => {
    const date = new Date(2026, 10, 21, 9, 5, 7);
    expect(formatNewsDate(date.getTime() / 1000)).toBe('November 21st 2026, 9:05:07 AM');
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, 1e300])('is empty for %d', (seconds) => {
    expect(formatNewsDate(seconds)).toBe('');
  });
});
