// A local HTTP server with the response shapes of Polygon.io's REST API documentation.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { serveLocally } from '../../../support/serve-locally.ts';

export interface FakePolygon {
  readonly url: string;
  /** Every request: path with query, and the authorization header. */
  readonly requests: { readonly url: string; readonly authorization: string | undefined }[];
  /** Overrides the response to the next requests whose path starts with `path`. */
  script(path: string, response: (request: IncomingMessage, response: ServerResponse) => void): void;
  /** Overrides the results of the next requests whose path starts with `path`. */
  serve(path: string, results: readonly unknown[]): void;
  close(): Promise<void>;
}

export const KEY = 'pk_demo_0123456789abcdef';
/** The newest time of the fake market. */
export const NOW = Date.parse('2026-11-20T18:00:00Z');
const nanoseconds = (ms: number) => ms * 1_000_000;

const snapshot = (ticker: string, volume: number, extra: Record<string, unknown> = {}) => ({
  break_even_price: 271.2,
  day: { close: 2.1, volume, vwap: 2.05 },
  details: {
    contract_type: 'call',
    exercise_style: 'american',
    shares_per_contract: 100,
    strike_price: 250,
    ticker,
  },
  greeks: { delta: 0.52, gamma: 0.02, theta: -0.1, vega: 0.2 },
  implied_volatility: 0.31,
  last_quote: {
    ask: 2.15,
    ask_size: 3,
    bid: 2.05,
    bid_size: 9,
    last_updated: nanoseconds(NOW),
    midpoint: 2.1,
  },
  last_trade: { conditions: [209], exchange: 302, price: 2.15, sip_timestamp: nanoseconds(NOW), size: 4 },
  open_interest: 12,
  underlying_asset: { price: 268.1, ticker: 'AAPL' },
  ...extra,
});

/** The tickers that can be searched, by text or by exact ticker. */
const TICKERS = [
  { ticker: 'AAPL', name: 'Apple Inc.', market: 'stocks' },
  { name: 'no ticker of apple', market: 'stocks' },
  { ticker: 'APLE', name: 'Apple Hospitality REIT, Inc.', market: 'stocks' },
  { ticker: 'BRK.A', name: 'Berkshire Hathaway Inc. Class A', market: 'stocks' },
  { ticker: 'BRK.B', name: 'Berkshire Hathaway Inc. Class B', market: 'stocks' },
  { ticker: 'I:NDX', name: 'Nasdaq 100', market: 'indices' },
  { ticker: 'I:SPX', name: 'Standard & Poors 500', market: 'indices' },
  { ticker: 'I:XSP', name: 'Mini-SPX', market: 'indices' },
  { ticker: 'SPY', name: 'SPDR S&P 500 ETF Trust', market: 'stocks', type: 'ETF' },
  { ticker: 'TSLA', name: 'Tesla, Inc.', market: 'stocks' },
  { ticker: 'X:APPLEUSD', name: 'Apple coin - United States dollar', market: 'crypto' },
  { ticker: 'BACpL', name: 'Bank of America Corporation Preferred Series L', market: 'stocks' },
];

function searchTickers(query: URLSearchParams) {
  const has = (text: string | undefined, part: string) => text?.toLowerCase().includes(part.toLowerCase());
  const [search, market, exact] = [query.get('search'), query.get('market'), query.get('ticker')];
  return TICKERS.filter(
    ({ ticker, name, market: own }) =>
      (search === null || has(ticker, search) || has(name, search)) &&
      (market === null || market === own) &&
      (exact === null || exact === ticker),
  );
}

/** The option chain of AAPL in two pages, with one invalid entry. */
const CALL = 'O:AAPL261218C00250000';
const PUT = 'O:AAPL261218P00250000';

