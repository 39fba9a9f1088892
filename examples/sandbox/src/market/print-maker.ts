import type { MarketDay } from '@openbell/example-server';
import { COMPANIES, type Company } from './companies.ts';
import {
  type Contract,
  createOptionChain,
  type OptionChain,
  type Quote,
  strikeStep,
  tickAt,
} from './option-chain.ts';
import type { DayPath } from './price-path.ts';
import type { Print } from './prints.types.ts';
import { cumulative, normalFrom, pick, type Uniform } from './random.ts';

const MINUTE = 60_000;

/** Exchange ids and their shares of all trades. */
const VENUES = [302, 323, 308, 313, 300, 301, 312, 315, 303, 304, 316, 325, 307, 309, 319, 322] as const;
const VENUE_TOTALS = cumulative([18, 11, 7, 12, 8, 6, 7, 4, 5, 6, 6, 6, 3, 3, 2, 3]);

/** Prices relative to the quote, and their shares of all orders. */
const SIDES = ['ask', 'bid', 'between', 'above', 'below'] as const;
const SIDE_TOTALS = cumulative([37, 34, 24, 2.6, 2.4]);

export interface PrintMakerOptions {
  readonly day: MarketDay;
  /** Start of the session in ms since the epoch. */
  readonly open: number;
  readonly uniform: Uniform;
  /** In the order of `COMPANIES`. */
  readonly paths: readonly DayPath[];
}

/** Chooses the contract, quote, price and exchange of one print at a time. */
export interface PrintMaker {
  /** The contracts that have traded; prints refer to them by index. */
  readonly contracts: readonly Contract[];
  /** The print in progress; overwritten by the next one. */
  readonly print: Print;
  /** The quote of the print in progress. */
  readonly quote: Readonly<Quote>;
  /** Chooses a contract of a company; the further legs of a spread are of the type of the first. */
  chooseContract(company: number, time: number, firstLeg: Contract | null): Contract;
  /** Fills time, contract and quote of the print. `quotedAt` is the moment of the quote. */
  prepare(trade: { company: number; contract: Contract; time: number; quotedAt?: number }): void;
  choosePrice(contract: Contract): void;
  venue(): number;
}

export function createPrintMaker({ day, open, uniform, paths }: PrintMakerOptions): PrintMaker {
  const normal = normalFrom(uniform);
  const chains: (OptionChain | undefined)[] = [];
  const contracts: Contract[] = [];
  const indexes = new Map<Contract, number>();
  const quote: Quote = { bid: 0, ask: 0, delta: 0, iv: 0, value: 0 };
  const print: Print = {
    time: 0,
    contract: 0,
    qty: 0,
    price: 0,
    bid: 0,
    ask: 0,
    delta: 0,
    iv: 0,
    underlying: 0,
    exchange: 0,
    condition: 0,
  };

  const chainOf = (index: number, company: Company): OptionChain => {
    const chain = chains[index] ?? createOptionChain(company, day);
    chains[index] = chain;
    return chain;
  };

  /** Returns the underlying's price in cents at a moment of the session. */
  const spotAt = (index: number, time: number): number => {
    const minutes = paths[index]?.minutes;
    const last = (minutes?.length ?? 1) - 1;
    const at = Math.max(0, Math.min(last - 0.001, (time - open) / MINUTE));
    const minute = Math.floor(at);
    const from = minutes?.[minute] ?? 1;
    const to = minutes?.[minute + 1] ?? from;
    return Math.max(1, Math.round((from + (to - from) * (at - minute)) * 100));
  };

  return {
    contracts,
    print,
    quote,
    chooseContract(index, time, firstLeg) {
      const company = COMPANIES[index] as Company;
      const chain = chainOf(index, company);
      const spot = spotAt(index, time) / 100;
      let expiry = pick(chain.expiryTotals, uniform());
      // Contracts that expire today stop trading at the close.
      if ((chain.expiries[expiry]?.expiresAt ?? 0) <= time) expiry = chain.expiries.length - 1;
      const call = firstLeg === null ? uniform() < 0.56 : firstLeg.call;
      const expiresAt = chain.expiries[expiry]?.expiresAt ?? time;
      const years = Math.max(1 / 365, (expiresAt - time) / (365 * 86_400_000));
      const deviation = company.volatility * Math.sqrt(years);
      // Strikes slightly out of the money trade most.
      const lean = (call ? 0.35 : -0.35) + 0.75 * normal();
      const step = strikeStep(spot, company.daily);
      const strike = Math.max(step, Math.round((spot * Math.exp(lean * deviation)) / step) * step);
      return chain.contract(expiry, strike, call);
    },
    prepare({ company, contract, time, quotedAt = time }) {
      const cents = spotAt(company, quotedAt);
      chainOf(company, contract.company).quote(contract, { spot: cents / 100, at: quotedAt }, quote);
      let at = indexes.get(contract);
      if (at === undefined) {
        at = contracts.length;
        contracts.push(contract);
        indexes.set(contract, at);
      }
      print.time = time;
      print.contract = at;
      print.bid = quote.bid;
      print.ask = quote.ask;
      print.delta = Math.round(quote.delta * 10_000);
      print.iv = Math.round(quote.iv * 10_000);
      print.underlying = cents;
    },
    choosePrice(contract) {
      const tick = tickAt(quote.value, contract.company.weight >= 1);
      const side = SIDES[pick(SIDE_TOTALS, uniform())];
      let price = quote.ask;
      if (side === 'bid') price = quote.bid;
      else if (side === 'above') price = quote.ask + tick;
      else if (side === 'below') price = quote.bid - tick;
      else if (side === 'between') {
        const inside = Math.round((quote.ask - quote.bid) / tick) - 1;
        if (inside > 0) price = quote.bid + tick * (1 + Math.floor(uniform() * inside));
        else price = uniform() < 0.5 ? quote.ask : quote.bid;
      }
      print.price = price > 0 ? price : quote.ask;
    },
    venue: () => VENUES[pick(VENUE_TOTALS, uniform())] ?? 302,
  };
}
