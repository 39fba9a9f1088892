// Two processes with the same database and provider; a load balancer sends each request to either one.
import { expect, it } from 'vitest';
import { tickerLogoRoutes } from '../../../../examples/server/src/market/ticker-logo.routes.ts';
import { createPolygonMarket } from '../../../../examples/server/src/providers/market/polygon/polygon-market.ts';
import { sharedByTests } from '../../../support/shared-by-tests.ts';
import { startTestServer } from '../../../support/test-server.ts';
import { KEY, startFakePolygon } from './fake-polygon.ts';

const fake = sharedByTests(startFakePolygon);
const server = sharedByTests(() =>
  startTestServer({ config: { polygon: { apiKey: KEY, restUrl: fake.url } } }),
);

/** Requests a logo from a process that has read no details; returns the status. */
async function requestElsewhere(path: string): Promise<number> {
  const { context } = server;
  const market = createPolygonMarket({ apiKey: KEY, restUrl: fake.url, now: () => context.clock.now() });
  const url = new URL(path, 'http://127.0.0.1');
  const call = { url, params: { file: decodeURIComponent(url.pathname.split('/').at(-1) ?? '') } };
  const serve = tickerLogoRoutes['GET /media/tickers/:file'];
  return serve({ ...context, market }, call as unknown as Parameters<typeof serve>[1]).then(
    ({ status }) => status,
    ({ status }) => status,
  );
}

async function logoOf(ticker: string): Promise<string> {
  const token = await server.signIn('subscriber');
  const { body } = await server.call('GET', `/api/app/marketdata/ticker-details/${ticker}`, { token });
  return String(body.results?.branding?.logo_url);
}

it('serves a logo from a process that has not read the details of its ticker', async () => {
  const logo = await logoOf('AAPL');
  expect((await server.call('GET', logo)).status).toBe(200);
  expect(await requestElsewhere(logo)).toBe(200);
});

it('does not call the provider for a ticker without a valid signature', async () => {
  const logo = new URL(await logoOf('AAPL'), server.url);
  const before = fake.requests.length;
  expect(await requestElsewhere(logo.pathname)).toBe(404);
  expect(await requestElsewhere(`/media/tickers/MSFT${logo.search}`)).toBe(404);
  server.clock.advance(15 * 86_400_000);
  expect(await requestElsewhere(logo.pathname + logo.search)).toBe(404);
  expect(fake.requests).toHaveLength(before);
});