export async function startFakePolygon(): Promise<FakePolygon> {
  const requests: { url: string; authorization: string | undefined }[] = [];
  const scripts: [string, (request: IncomingMessage, response: ServerResponse) => void][] = [];
  const script: FakePolygon['script'] = (path, response) => void scripts.unshift([path, response]);
  const json = (response: ServerResponse, body: unknown, status = 200) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };

  const server = await serveLocally((request, response) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    requests.push({ url: request.url ?? '', authorization: request.headers.authorization });
    const scripted = scripts.find(([path]) => url.pathname.startsWith(path));
    if (scripted !== undefined) return scripted[1](request, response);
    if (request.headers.authorization !== `Bearer ${KEY}`) {
      return json(response, { status: 'ERROR', error: 'Unknown API Key' }, 401);
    }
    if (url.pathname === '/v1/reference/company-branding/x/images/logo.svg') {
      response.writeHead(200, { 'content-type': 'image/svg+xml' });
      response.end('<svg xmlns="http://www.w3.org/2000/svg"/>');
      return;
    }
    const responses: Record<string, unknown> = {
      '/v3/reference/tickers': { status: 'OK', results: searchTickers(url.searchParams) },
      '/v3/reference/tickers/BRK.B': { status: 'OK', results: TICKERS[4] },
      '/v3/reference/tickers/TSLA': { status: 'OK', results: TICKERS[9] },
      '/v3/reference/tickers/I%3ASPX': { status: 'OK', results: TICKERS[6] },
      '/v3/snapshot/options/BRK.B': { status: 'OK', results: [snapshot('O:BRKB261218C00490000', 5)] },
      '/v3/snapshot/options/TSLA': { status: 'OK', results: [snapshot('O:TSLA1261218C00490000', 5)] },
      '/v3/snapshot/options/I%3ASPX': { status: 'OK', results: [snapshot('O:SPXW261218C06800000', 5)] },
      '/v3/reference/tickers/AAPL': {
        status: 'OK',
        results: {
          ticker: 'AAPL',
          name: 'Apple Inc.',
          market: 'stocks',
          primary_exchange: 'XNAS',
          market_cap: 3_968_000_000_000,
          phone_number: '(408) 996-1010',
          address: { address1: 'ONE APPLE PARK WAY', city: 'CUPERTINO', state: 'CA', postal_code: '95014' },
          description: 'Apple is among the largest companies in the world.',
          homepage_url: 'https://www.apple.com',
          branding: { logo_url: `${url.origin}/v1/reference/company-branding/x/images/logo.svg` },
          list_date: '1980-12-12',
        },
      },
      '/v2/aggs/ticker/AAPL/range/1/day/2026-11-18/2026-11-20': {
        ticker: 'AAPL',
        status: 'OK',
        results: [
          { v: 46_000_000, o: 266, c: 268.5, h: 270, l: 265.5, t: 1_763_442_000_000, n: 1 },
          { o: 'broken' },
          { v: 44_000_000, o: 268, c: 267, h: 269, l: 266, t: 1_763_528_400_000, n: 1 },
        ],
      },
      '/v2/aggs/ticker/BRK.B/range/1/day/2026-11-18/2026-11-20': {
        status: 'OK',
        results: [{ v: 4_000_000, o: 490, c: 492, h: 495, l: 488, t: 1_763_442_000_000 }],
      },
      '/v2/aggs/ticker/NOPE/range/1/day/2026-11-18/2026-11-20': { status: 'OK', resultsCount: 0 },
      '/v2/reference/news': {
        status: 'OK',
        count: 2,
        results: [
          {
            id: 'JeJEhAVoKaqJ2zF9nzQYMg07UlEeWlis6Dsop33TPQY',
            publisher: { name: 'MarketWatch', homepage_url: 'https://www.marketwatch.com/' },
            title: 'Incomes are falling at a record 10.9% rate',
            author: 'MarketWatch',
            published_utc: '2026-11-20T17:08:00Z',
            article_url: 'https://www.marketwatch.com/story/incomes-are-falling-11651165705',
            tickers: ['MSFT', 'NFLX'],
            image_url: 'https://images.mktw.net/im-533637/social',
            description: 'Our inflation problem is about to go away.',
          },
          { id: 'no title' },
        ],
        next_url: `${url.origin}/v2/reference/news?cursor=abc`,
      },
      '/v3/snapshot/options/AAPL': {
        status: 'OK',
        results: [snapshot(CALL, 900), { details: {} }],
        next_url: `${url.origin}/v3/snapshot/options/AAPL/next?cursor=abc`,
      },
      '/v3/snapshot/options/AAPL/next': {
        status: 'OK',
        results: [snapshot(PUT, 1_000), snapshot('O:AAPL261218C00990000', 0)],
      },
      [`/v3/trades/${encodeURIComponent(CALL)}`]: {
        status: 'OK',
        results: [
          {
            conditions: [209],
            exchange: 302,
            price: 2.15,
            sip_timestamp: nanoseconds(NOW - 1_000),
            size: 10,
          },
          {
            conditions: [999],
            exchange: 999,
            price: 2.05,
            sip_timestamp: nanoseconds(NOW - 30_000),
            size: 3,
          },
          { exchange: 302, price: 2.1, sip_timestamp: nanoseconds(NOW - 3_600_000), size: 700 },
          { conditions: [201], exchange: 302, price: 9, sip_timestamp: nanoseconds(NOW - 40_000), size: 900 },
        ],
      },
      [`/v3/trades/${encodeURIComponent(PUT)}`]: {
        status: 'OK',
        results: [
          { conditions: [219], exchange: 313, price: 2.1, sip_timestamp: nanoseconds(NOW), size: 20 },
        ],
      },
    };
    const answer = responses[url.pathname];
    if (answer === undefined) json(response, { status: 'NOT_FOUND' }, 404);
    else json(response, answer);
  });
  return {
    ...server,
    requests,
    script,
    serve: (path, results) =>
      script(path, (_, response) => json(response, { status: 'OK', count: results.length, results })),
  };
}
