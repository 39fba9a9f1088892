import type { Candle, TickerDetails, TickerOption } from '@openbell/core/contract';
import { dayOf, latestSession, sessionOf } from '../calendar.ts';
import {
  BIGGEST_LIMIT,
  type CandleInterval,
  logoPath,
  type MarketDataProvider,
  TIME_SALES_LIMIT,
  type TickerLogo,
  type TimeSales,
} from '../market.types.ts';
import { createMemo } from '../memo.ts';
import { createPolygonClient, type PolygonClient, type PolygonClientOptions } from './polygon-client.ts';
import {
  aggregatesSchema,
  type OptionSnapshot,
  optionChainSchema,
  optionTradesSchema,
  tickerSchema,
} from './polygon-shapes.ts';
import { type TapeRow, tapeRow, toTimeSales } from './polygon-tape.ts';
import { firstFound, searchPolygon, tickerSpellings } from './ticker-spellings.ts';

export interface PolygonMarketOptions extends PolygonClientOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** The underlyings of the tape of all tickers, as REST has no call for all trades of the market. */
  readonly underlyings?: readonly string[];
  /** How many contracts of an underlying are read, the ones with the most volume. Default 20. */
  readonly contracts?: number;
}

const SPANS: Readonly<Record<CandleInterval, readonly [multiplier: string, timespan: string]>> = {
  '5m': ['5', 'minute'],
  '1h': ['1', 'hour'],
  '1d': ['1', 'day'],
};
type CandleSpan = readonly [multiplier: string, timespan: string, from: string, to: string];
const LOGOS_KEPT = 2_000;
const TAPE_KEPT_MS = 30_000;
const CONCURRENCY = 5;
const TRADES_PER_CONTRACT = 2_500;
/** Maximum number of pages of a chain, of 250 contracts each. */
const CHAIN_PAGES = 8;
/** Maximum number of pages of candles. Eight have a year of minutes: the provider counts 50,000 minutes per page. */
const CANDLE_PAGES = 8;

/**
 * Market data of Polygon.io's REST API. The tape is incomplete: for one underlying the trades of the contracts with the most
 * volume, for all tickers the last trade of each contract of a few underlyings. Logos need the key, so this server fetches
 * and serves them.
 */
export function createPolygonMarket(options: PolygonMarketOptions): MarketDataProvider {
  const { now } = options;
  const client = createPolygonClient(options);
  const underlyings = options.underlyings ?? ['SPY', 'QQQ', 'AAPL', 'NVDA', 'TSLA'];
  const contracts = options.contracts ?? 20;
  const searches = createMemo<readonly TickerOption[]>({ now, keepFor: 3_600_000, limit: 2_000 });
  const details = createMemo<TickerDetails | null>({ now, keepFor: 6 * 3_600_000, limit: 1_000 });
  const candles = createMemo<readonly Candle[]>({ now, keepFor: 60_000, limit: 500 });
  const logos = createMemo<TickerLogo | null>({ now, keepFor: 24 * 3_600_000, limit: 200 });
  const chains = createMemo<readonly OptionSnapshot[]>({ now, keepFor: TAPE_KEPT_MS, limit: 50 });

  const logoUrls = createLogoUrls();

  const chainOf = async (ticker: string) => {
    const read = (spelling: string) => chains.get(spelling, () => readChain(client, spelling));
    return (await firstFound(tickerSpellings(ticker), read, ({ length }) => length > 0)) ?? [];
  };

  const tapeOfOne = async (ticker: string): Promise<TapeRow[]> => {
    const busiest = (await chainOf(ticker))
      .filter((snapshot) => (snapshot.day?.volume ?? 0) > 0)
      .toSorted((a, b) => (b.day?.volume ?? 0) - (a.day?.volume ?? 0))
      .slice(0, contracts);
    const since = `${sessionOf(latestSession(now())).open}000000`;
    const lists = await mapConcurrently(busiest, CONCURRENCY, async (snapshot) => {
      const symbol = `O:${snapshot.details.ticker.replace(/^O:/, '')}`;
      const query = {
        'timestamp.gte': since,
        order: 'desc',
        sort: 'timestamp',
        limit: `${TRADES_PER_CONTRACT}`,
      };
      const response = await client.get(['v3', 'trades', symbol], query, optionTradesSchema);
      return (response?.results ?? []).map((trade) => tapeRow(snapshot, trade));
    });
    return lists.flat().filter((row) => row !== null);
  };

  const tapeOfAll = async (): Promise<TapeRow[]> => {
    const chainsOfAll = await mapConcurrently(underlyings, CONCURRENCY, chainOf);
    return chainsOfAll
      .flat()
      .map((snapshot) => (snapshot.last_trade === undefined ? null : tapeRow(snapshot, snapshot.last_trade)))
      .filter((row) => row !== null);
  };

  const readDetails = async (ticker: string): Promise<TickerDetails | null> => {
    const response = await client.get(['v3', 'reference', 'tickers', ticker], {}, tickerSchema);
    if (response === null) return null;
    const { results } = response;
    return {
      ...results,
      market_cap: results.market_cap ?? null,
      address: results.address ?? { address1: '', city: '', postal_code: '', state: '' },
      branding: { logo_url: logoUrls.remember(results.ticker, results.branding) },
    };
  };

  return {
    kind: 'polygon',

    searchTickers(query) {
      const search = query.trim();
      if (search === '') return Promise.resolve([]);
      return searches.get(search.toUpperCase(), async () => {
        const tickers = await searchPolygon(client, search);
        return tickers.map((ticker) => ({ label: ticker, value: ticker }));
      });
    },

    tickerDetails(ticker) {
      return details.get(ticker, () =>
        firstFound(tickerSpellings(ticker), readDetails, (found) => found !== null),
      );
    },

    async tickerLogo(ticker) {
      const url = logoUrls.get(ticker);
      return url === undefined ? null : logos.get(ticker, () => client.picture(url));
    },

    candles(ticker, { interval, from, to }) {
      const [multiplier, timespan] = SPANS[interval];
      // Daily candles are requested by date, others by the minute, so that similar requests share a cache entry.
      const edge = (seconds: number) =>
        interval === '1d' ? dayOf(seconds * 1000) : `${Math.floor(seconds / 60) * 60_000}`;
      const span: CandleSpan = [multiplier, timespan, edge(from), edge(to)];
      return candles.get(`${ticker}/${span.join('/')}`, async () => {
        const read = (spelling: string) => readCandles(client, spelling, span);
        return (await firstFound(tickerSpellings(ticker), read, ({ length }) => length > 0)) ?? [];
      });
    },

    timeSalesVersion() {
      return `${Math.floor(now() / TAPE_KEPT_MS)}`;
    },

    async timeSales(ticker): Promise<TimeSales> {
      const rows = ticker === '' ? await tapeOfAll() : await tapeOfOne(ticker);
      return toTimeSales(rows, TIME_SALES_LIMIT, BIGGEST_LIMIT);
    },
  };
}

