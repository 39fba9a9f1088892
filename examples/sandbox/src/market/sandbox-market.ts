import type { TickerDetails } from '@openbell/core/contract';
import { tickerKey, underlyingOf } from '@openbell/core/option-symbol';
import {
  BIGGEST_LIMIT,
  latestSession,
  logoPath,
  type MarketDataProvider,
  type MarketDay,
  previousTradingDay,
  sessionOf,
  TIME_SALES_LIMIT,
} from '@openbell/example-server';
import { COMPANIES, type Company, companyOf } from './companies.ts';
import { drawnLogo } from './drawn-logo.ts';
import { createPriceHistory, type PriceHistory } from './price-path.ts';
import { newestRows, type TapePart, topByPremium } from './tape-rows.ts';
import { createTradeDay, rowsUntil, type TradeDay } from './trade-day.ts';

export interface SandboxMarketOptions {
  /** The same seed gives the same market. Default `openbell`. */
  readonly seed?: string;
  /** Trades of one session. Default 500,000; at least 60,000, so that a tape is never thin. */
  readonly tradesPerDay?: number;
  /** Milliseconds of the epoch. */
  readonly now: () => number;
}

/** The simulated market: the provider, and its trade days for the sandbox feed. */
export interface SandboxMarket extends MarketDataProvider {
  readonly kind: 'sandbox';
  /** Returns all trades of a session; generated once and cached. */
  tradeDay(day: MarketDay): Promise<TradeDay>;
}

/** Returns whether a provider is the simulated market. */
export function isSandboxMarket(market: MarketDataProvider): market is SandboxMarket {
  return market.kind === 'sandbox' && 'tradeDay' in market;
}

/** A tape with fewer rows than this is filled up from the session before. */
const FULL_TAPE = 60_000;
/** Sessions kept in memory: today's, yesterday's, and one while the day turns. */
const KEPT_DAYS = 3;
const CANDLES_LIMIT = 5_000;
const SUGGESTIONS_LIMIT = 100;
const MINUTE = 60_000;

/**
 * The default market of the reference server, which needs no account and no internet. Everything in it is made up
 * from the seed: names and addresses are public facts, prices and trades are not.
 */
export function createSandboxMarket(options: SandboxMarketOptions): SandboxMarket {
  const seed = options.seed ?? 'openbell';
  const tradesPerDay = Math.max(FULL_TAPE, Math.floor(options.tradesPerDay ?? 500_000));
  const histories = new Map<Company, PriceHistory>();
  const days = new Map<MarketDay, Promise<TradeDay>>();

  const history = (company: Company): PriceHistory => {
    const known = histories.get(company);
    if (known !== undefined) return known;
    const made = createPriceHistory(seed, company);
    histories.set(company, made);
    return made;
  };

  const tradeDay = (day: MarketDay): Promise<TradeDay> => {
    const known = days.get(day);
    if (known !== undefined) return known;
    const made = createTradeDay({ seed, day, count: tradesPerDay, history });
    days.set(day, made);
    // Failures are not cached.
    made.catch(() => days.delete(day));
    for (const old of days.keys()) {
      if (days.size <= KEPT_DAYS) break;
      days.delete(old);
    }
    return made;
  };

  /** The sessions of the present tape, newest first, each up to its last row by now. */
  const tape = async (): Promise<TapePart[]> => {
    const now = minuteOf(options.now());
    const newest = await tradeDay(latestSession(now));
    const end = rowsUntil(newest, now);
    if (end >= FULL_TAPE) return [{ trades: newest, end }];
    const before = await tradeDay(previousTradingDay(newest.day));
    return [
      { trades: newest, end },
      { trades: before, end: before.count },
    ];
  };

  return {
    kind: 'sandbox',
    tradeDay,

    async searchTickers(query) {
      const text = query.trim().toUpperCase();
      if (text === '') return [];
      return COMPANIES.map((company) => ({ ticker: company.ticker, rank: rank(company, text) }))
        .filter(({ rank }) => rank < UNRELATED)
        .sort((a, b) => a.rank - b.rank || a.ticker.length - b.ticker.length)
        .slice(0, SUGGESTIONS_LIMIT)
        .map(({ ticker }) => ({ label: ticker, value: ticker }));
    },

    async tickerDetails(ticker) {
      const company = companyOf(ticker);
      return company === undefined ? null : detailsOf(company);
    },

    async tickerLogo(ticker) {
      const company = companyOf(ticker);
      return company === undefined ? null : drawnLogo(company.ticker);
    },

    async candles(ticker, { interval, from, to }) {
      const company = companyOf(ticker);
      if (company === undefined) return null;
      return history(company).candles({ interval, from, to, now: options.now(), limit: CANDLES_LIMIT });
    },

    timeSalesVersion() {
      const now = minuteOf(options.now());
      const day = latestSession(now);
      const { close } = sessionOf(day);
      return now > close ? day : `${day}/${now}`;
    },

    async timeSales(ticker) {
      const company = ticker === '' ? null : companyOf(ticker);
      if (company === undefined) return { data: [], biggest_data: [] };
      const parts = await tape();
      return {
        data: newestRows(parts, company, TIME_SALES_LIMIT),
        biggest_data: topByPremium(parts.slice(0, 1), company, BIGGEST_LIMIT),
      };
    },
  };
}

/** Time and sales grow once a minute, so responses are cached for a minute. */
function minuteOf(now: number): number {
  return Math.floor(now / MINUTE) * MINUTE;
}

const UNRELATED = 4;

/** Exact, then beginning with the text, then containing it, then by name alone. */
function rank({ root, name }: Company, text: string): number {
  const key = tickerKey(text);
  if (root === key || root === underlyingOf(text)) return 0;
  if (key !== '' && root.startsWith(key)) return 1;
  if (key !== '' && root.includes(key)) return 2;
  return name.toUpperCase().includes(text) ? 3 : UNRELATED;
}

function detailsOf(company: Company): TickerDetails {
  const [address1, city, state, postalCode] = company.address;
  return {
    name: company.name,
    ticker: company.ticker,
    market: company.market,
    primary_exchange: company.exchange,
    market_cap: company.marketCap === null ? null : company.marketCap * 1e9,
    description: company.description,
    phone_number: company.phone,
    address: { address1, city, postal_code: postalCode, state },
    homepage_url: company.homepage,
    branding: { logo_url: logoPath(company.ticker) },
  };
}
