// Deterministic market data: tickers, candles, a day of option trades, and feed events.
import type { Candle, FeedTradeEvent, TickerDetails, Trade } from '@openbell/core/contract';
import { formatOptionSymbol, parseOptionSymbol } from '@openbell/core/option-symbol';

interface Company {
  readonly ticker: string;
  readonly name: string;
  readonly city: string;
  /** Approximate share price in dollars. */
  readonly price: number;
  /** Market capitalization in billions of dollars. */
  readonly cap: number;
}

export const companies: readonly Company[] = [
  { ticker: 'AAPL', name: 'Apple Inc.', city: 'Cupertino', price: 228, cap: 3_400 },
  { ticker: 'MSFT', name: 'Microsoft Corporation', city: 'Redmond', price: 415, cap: 3_080 },
  { ticker: 'NVDA', name: 'NVIDIA Corporation', city: 'Santa Clara', price: 142, cap: 3_480 },
  { ticker: 'TSLA', name: 'Tesla, Inc.', city: 'Austin', price: 352, cap: 1_130 },
  { ticker: 'AMZN', name: 'Amazon.com, Inc.', city: 'Seattle', price: 197, cap: 2_070 },
  { ticker: 'SPY', name: 'SPDR S&P 500 ETF Trust', city: 'Boston', price: 595, cap: 610 },
];

/** Returns a seeded generator of pseudorandom numbers from 0 to 1 (mulberry32). */
export function createSeededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

export function tickerDetailsOf({ ticker, name, city, cap }: Company): TickerDetails {
  return {
    name,
    ticker,
    market: 'stocks',
    primary_exchange: 'XNAS',
    market_cap: cap * 1e9,
    description: `The figures of ${name} are made up.`,
    phone_number: '+1 303 555 0100',
    address: { address1: '1 Example Way', city, postal_code: '00000', state: 'US' },
    homepage_url: `https://example.com/${ticker.toLowerCase()}`,
    branding: { logo_url: null },
  };
}

const DAY = 86_400;
const mostCandles = 1_500;

/** Generates candles. `seconds` is the length of a candle; `from` and `to` are unix seconds. */
export function candlesOf(
  company: Company,
  { seconds, from, to }: { readonly seconds: number; readonly from: number; readonly to: number },
): readonly Candle[] {
  const candles: Candle[] = [];
  const last = Math.floor(to / seconds);
  for (let index = Math.max(Math.ceil(from / seconds), last - mostCandles + 1); index <= last; index += 1) {
    // Each candle has its own seed, so that it is the same in every range.
    const random = createSeededRandom(index * 31 + company.price);
    const wave = 1 + 0.08 * Math.sin(index / 17) + 0.03 * Math.sin(index / 5);
    const open = company.price * wave * (0.995 + random() / 100);
    const close = company.price * wave * (0.995 + random() / 100);
    const cents = (price: number): number => Math.round(price * 100) / 100;
    candles.push({
      time: index * seconds,
      open: cents(open),
      high: cents(Math.max(open, close) * (1 + random() / 100)),
      low: cents(Math.min(open, close) * (1 - random() / 100)),
      close: cents(close),
      volume: Math.round((20e6 + random() * 40e6) * (seconds / DAY)),
    });
  }
  return candles;
}

const exchanges = ['CBOE', 'ISE', 'PHLX', 'ARCA', 'MIAX'] as const;

interface GeneratedTrade {
  readonly company: Company;
  readonly symbol: string;
  readonly size: number;
  readonly price: number;
  readonly roll: number;
}

/** Generates a trade with an expiry one week to two months after `now` and a strike near the share price. */
export function generateTrade(random: () => number, now: number): GeneratedTrade {
  const company = companies[Math.floor(random() * companies.length)] ?? (companies[0] as Company);
  const expiry = new Date(now + Math.ceil(1 + random() * 8) * 7 * DAY * 1000).toISOString().slice(0, 10);
  const type = random() < 0.55 ? 'call' : 'put';
  const strike = Math.round((company.price * (0.85 + random() * 0.3)) / 5) * 5000;
  const symbol = formatOptionSymbol({ root: company.ticker, expiry, type, strike });
  const size = Math.max(1, Math.round(random() ** 6 * 900));
  return { company, symbol, size, price: Math.round((0.3 + random() * 9) * 100) / 100, roll: random() };
}

export function toTradeRow({ company, symbol, size, price, roll }: GeneratedTrade, time: number): Trade {
  const isCall = parseOptionSymbol(symbol)?.type === 'call';
  return {
    time: new Date(time).toISOString(),
    option: symbol,
    qty: size,
    price,
    exchange: exchanges[Math.floor(roll * exchanges.length)] ?? 'CBOE',
    market: `${(price - 0.05).toFixed(2)}x${(price + 0.05).toFixed(2)}`,
    delta: Math.round((isCall ? roll : roll - 1) * 100) / 100,
    iv: Math.round((0.2 + roll / 2) * 1000) / 1000,
    underlying: company.price,
    condition: roll > 0.9 ? 'Intermarket Sweep' : 'Auto Execution',
    type: roll < 0.4 ? 1 : roll < 0.8 ? 3 : 2,
    contract_type: isCall ? 1 : 2,
  };
}

export function toFeedEvent(
  { symbol, size, price }: GeneratedTrade,
  time: number,
  sequence: number,
): FeedTradeEvent {
  return { ev: 'T', sym: `O:${symbol}`, x: 312, p: price, s: size, c: [227], t: time, q: sequence };
}