/** URLs of the logos of the tickers whose details were read, the newest {@link LOGOS_KEPT}. */
function createLogoUrls() {
  const urls = new Map<string, string>();
  return {
    get: (ticker: string) => urls.get(ticker),
    /** Returns the path of the logo on this server; null without one. */
    remember(ticker: string, branding: { logo_url: string; icon_url: string } | undefined): string | null {
      const url = branding?.icon_url || branding?.logo_url || '';
      if (url === '') return null;
      // Requests name it in upper case.
      const key = ticker.toUpperCase();
      urls.delete(key);
      urls.set(key, url);
      for (const oldest of urls.keys()) {
        if (urls.size <= LOGOS_KEPT) break;
        urls.delete(oldest);
      }
      return logoPath(key);
    },
  };
}

function readChain(client: PolygonClient, underlying: string): Promise<OptionSnapshot[]> {
  const first = client.get(['v3', 'snapshot', 'options', underlying], { limit: '250' }, optionChainSchema);
  return readPages(first, CHAIN_PAGES, (url) => client.next(url, optionChainSchema));
}

async function readCandles(
  client: PolygonClient,
  ticker: string,
  span: CandleSpan,
): Promise<readonly Candle[]> {
  const first = client.get(
    ['v2', 'aggs', 'ticker', ticker, 'range', ...span],
    // The newest first: a range with too many pages lacks its oldest candles.
    { adjusted: 'true', sort: 'desc', limit: '50000' },
    aggregatesSchema,
  );
  const rows = await readPages(first, CANDLE_PAGES, (url) => client.next(url, aggregatesSchema));
  return rows
    .map(({ t, o, h, l, c, v }) => ({
      time: Math.floor(t / 1000),
      open: o,
      high: h,
      low: l,
      close: c,
      volume: v,
    }))
    .sort((a, b) => a.time - b.time);
}

interface Page<Row> {
  readonly results: readonly Row[];
  readonly next_url?: string | undefined;
}

/** Returns the rows of at most `maxPages` pages. */
async function readPages<Row>(
  first: Promise<Page<Row> | null>,
  maxPages: number,
  next: (url: string) => Promise<Page<Row> | null>,
): Promise<Row[]> {
  const found: (readonly Row[])[] = [];
  let page = await first;
  while (page !== null) {
    found.push(page.results);
    if (page.next_url === undefined || found.length >= maxPages) break;
    page = await next(page.next_url);
  }
  return found.flat();
}

/** Maps items with at most `concurrency` calls at a time. Results are in the order of the items. */
async function mapConcurrently<T, R>(
  items: readonly T[],
  concurrency: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = new Array(items.length);
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const index = next;
      next += 1;
      results[index] = await work(items[index] as T);
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker));
  return results;
}
