import { formatOptionSymbol } from '@openbell/core/option-symbol';
import { type MarketDay, sessionOf } from '@openbell/example-server';
import { blackScholes } from './black-scholes.ts';
import type { Company } from './companies.ts';
import { expiriesFrom } from './option-expiries.ts';
import { cumulative } from './random.ts';

const RATE = 0.041;
const YEAR_MS = 365 * 86_400_000;
/** Minimum time value: ten minutes. */
const SHORTEST_YEARS = 10 / (365 * 24 * 60);

/** One listed contract. */
export interface Contract {
  readonly company: Company;
  /** `AAPL251219C00150000`. */
  readonly symbol: string;
  readonly expiresAt: number;
  /** Dollars. */
  readonly strike: number;
  readonly call: boolean;
}

/** The quote of a contract. Money in cents, so that it is exact. */
export interface Quote {
  bid: number;
  ask: number;
  delta: number;
  iv: number;
  /** The theoretical value in cents, a fraction included. */
  value: number;
}

/** Returns the distance between strikes in dollars for an underlying at this price. */
export function strikeStep(price: number, daily: boolean): number {
  if (daily) return 1;
  if (price < 30) return 0.5;
  if (price < 90) return 1;
  if (price < 250) return 2.5;
  if (price < 600) return 5;
  return 10;
}

/** Returns the tick size in cents; penny-program underlyings always trade in cents. */
export function tickAt(cents: number, penny: boolean): number {
  return penny || cents < 300 ? 1 : 5;
}

/**
 * Returns the implied volatility by moneyness, in deviations (negative: below the spot), and time. Lower strikes have a
 * higher one (skew), both wings rise, and short expiries curve more.
 */
export function smile(company: Company, moneyness: number, years: number): number {
  const bend = Math.min(1.6, 1 / Math.sqrt(years * 12 + 0.25));
  const term =
    1 + 0.06 * Math.log1p(years * 4) - (company.volatility > 0.5 ? 0.05 * Math.log1p(years * 4) : 0);
  const skew = -0.055 * moneyness + 0.022 * moneyness * moneyness * bend;
  return Math.min(4, Math.max(0.05, company.volatility * term * (1 + skew)));
}

/** The option chain of one underlying on one day. Contracts are created on demand. */
export interface OptionChain {
  readonly company: Company;
  readonly expiries: readonly { readonly day: MarketDay; readonly expiresAt: number }[];
  /** Running totals of how much each expiry trades, for `pick`. */
  readonly expiryTotals: Float64Array;
  contract(expiry: number, strike: number, call: boolean): Contract;
  /** Writes the quote of a contract at `at` (epoch ms) with the underlying at `spot` dollars into `into`. */
  quote(contract: Contract, moment: { readonly spot: number; readonly at: number }, into: Quote): void;
}

export function createOptionChain(company: Company, day: MarketDay): OptionChain {
  const days = expiriesFrom(day, { weeks: 6, months: 6, daily: company.daily });
  const expiries = days.map((expiry) => ({ day: expiry, expiresAt: sessionOf(expiry).close }));
  const begins = sessionOf(day).open;
  // Near expiries trade more.
  const expiryTotals = cumulative(
    expiries.map(({ expiresAt }) => {
      const daysLeft = (expiresAt - begins) / 86_400_000;
      return 1 / (0.6 + daysLeft) + 0.012;
    }),
  );
  const contracts = new Map<number, Contract>();
  const penny = company.weight >= 1;

  return {
    company,
    expiries,
    expiryTotals,
    contract(expiry, strike, call) {
      const thousandths = Math.round(strike * 1000);
      const key = (thousandths * 64 + expiry) * 2 + (call ? 1 : 0);
      const known = contracts.get(key);
      if (known !== undefined) return known;
      const at = expiries[expiry];
      if (at === undefined) throw new RangeError(`no expiry ${expiry} in the chain of ${company.ticker}`);
      const made: Contract = {
        company,
        symbol: formatOptionSymbol({
          root: company.root,
          expiry: at.day,
          type: call ? 'call' : 'put',
          strike: thousandths,
        }),
        expiresAt: at.expiresAt,
        strike,
        call,
      };
      contracts.set(key, made);
      return made;
    },
    quote(contract, { spot, at }, into) {
      const years = Math.max(SHORTEST_YEARS, (contract.expiresAt - at) / YEAR_MS);
      const deviation = company.volatility * Math.sqrt(years);
      const moneyness = Math.max(-5, Math.min(5, Math.log(contract.strike / spot) / deviation));
      const volatility = smile(company, moneyness, years);
      const { price, delta } = blackScholes({
        spot,
        strike: contract.strike,
        years,
        volatility,
        rate: RATE,
        dividendYield: company.dividendYield,
        call: contract.call,
      });
      const value = price * 100;
      const tick = tickAt(value, penny);
      const half = Math.max(0.5 * tick, value * (penny ? 0.006 : 0.016));
      const bid = Math.max(0, Math.floor((value - half) / tick) * tick);
      into.value = value;
      into.bid = bid;
      into.ask = Math.max(bid + tick, Math.ceil((value + half) / tick) * tick);
      into.delta = delta;
      into.iv = volatility;
    },
  };
}
