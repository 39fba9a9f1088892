import {
  candlesResponseSchema,
  readWire,
  type Schema,
  tickerDetailsResponseSchema,
  tickersResponseSchema,
  tradeSchema,
} from '@openbell/core/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedServer } from '../../support/test-server.ts';

/** Parses with the contract's schema; a dropped entry is an error. */
function parse<T>(schema: Schema<T>, input: unknown): T {
  const reading = readWire(schema, input);
  if (!reading.ok || reading.dropped.length > 0) throw new Error(JSON.stringify(reading));
  return reading.value;
}

// A Saturday, so that the newest session is all of Friday.
const SATURDAY = Date.parse('2026-11-21T15:00:00Z');
const BASE = '/api/app/marketdata';

let token: string;
const server = sharedServer({ frozen: true });
beforeAll(async () => {
  token = await server.signIn('subscriber');
});

const get = (path: string) => server.call('GET', BASE + path, { token });
const tape = (ticker: unknown) => server.call('POST', `${BASE}/time-sale`, { token, body: { ticker } });

describe('market data over HTTP', () => {
  it.each([
    ['GET', '/ticker?q=A'],
    ['GET', '/ticker-details/AAPL'],
    ['GET', '/candles/AAPL'],
    ['POST', '/time-sale'],
  ])('%s %s returns 401 to a visitor and 403 to a member without a plan', async (method, path) => {
    const body = method === 'POST' ? { body: { ticker: 'F' } } : {};
    expect((await server.call(method, BASE + path, body)).status).toBe(401);
    for (const account of ['member', 'lapsed'] as const) {
      const other = await server.signIn(account);
      expect((await server.call(method, BASE + path, { ...body, token: other })).status).toBe(403);
    }
    expect((await server.call(method, BASE + path, { ...body, token })).status).toBe(200);
  });

  it('searches tickers [market.ticker-call]', async () => {
    const { body } = await get('/ticker?q=nv');
    expect(parse(tickersResponseSchema, body).data[0]).toEqual({ label: 'NVDA', value: 'NVDA' });
    expect((await get('/ticker')).body).toEqual({ data: [] });
    expect((await get(`/ticker?q=${'x'.repeat(61)}`)).status).toBe(422);
    expect((await get('/ticker?q=a%00b')).status).toBe(422);
  });

  it('returns ticker details, and 404 for an unknown or invalid ticker [market.details-call]', async () => {
    const { body } = await get('/ticker-details/aapl');
    expect(parse(tickerDetailsResponseSchema, body).results).toMatchObject({
      ticker: 'AAPL',
      name: 'Apple Inc.',
    });
    for (const bad of ['NOPE', '..%2f..%2fetc', '%00', 'A%20B', 'A'.repeat(400), '%ff']) {
      expect((await get(`/ticker-details/${bad}`)).status).toBe(404);
    }
  });

  it.each([
    ['BRK.B', 'BRK.B', 'BRKB'],
    ['BRKB', 'BRK.B', 'BRKB'],
    ['brk/b', 'BRK.B', 'BRKB'],
    ['BRK-B', 'BRK.B', 'BRKB'],
    ['BRK B', 'BRK.B', 'BRKB'],
    ['BRKB1', 'BRK.B', 'BRKB'],
    ['TSLA1', 'TSLA', 'TSLA'],
    ['1TSLA', 'TSLA', 'TSLA'],
  ])(
    'answers %s as %s in search, details, candles and tape [market.ticker-spellings]',
    async (typed, ticker, root) => {
      const inPath = encodeURIComponent(typed);
      expect((await get(`/ticker?q=${inPath}`)).body.data).toEqual([{ label: ticker, value: ticker }]);
      expect((await get(`/ticker-details/${inPath}`)).body.results).toMatchObject({ ticker });
      expect((await get(`/candles/${inPath}`)).status).toBe(200);
      const { data } = JSON.parse((await tape(typed)).text) as { data: { option: string }[] };
      expect(data.length).toBeGreaterThan(0);
      expect(data.every(({ option }) => option.startsWith(root))).toBe(true);
    },
  );

  it.each([
    ['BACpL', 'BACpL', 'stocks'],
    ['BAC-PL', 'BACpL', 'stocks'],
    ['bac/pl', 'BACpL', 'stocks'],
    ['BAC.PRL', 'BACpL', 'stocks'],
    ['BAC PR L', 'BACpL', 'stocks'],
    ['bacpl', 'BACpL', 'stocks'],
    ['SPX', 'I:SPX', 'indices'],
    ['^spx', 'I:SPX', 'indices'],
    ['SPXW', 'I:SPX', 'indices'],
    ['2SPX', 'I:SPX', 'indices'],
    ['NDXP', 'I:NDX', 'indices'],
    ['VIX', 'I:VIX', 'indices'],
    ['RUT', 'I:RUT', 'indices'],
    ['DJX', 'I:DJX', 'indices'],
    ['XEO', 'I:OEX', 'indices'],
    ['SPY', 'SPY', 'stocks'],
  ])(
    'answers %s as %s in search, details and candles of the sandbox [market.ticker-spellings]',
    async (typed, ticker, kind) => {
      const inPath = encodeURIComponent(typed);
      expect((await get(`/ticker?q=${inPath}`)).body.data?.[0]).toEqual({ label: ticker, value: ticker });
      const { results } = parse(tickerDetailsResponseSchema, (await get(`/ticker-details/${inPath}`)).body);
      expect(results).toMatchObject({ ticker, market: kind });
      expect((await server.call('GET', String(results?.branding.logo_url))).status).toBe(200);
      expect((await get(`/candles/${inPath}`)).body.data?.length).toBeGreaterThan(245);
      expect((await tape(typed)).status).toBe(200);
    },
  );

  it('serves the logo of the details without a token', async () => {
    const { body } = await get('/ticker-details/BRK.B');
    const picture = await server.call('GET', String(body.results?.branding?.logo_url));
    expect(picture.status).toBe(200);
    expect(picture.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
    expect(picture.headers.get('content-security-policy')).toContain("default-src 'none'");
    for (const bad of ['NOPE', '..%2fetc', '%00', 'a'.repeat(300)]) {
      expect((await server.call('GET', `/media/tickers/${bad}`)).status).toBe(404);
    }
  });

  it('returns the candles of a year, and 422 for invalid times [market.candles-call]', async () => {
    const { body } = await get('/candles/AAPL');
    expect(parse(candlesResponseSchema, body).data.length).toBeGreaterThan(245);
    const two = await get(
      `/candles/AAPL?interval=1d&from=${Date.parse('2026-11-19') / 1000}&to=${SATURDAY / 1000}`,
    );
    expect(parse(candlesResponseSchema, two.body).data).toHaveLength(2);
    expect((await get('/candles/AAPL?from=yesterday')).status).toBe(422);
    expect((await get('/candles/AAPL?interval=1y')).status).toBe(422);
    expect((await get('/candles/NOPE')).status).toBe(404);
  });

  it('returns the newest 50,000 rows and the largest trades, compressed [market.time-sale-call] [market.newest-rows]', async () => {
    const response = await tape('');
    expect(response.headers.get('content-encoding')).toBe('gzip');
    const { data, biggest_data } = JSON.parse(response.text) as { data: unknown[]; biggest_data: unknown[] };
    expect(data).toHaveLength(50_000);
    expect(biggest_data).toHaveLength(10);
    for (const row of data.slice(0, 100)) expect(parse(tradeSchema, row)).toEqual(row);
    expect(Number(response.headers.get('content-length'))).toBeLessThan(response.text.length / 4);
  });

  it('returns the same rows uncompressed on request', async () => {
    const plain = await server.call('POST', `${BASE}/time-sale`, {
      token,
      body: { ticker: 'F' },
      headers: { 'accept-encoding': 'identity' },
    });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(plain.text).toBe((await tape('F')).text);
  });

  it('filters the tape by underlying: empty for an unknown one, 422 for an invalid one [market.tape-ticker]', async () => {
    const apple = JSON.parse((await tape(' aapl ')).text) as { data: { option: string }[] };
    expect(apple.data.length).toBeGreaterThan(1_000);
    expect(apple.data.every(({ option }) => option.startsWith('AAPL'))).toBe(true);
    expect((await tape('NOPE')).text).toBe('{"data":[],"biggest_data":[]}');
    for (const bad of ['../x', 'A B', ['AAPL'], 7, 'A'.repeat(500), '\u0000']) {
      expect((await tape(bad)).status).toBe(422);
    }
    const missing = await server.call('POST', `${BASE}/time-sale`, { token, body: {} });
    expect(missing.status).toBe(200);
  });
});
