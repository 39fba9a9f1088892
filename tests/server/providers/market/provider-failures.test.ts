// While the market data provider fails, calls return 503 with Retry-After and no details of the provider.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sharedByTests } from '../../../support/shared-by-tests.ts';
import { startTestServer } from '../../../support/test-server.ts';
import { KEY, startFakePolygon } from './fake-polygon.ts';

let token: string;
const fake = sharedByTests(startFakePolygon);
const server = sharedByTests(() =>
  startTestServer({ config: { polygon: { apiKey: KEY, restUrl: fake.url } } }),
);
beforeAll(async () => {
  token = await server.signIn('subscriber');
});
beforeEach(() => server.clock.advance(86_400_000 / 2));

const calls = [
  ['GET', '/ticker?q=apple'],
  ['GET', '/ticker-details/AAPL'],
  ['GET', '/candles/AAPL'],
  ['POST', '/time-sale'],
] as const;
const call = (method: string, path: string) =>
  server.call(method, `/api/app/marketdata${path}`, {
    token,
    ...(method === 'POST' ? { body: { ticker: 'AAPL' } } : {}),
  });

describe('failures of the provider', () => {
  it.each([
    [401, null, '30'],
    [429, '12', '12'],
    [429, '999999', '3600'],
    [200, null, '30'],
    ['a cut connection', null, '30'],
  ] as const)(
    '%s (Retry-After %s): every call returns 503 with Retry-After %s [market.provider-failures]',
    async (failure, retryAfter, expected) => {
      fake.script('/', (_, response) => {
        if (typeof failure === 'string') return void response.destroy();
        response.writeHead(failure, retryAfter === null ? {} : { 'retry-after': retryAfter });
        response.end(`<html>${KEY}</html>`);
      });
      for (const [method, path] of calls) {
        const answer = await call(method, path);
        expect([answer.status, answer.headers.get('retry-after')], path).toEqual([503, expected]);
        expect(answer.body).toMatchObject({
          message: 'Market data is not available right now.',
          retry_after: Number(expected),
        });
        expect(answer.text).not.toContain(KEY);
      }
      expect((await server.call('GET', '/media/tickers/AAPL')).status).toBe(404);
      expect(server.logLines.join()).not.toContain(KEY);
    },
  );
});
