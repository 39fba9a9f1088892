import { newsListSchema, readWire } from '@openbell/core/contract';
import { describe, expect, it } from 'vitest';
import type { PolygonClientOptions } from '../../../../examples/server/src/providers/market/polygon/polygon-client.ts';
import { createPolygonNews } from '../../../../examples/server/src/providers/news/polygon-news.ts';
import { newForEachTest } from '../../../support/shared-by-tests.ts';
import { KEY, NOW, startFakePolygon } from '../market/fake-polygon.ts';
import { providerFailure } from '../provider-failure.ts';

const fake = newForEachTest(startFakePolygon);

const list = (options: Partial<PolygonClientOptions> = {}) =>
  createPolygonNews({ apiKey: KEY, restUrl: fake.url, ...options }).list(NOW);
const serve = (...results: readonly unknown[]) => fake.serve('/v2/reference/news', results);
const article = (id: string, changes: Record<string, unknown> = {}) => ({
  id,
  title: `Title ${id}`,
  published_utc: '2026-11-20T17:00:00Z',
  article_url: `https://news.example/${id}`,
  ...changes,
});

describe('Polygon reference news', () => {
  it('maps every field when an article has the documented shape, and drops a malformed one', async () => {
    const items = await list();
    expect(items).toEqual([
      {
        id: 4_115_565_290_782_363,
        headline: 'Incomes are falling at a record 10.9% rate',
        summary: 'Our inflation problem is about to go away.',
        image: 'https://images.mktw.net/im-533637/social',
        url: 'https://www.marketwatch.com/story/incomes-are-falling-11651165705',
        datetime: Date.parse('2026-11-20T17:08:00Z') / 1000,
      },
    ]);
    const wire = readWire(newsListSchema, JSON.parse(JSON.stringify(items)));
    expect(wire).toEqual({ ok: true, value: items, dropped: [] });
  });

  it('asks for the newest 50 with the key in a header and not in the address', async () => {
    await list();
    expect(fake.requests).toEqual([
      {
        url: '/v2/reference/news?limit=50&order=desc&sort=published_utc',
        authorization: `Bearer ${KEY}`,
      },
    ]);
  });

  it('gives an article the same positive integer id each time, and another article another', async () => {
    serve(...Array.from({ length: 20 }, (_, index) => article(`id-${index}`)));
    const ids = (await list()).map(({ id }) => id);
    expect((await list()).map(({ id }) => id)).toEqual(ids);
    expect(new Set(ids).size).toBe(20);
    for (const id of ids) expect(Number.isSafeInteger(id) && id > 0).toBe(true);
  });

  it('lists each article once, newest first', async () => {
    serve(
      article('a', { published_utc: '2026-11-20T15:00:00Z' }),
      article('b', { published_utc: '2026-11-20T12:00:00-05:00' }),
      article('a', { published_utc: '2026-11-20T15:00:00Z' }),
      article('c', { published_utc: '2026-11-20T16:00:00.5Z' }),
    );
    expect((await list()).map(({ headline }) => headline)).toEqual(['Title b', 'Title c', 'Title a']);
  });

  it.each([
    ['no id', { id: undefined }],
    ['an empty id', { id: '' }],
    ['a number as id', { id: 7 }],
    ['no title', { title: undefined }],
    ['no time', { published_utc: undefined }],
    ['a time that is no date', { published_utc: 'soon' }],
    ['a time in the future', { published_utc: '2099-01-01T00:00:00Z' }],
  ])('drops an article alone when it has %s', async (_, changes) => {
    serve(article('a'), article('b', changes), null, 7, article('c'));
    const headlines = (await list()).map(({ headline }) => headline);
    expect(headlines.toSorted()).toEqual(['Title a', 'Title c']);
  });

  it('shows plain text, and no address that is not https', async () => {
    serve(
      article('a', {
        title: '<h1>R&amp;D</h1>',
        description: '<a href="javascript:alert(1)">More</a>',
        article_url: 'http://news.example/a',
        image_url: 'javascript:alert(1)',
      }),
    );
    expect(await list()).toMatchObject([{ headline: 'R&D', summary: 'More', url: '', image: null }]);
  });

  it('reports a missing list as unavailable', async () => {
    fake.script('/v2/reference/news', (_, response) => void response.writeHead(404).end());
    expect((await providerFailure(list())).code).toBe('unavailable');
  });

  it.each([
    ['another shape', '{"status":"OK","results":{}}'],
    ['no results', '{"status":"OK","count":0}'],
    ['only malformed results', '{"status":"OK","results":[{},7]}'],
  ])('reports a response with %s as malformed', async (_, body) => {
    fake.script('/v2/reference/news', (_request, response) => void response.end(body));
    expect((await providerFailure(list())).code).toBe('malformed');
  });
});
