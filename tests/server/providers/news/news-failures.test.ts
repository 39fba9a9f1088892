// GET /app/news-list over HTTP while the news provider fails: a stale list, or 503 with Retry-After.
import { beforeAll, expect, it } from 'vitest';
import { sharedByTests } from '../../../support/shared-by-tests.ts';
import { startTestServer } from '../../../support/test-server.ts';
import { FINNHUB_KEY, failures, startFakeFinnhub } from './fake-finnhub.ts';

let token: string;
const fake = sharedByTests(startFakeFinnhub);
const server = sharedByTests(() =>
  startTestServer({
    frozen: true,
    config: { news: { provider: 'finnhub', apiKey: FINNHUB_KEY, restUrl: fake.url } },
  }),
);
beforeAll(async () => {
  token = await server.signIn('member');
});

const newsList = () => server.call('GET', '/api/app/news-list', { token });

it('returns 503 with Retry-After and no provider details when there is no list to serve', async () => {
  fake.respondWith(failures.status(429, { 'retry-after': '12' }));
  const response = await newsList();
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '12']);
  expect(response.body).toMatchObject({
    message: 'Market news is not available right now. Please try again in a moment.',
    retry_after: 12,
  });
  expect(response.text + server.logLines.join()).not.toContain(FINNHUB_KEY);
});

it('returns the list once the provider responds, and the same list when it fails again', async () => {
  fake.respondWith(null);
  server.clock.advance(12_000);
  const fresh = await newsList();
  expect(fresh.status).toBe(200);
  expect(JSON.parse(fresh.text)).toHaveLength(3);
  fake.respondWith(failures.cut);
  server.clock.advance(3_600_000);
  const stale = await newsList();
  expect([stale.status, stale.text]).toEqual([200, fresh.text]);
});
