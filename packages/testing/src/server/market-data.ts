// Made-up market data that are the same in every run: tickers, candles, a day of option trades, and what the feed says.

import type { Candle, FeedTradeEvent, TickerDetails, Trade } from '@openbell/core/contract';
import { formatOptionSymbol, parseOptionSymbol } from '@openbell/core/option-symbol';

interface Company {
  readonly ticker: string;
  readonly name: string;
  readonly city: string;
  /** Dollars a share, about. */
  readonly price: number;
  /** Billions of dollars. */
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

/** Numbers from 0 to 1 that look random and never differ: mulberry32. */
export function createDice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

export function detailsOf({ ticker, name, city, cap }: Company): TickerDetails {
  return {
    name,
    ticker,
    market: 'stocks',
    primary_exchange: 'XNAS',
    market_cap: cap * 1e9,
    description: `${name} is made up here as far as its figures go.`,
    phone_number: '+1 303 555 0100',
    address: { address1: '1 Example Way', city, postal_code: '00000', state: 'US' },
    homepage_url: `https://example.com/${ticker.toLowerCase()}`,
    branding: { logo_url: null },
  };
}

const DAY = 86_400;
const mostCandles = 1_500;

/** Candles of so many seconds from one moment to another, in unix seconds. */
export function candlesOf(company: Company, seconds: number, from: number, to: number): readonly Candle[] {
  const candles: Candle[] = [];
  const last = Math.floor(to / seconds);
  for (let index = Math.max(Math.ceil(from / seconds), last - mostCandles + 1); index <= last; index += 1) {
    // Each candle has dice of its own, so that a longer range tells the same of it.
    const dice = createDice(index * 31 + company.price);
    const wave = 1 + 0.08 * Math.sin(index / 17) + 0.03 * Math.sin(index / 5);
    const open = company.price * wave * (0.995 + dice() / 100);
    const close = company.price * wave * (0.995 + dice() / 100);
    const cents = (price: number): number => Math.round(price * 100) / 100;
    candles.push({
      time: index * seconds,
      open: cents(open),
      high: cents(Math.max(open, close) * (1 + dice() / 100)),
      low: cents(Math.min(open, close) * (1 - dice() / 100)),
      close: cents(close),
      volume: Math.round((20e6 + dice() * 40e6) * (seconds / DAY)),
    });
  }
  return candles;
}

const exchanges = ['CBOE', 'ISE', 'PHLX', 'ARCA', 'MIAX'] as const;

interface MadeTrade {
  readonly company: Company;
  readonly symbol: string;
  readonly size: number;
  readonly price: number;
  readonly roll: number;
}

/** One trade by the dice: expiries from a week to two months after `now`, strikes around the share's price. */
export function makeTrade(dice: () => number, now: number): MadeTrade {
  const company = companies[Math.floor(dice() * companies.length)] ?? (companies[0] as Company);
  const expiry = new Date(now + Math.ceil(1 + dice() * 8) * 7 * DAY * 1000).toISOString().slice(0, 10);
  const type = dice() < 0.55 ? 'call' : 'put';
  const strike = Math.round((company.price * (0.85 + dice() * 0.3)) / 5) * 5000;
  const symbol = formatOptionSymbol({ root: company.ticker, expiry, type, strike });
  const size = Math.max(1, Math.round(dice() ** 6 * 900));
  return { company, symbol, size, price: Math.round((0.3 + dice() * 9) * 100) / 100, roll: dice() };
}

export function rowOf({ company, symbol, size, price, roll }: MadeTrade, time: number): Trade {
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

export function eventOf({ symbol, size, price }: MadeTrade, time: number, sequence: number): FeedTradeEvent {
  return { ev: 'T', sym: `O:${symbol}`, x: 312, p: price, s: size, c: [227], t: time, q: sequence };
}
