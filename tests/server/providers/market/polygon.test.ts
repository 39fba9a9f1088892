import { describe, expect, it } from 'vitest';
import { createPolygonMarket } from '../../../../examples/server/src/providers/market/polygon/polygon-market.ts';
import { newForEachTest } from '../../../support/shared-by-tests.ts';
import { providerFailure } from '../provider-failure.ts';
import { KEY, NOW, startFakePolygon } from './fake-polygon.ts';

const fake = newForEachTest(startFakePolygon);

const marketOf = (options: Partial<Parameters<typeof createPolygonMarket>[0]> = {}) =>
  createPolygonMarket({
    apiKey: KEY,
    restUrl: fake.url,
    now: () => NOW,
    underlyings: ['AAPL'],
    ...options,
  });

describe("Polygon's REST API as the market data provider", () => {
  it('searches tickers and leaves out entries without one', async () => {
    expect(await marketOf().searchTickers(' apple ')).toEqual([
      { label: 'AAPL', value: 'AAPL' },
      { label: 'APLE', value: 'APLE' },
    ]);
    const asked = fake.requests.map(({ url }) => Object.fromEntries(new URL(url, fake.url).searchParams));
    expect(asked).toMatchObject([
      { search: 'apple', market: 'stocks', active: 'true' },
      { search: 'apple', market: 'indices', active: 'true' },
    ]);
  });

  it.each([
    ['BRK.B', 'BRK.B'],
    ['BRKB', 'BRK.B'],
    ['brkb', 'BRK.B'],
    ['BRK/B', 'BRK.B'],
    ['BRK-B', 'BRK.B'],
    ['BRK B', 'BRK.B'],
    ['BRKA', 'BRK.A'],
    ['BRKB1', 'BRK.B'],
    ['SPX', 'I:SPX'],
    ['I:SPX', 'I:SPX'],
    ['^SPX', 'I:SPX'],
    ['SPXW', 'I:SPX'],
    ['NDXP', 'I:NDX'],
    ['nasdaq 100', 'I:NDX'],
    ['SPY', 'SPY'],
    ['TSLA1', 'TSLA'],
    ['2SPX', 'I:SPX'],
    ['1AAPL', 'AAPL'],
    ['BACpL', 'BACpL'],
    ['BAC-PL', 'BACpL'],
    ['BAC/PL', 'BACpL'],
    ['BAC.PRL', 'BACpL'],
    ['BAC PR L', 'BACpL'],
    ['bacpl', 'BACpL'],
  ])('finds a ticker by the spelling %s: %s [market.ticker-spellings]', async (typed, ticker) => {
    const found = await marketOf().searchTickers(typed);
    expect(found.map(({ value }) => value)).toContain(ticker);
  });

  it.each([
    ['BRKB', 'BRK.B', 'BRKB261218C00490000'],
    ['BRK-B', 'BRK.B', 'BRKB261218C00490000'],
    ['BRK.B', 'BRK.B', 'BRKB261218C00490000'],
    ['TSLA1', 'TSLA', 'TSLA1261218C00490000'],
    ['SPX', 'I:SPX', 'SPXW261218C06800000'],
    ['SPXW', 'I:SPX', 'SPXW261218C06800000'],
    ['^SPX', 'I:SPX', 'SPXW261218C06800000'],
  ])(
    'reads details and contracts of %s, which is %s here [market.ticker-spellings]',
    async (typed, ticker, option) => {
      const market = marketOf();
      expect(await market.tickerDetails(typed)).toMatchObject({ ticker });
      fake.serve('/v3/trades', [{ price: 2, size: 1, sip_timestamp: NOW * 1_000_000 }]);
      expect((await market.timeSales(typed)).data.map((row) => row.option)).toEqual([option]);
    },
  );

  it('finds an exact ticker that a full page of others lacks', async () => {
    fake.script('/v3/reference/tickers', (request, response) => {
      const query = new URL(request.url ?? '', fake.url).searchParams;
      const all = Array.from({ length: 100 }, (_, index) => ({ ticker: `AC${index}` }));
      const results = query.get('ticker') === 'C' ? [{ ticker: 'C' }] : all;
      response.end(JSON.stringify({ status: 'OK', results }));
    });
    expect((await marketOf().searchTickers('c'))[0]).toEqual({ label: 'C', value: 'C' });
  });

  it('reads the candles of a ticker in another spelling [market.ticker-spellings]', async () => {
    const range = { interval: '1d', from: NOW / 1000 - 2 * 86_400, to: NOW / 1000 } as const;
    expect(await marketOf().candles('BRKB', range)).toHaveLength(1);
  });

  it('sends no request for an empty search, and one a market for equal searches', async () => {
    const market = marketOf();
    expect(await market.searchTickers('  ')).toEqual([]);
    await Promise.all([market.searchTickers('apple'), market.searchTickers('APPLE')]);
    expect(fake.requests).toHaveLength(2);
  });

  it('returns details with a logo URL of this server, since the provider’s URL needs the key', async () => {
    expect(await marketOf().tickerDetails('AAPL')).toEqual({
      name: 'Apple Inc.',
      ticker: 'AAPL',
      market: 'stocks',
      primary_exchange: 'XNAS',
      market_cap: 3_968_000_000_000,
      description: 'Apple is among the largest companies in the world.',
      phone_number: '(408) 996-1010',
      address: { address1: 'ONE APPLE PARK WAY', city: 'CUPERTINO', state: 'CA', postal_code: '95014' },
      homepage_url: 'https://www.apple.com',
      branding: { logo_url: '/media/tickers/AAPL' },
    });
    expect(await marketOf().tickerDetails('NOPE')).toBeNull();
  });

  it('fetches the logo once, and only of a ticker that was looked up', async () => {
    const market = marketOf();
    expect(await market.tickerLogo('AAPL')).toBeNull();
    expect(fake.requests).toEqual([]);
    await market.tickerDetails('AAPL');
    const logos = await Promise.all([market.tickerLogo('AAPL'), market.tickerLogo('AAPL')]);
    expect(logos.map((logo) => logo?.type)).toEqual(['image/svg+xml', 'image/svg+xml']);
    expect(fake.requests).toHaveLength(2);
  });

  it('rejects a logo from another host and a response that is not an image', async () => {
    const details = (logo: string) => ({
      status: 'OK',
      results: { ticker: 'AAPL', branding: { logo_url: logo } },
    });
    const trap = await startFakePolygon();
    fake.script('/v3/reference/tickers/AAPL', (_, response) => {
      response.end(JSON.stringify(details(`${trap.url}/logo.svg`)));
    });
    const market = marketOf();
    await market.tickerDetails('AAPL');
    expect(await market.tickerLogo('AAPL')).toBeNull();
    expect(trap.requests).toEqual([]);
    await trap.close();
    fake.script('/v3/reference/tickers/AAPL', (_, response) => {
      response.end(JSON.stringify(details(`${fake.url}/v3/reference/tickers`)));
    });
    const other = marketOf();
    await other.tickerDetails('AAPL');
    expect(await other.tickerLogo('AAPL')).toBeNull();
  });

  it('returns daily candles in unix seconds', async () => {
    const range = { interval: '1d', from: NOW / 1000 - 2 * 86_400, to: NOW / 1000 } as const;
    expect(await marketOf().candles('AAPL', range)).toEqual([
      { time: 1_763_442_000, open: 266, high: 270, low: 265.5, close: 268.5, volume: 46_000_000 },
      { time: 1_763_528_400, open: 268, high: 269, low: 266, close: 267, volume: 44_000_000 },
    ]);
    expect(await marketOf().candles('NOPE', range)).toEqual([]);
  });

  /** Scripts pages of hourly candles, from the newest to the oldest. Each names the page after it. */
  const servePages = (count: number, host = fake.url) => {
    fake.script('/v2/aggs', ({ url }, response) => {
      const query = new URL(url ?? '', fake.url).searchParams;
      const page = Number(query.get('cursor') ?? 0);
      const results = [0, 1].map((row) => {
        const hour = page * 2 + row;
        return { t: NOW - hour * 3_600_000, o: 1, h: 2, l: 1, c: 2, v: hour };
      });
      const next = { next_url: `${host}/v2/aggs/ticker/AAPL/range?cursor=${page + 1}&apiKey=${KEY}` };
      response.end(JSON.stringify({ status: 'OK', results, ...(page + 1 < count ? next : {}) }));
    });
  };
  const hours = { interval: '1h', from: NOW / 1000 - 200 * 86_400, to: NOW / 1000 } as const;

  it('reads all pages of candles, and returns them from the oldest to the newest', async () => {
    servePages(3);
    const candles = await marketOf().candles('AAPL', hours);
    expect(candles?.map(({ volume }) => volume)).toEqual([5, 4, 3, 2, 1, 0]);
    expect(candles?.at(-1)?.time).toBe(NOW / 1000);
    expect(fake.requests.map(({ url }) => new URL(url, fake.url).searchParams.get('apiKey'))).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('leaves out the oldest candles of a range with too many pages', async () => {
    servePages(1_000);
    const candles = await marketOf().candles('AAPL', hours);
    expect(new URL(fake.requests[0]?.url ?? '', fake.url).searchParams.get('sort')).toBe('desc');
    expect(fake.requests).toHaveLength(8);
    expect([candles?.length, candles?.at(-1)?.time]).toEqual([16, NOW / 1000]);
  });

  it('does not request the next page of candles on another host', async () => {
    const trap = await startFakePolygon();
    servePages(2, trap.url);
    expect((await providerFailure(marketOf().candles('AAPL', hours))).code).toBe('malformed');
    expect(trap.requests).toEqual([]);
    await trap.close();
  });

  it('reads the tape of the busiest contracts and adds quotes to trades of their minute only [market.provider-tape]', async () => {
    const { data, biggest_data } = await marketOf().timeSales('AAPL');
    const columns = ['option', 'qty', 'market', 'type', 'delta', 'contract_type'] as const;
    expect(data.map((row) => columns.map((name) => row[name]))).toEqual([
      ['AAPL261218P00250000', 20, '2.05x2.15', 2, 0.52, 2],
      ['AAPL261218C00250000', 10, '2.05x2.15', 1, 0.52, 1],
      ['AAPL261218C00250000', 3, '2.05x2.15', 3, 0.52, 1],
      ['AAPL261218C00250000', 900, '2.05x2.15', 1, 0.52, 1],
      ['AAPL261218C00250000', 700, '', 2, null, 1],
    ]);
    expect(data[2]).toMatchObject({ exchange: 'Exchange 999', condition: 'Condition 999' });
    expect(data[0]).toMatchObject({ exchange: 'NYSE Arca Options', condition: 'Intermarket Sweep Order' });
    // The canceling print has the highest value and is not ranked.
    expect(biggest_data.map(({ qty }) => qty)).toEqual([700, 20, 10, 3]);
    expect(fake.requests.filter(({ url }) => url.startsWith('/v3/trades'))).toHaveLength(2);
  });

  it('omits a canceled print from the largest trades and marks its cancel [market.cancels]', async () => {
    const print = (size: number, seconds: number, conditions: readonly number[]) => ({
      conditions,
      exchange: 302,
      price: 2.1,
      sip_timestamp: (NOW - seconds * 1000) * 1_000_000,
      size,
    });
    fake.serve('/v3/trades', [
      print(900, 10, [209, 203]),
      print(900, 40, [209]),
      print(900, 50, [209]),
      print(5, 60, [209]),
      print(900, 5, [209]),
      // One has another price, and one is canceled at its own time.
      { ...print(900, 20, [209]), price: 2.11 },
      print(7, 70, [201]),
      print(7, 70, [209]),
    ]);
    const { data, biggest_data } = await marketOf({ contracts: 1 }).timeSales('AAPL');
    expect(data.map(({ qty, condition }) => [qty, condition])).toEqual([
      [900, 'Automatic Execution'],
      [900, 'Last and Canceled'],
      [900, 'Automatic Execution'],
      [900, 'Automatic Execution'],
      [900, 'Automatic Execution'],
      [5, 'Automatic Execution'],
      [7, 'Canceled'],
      [7, 'Automatic Execution'],
    ]);
    // Only the busiest contract was requested, with its newest trades of the session.
    const asked = fake.requests.flatMap(({ url }) => (url.startsWith('/v3/trades') ? [url] : []));
    expect(asked).toHaveLength(1);
    const { pathname, searchParams } = new URL(asked[0] ?? '', fake.url);
    expect(pathname).toBe('/v3/trades/O%3AAAPL261218P00250000');
    expect(Object.fromEntries(searchParams)).toEqual({
      'timestamp.gte': `${Date.parse('2026-11-20T14:30:00Z')}000000`,
      order: 'desc',
      sort: 'timestamp',
      limit: '2500',
    });
    expect(biggest_data.map(({ qty, time }) => [qty, (NOW - Date.parse(time)) / 1000])).toEqual([
      [900, 20],
      [900, 5],
      [900, 50],
      [5, 60],
    ]);
  });

  it('ranks by dollar value, using the number of shares per contract', async () => {
    const entry = (ticker: string, shares: number, size: number) => ({
      details: { ticker, shares_per_contract: shares },
      last_trade: { price: 2, size, sip_timestamp: NOW * 1_000_000 },
    });
    const results = [entry('O:AAPL1261218C00250000', 10, 90), entry('O:AAPL261218C00250000', 100, 10)];
    fake.serve('/v3/snapshot', results);
    const { biggest_data } = await marketOf().timeSales('');
    expect(biggest_data.map(({ qty }) => qty)).toEqual([10, 90]);
  });

  it('ignores only the invalid part of a response', async () => {
    const odd = [null, 'x', 7, [], { price: null, bid: 'x', delta: {}, volume: null }];
    for (const value of odd) {
      fake.script('/v3/reference/tickers/AAPL', (_, response) => {
        const named = { ticker: 'AAPL', name: 'Apple Inc.', market_cap: {} };
        response.end(JSON.stringify({ results: { ...named, address: value, branding: value } }));
      });
      expect(await marketOf().tickerDetails('AAPL')).toMatchObject({ name: 'Apple Inc.', market_cap: null });
      const trade = { price: 2, size: 3, sip_timestamp: NOW * 1_000_000, exchange: {}, conditions: value };
      const entry = {
        details: { ticker: 'O:AAPL261218C00250000', shares_per_contract: value },
        ...{ greeks: value, implied_volatility: {}, last_quote: value, underlying_asset: value, day: value },
        last_trade: trade,
      };
      fake.serve('/v3/snapshot', [entry, null, 7]);
      const { data } = await marketOf().timeSales('');
      expect(data).toMatchObject([
        { qty: 3, price: 2, market: '', delta: null, exchange: '', condition: '' },
      ]);
    }
  });

  it('requests the same candles once a minute', async () => {
    const market = marketOf();
    const from = NOW / 1000 - 86_400;
    for (const second of [0, 1, 59, 60])
      await market.candles('NOPE', { interval: '5m', from: from + second, to: NOW / 1000 + second });
    expect(fake.requests.map(({ url }) => url.split('/').slice(6, 8).join(' '))).toEqual([
      '5 minute',
      '5 minute',
    ]);
  });

  it('reads the tape of all tickers from the last trade of each contract', async () => {
    const { data } = await marketOf().timeSales('');
    expect(data).toHaveLength(3);
    expect(data.map(({ qty, market }) => [qty, market])).toContainEqual([4, '2.05x2.15']);
  });

  it('sends the key in a header and never in a URL [market.provider-key]', async () => {
    const market = marketOf();
    await market.searchTickers('a');
    await market.tickerDetails('AAPL');
    await market.timeSales('AAPL');
    for (const { url, authorization } of fake.requests) {
      expect(authorization).toBe(`Bearer ${KEY}`);
      expect(url).not.toContain(KEY);
      expect(url.toLowerCase()).not.toContain('apikey');
    }
  });

  it('encodes each path segment', async () => {
    await marketOf().tickerDetails('A/../../v1?x=1#y');
    expect(fake.requests[0]?.url).toBe('/v3/reference/tickers/A%2F..%2F..%2Fv1%3Fx%3D1%23y');
    await expect(marketOf().tickerDetails('..')).rejects.toThrow(TypeError);
  });

  it.each([
    [429, 'rate-limited'],
    [204, 'unavailable'],
  ])('maps status %i to an error code', async (status, code) => {
    fake.script('/v3/reference', (_, response) => {
      response.writeHead(status, { 'retry-after': '12' }).end();
    });
    const error = await providerFailure(marketOf().searchTickers('a'));
    expect(error.code).toBe(code);
    expect(error.retryAfter).toBe(status === 429 ? 12 : null);
    expect(String(error.stack) + error.message).not.toContain(KEY);
  });

  it.each([
    ['another shape', '{"results":{"ticker":"AAPL"}}'],
    ['a bare list', '[]'],
  ])('reports %s as malformed', async (_, body) => {
    fake.script('/v3/reference', (_request, response) => void response.end(body));
    expect((await providerFailure(marketOf().searchTickers('a'))).code).toBe('malformed');
  });

  it('removes the key from the URL of the next page [market.provider-key]', async () => {
    fake.script('/v3/snapshot/options/AAPL', ({ url }, response) => {
      const next = `${fake.url}/v3/snapshot/options/AAPL?cursor=abc&apiKey=${KEY}`;
      const isFirst = !url?.includes('cursor');
      response.end(JSON.stringify({ status: 'OK', results: [], ...(isFirst ? { next_url: next } : {}) }));
    });
    await marketOf().timeSales('AAPL');
    expect(fake.requests.map(({ url }) => url)).toEqual([
      '/v3/snapshot/options/AAPL?limit=250',
      '/v3/snapshot/options/AAPL?cursor=abc',
    ]);
  });

  it('does not request a next page on another host', async () => {
    const trap = await startFakePolygon();
    fake.script('/v3/snapshot', (_, response) => {
      response.end(
        JSON.stringify({ status: 'OK', results: [], next_url: `${trap.url}/v3/snapshot/options/AAPL` }),
      );
    });
    expect((await providerFailure(marketOf().timeSales('AAPL'))).code).toBe('malformed');
    expect(trap.requests).toEqual([]);
    await trap.close();
  });

  it('gives up on a response that never ends or is too large [market.provider-limits]', async () => {
    fake.script('/v3/reference', (_, response) => void response.write('{"results":['));
    expect((await providerFailure(marketOf({ timeout: 60 }).searchTickers('a'))).code).toBe('unavailable');
    fake.script('/v3/reference', (_, response) => {
      response.end(JSON.stringify({ status: 'OK', results: [], more: 'x'.repeat(5_000) }));
    });
    expect(await marketOf({ maxBytes: 6_000 }).searchTickers('a')).toEqual([]);
    expect((await providerFailure(marketOf({ maxBytes: 1_000 }).searchTickers('a'))).code).toBe('malformed');
    fake.script('/v3/reference', (request) => request.socket.destroy());
    expect((await providerFailure(marketOf().searchTickers('a'))).code).toBe('unavailable');
  });

  it('does not cache a failure', async () => {
    const market = marketOf({ apiKey: 'wrong' });
    expect((await providerFailure(market.tickerDetails('AAPL'))).code).toBe('refused');
    expect((await providerFailure(market.tickerDetails('AAPL'))).code).toBe('refused');
    expect(fake.requests).toHaveLength(2);
  });

  it('rejects plain http to another machine', () => {
    expect(() => createPolygonMarket({ apiKey: KEY, restUrl: 'http://example.com', now: () => NOW })).toThrow(
      TypeError,
    );
  });
});
