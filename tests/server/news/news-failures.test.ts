// GET /app/news-list over HTTP while the news provider fails: a stale list, or 503 with Retry-After.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../support/test-server.ts';
import { FINNHUB_KEY, type FinnhubStandIn, failures, startFinnhubStandIn } from './finnhub-stand-in.ts';

let standIn: FinnhubStandIn;
let server: TestServer;
let token: string;
beforeAll(async () => {
  standIn = await startFinnhubStandIn();
  server = await startTestServer({
    frozen: true,
    config: { news: { provider: 'finnhub', apiKey: FINNHUB_KEY, restUrl: standIn.url } },
  });
  token = await server.signIn('member');
});
afterAll(async () => {
  await server.close();
  await standIn.close();
});

const newsList = () => server.call('GET', '/api/app/news-list', { token });

it('returns 503 with Retry-After and no provider details when there is no list to serve', async () => {
  standIn.respondWith(failures.status(429, { 'retry-after': '12' }));
  const answer = await newsList();
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '12']);
  expect(answer.body).toMatchObject({
    message: 'Market news is not available right now. Please try again in a moment.',
    retry_after: 12,
  });
  expect(answer.text + server.logLines.join()).not.toContain(FINNHUB_KEY);
});

it('returns the list once the provider responds, and the same list when it fails again', async () => {
  standIn.respondWith(null);
  server.clock.advance(12_000);
  const fresh = await newsList();
  expect(fresh.status).toBe(200);
  expect(JSON.parse(fresh.text)).toHaveLength(3);
  standIn.respondWith(failures.cut);
  server.clock.advance(3_600_000);
  const stale = await newsList();
  expect([stale.status, stale.text]).toEqual([200, fresh.text]);
});
