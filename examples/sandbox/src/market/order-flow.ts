import type { MarketDay } from '../../../server/src/providers/market/calendar.ts';
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
import { cumulative, normalFrom, pick, type Uniform } from './random.ts';
import type { Print, TradeColumns } from './trade-day.ts';

const MINUTE = 60_000;

/** Exchanges by id, with their parts of the trading. */
const VENUES = [302, 323, 308, 313, 300, 301, 312, 315, 303, 304, 316, 325, 307, 309, 319, 322] as const;
const VENUE_TOTALS = cumulative([18, 11, 7, 12, 8, 6, 7, 4, 5, 6, 6, 6, 3, 3, 2, 3]);

/** Kinds of orders, with their parts of all orders. */
const KINDS = ['auto', 'sweep', 'spread', 'auction', 'cross', 'floor', 'late', 'cancel'] as const;
const KIND_TOTALS = cumulative([61, 9, 10, 12, 2.2, 1.2, 0.35, 0.25]);

/** How the price of an order stands to the quote: the parts of all orders. */
const SIDES = ['ask', 'bid', 'between', 'above', 'below'] as const;
const SIDE_TOTALS = cumulative([37, 34, 24, 2.6, 2.4]);

/** Sizes of ordinary orders: most are small, a long tail (Pareto) reaches into the thousands. */
function orderSize(uniform: Uniform): number {
  const at = uniform();
  if (at < 0.36) return 1;
  if (at < 0.62) return 2 + Math.floor(uniform() * 4);
  if (at < 0.72) return 10;
  const tail = Math.floor(5 * (1 - uniform()) ** (-1 / 1.22));
  return Math.min(tail, 12_000);
}

export interface OrderFlow {
  readonly contracts: readonly Contract[];
  /** Adds orders of a minute until the columns hold `until` rows. */
  fillMinute(minute: number, until: number): void;
}

/** Makes the orders that become prints: who trades what, when, at which price, under which condition. */
export function createOrderFlow(options: {
  day: MarketDay;
  open: number;
  uniform: Uniform;
  /** By the order of `COMPANIES`. */
  paths: readonly DayPath[];
  columns: TradeColumns;
}): OrderFlow {
  const { day, open, uniform, paths, columns } = options;
  const normal = normalFrom(uniform);
  const companyTotals = cumulative(COMPANIES.map((company) => company.weight));
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
    const known = chains[index];
    if (known !== undefined) return known;
    const made = createOptionChain(company, day);
    chains[index] = made;
    return made;
  };

  /** The underlying's price in cents at a moment of the session. */
  const spotAt = (index: number, time: number): number => {
    const minutes = paths[index]?.minutes;
    const at = Math.max(0, Math.min(389.999, (time - open) / MINUTE));
    const minute = Math.floor(at);
    const from = minutes?.[minute] ?? 1;
    const to = minutes?.[minute + 1] ?? from;
    return Math.max(1, Math.round((from + (to - from) * (at - minute)) * 100));
  };

  const chooseContract = (index: number, time: number, legOf: Contract | null): Contract => {
    const company = COMPANIES[index] as Company;
    const chain = chainOf(index, company);
    const spot = spotAt(index, time) / 100;
    let expiry = pick(chain.expiryTotals, uniform());
    // An expiry of today is over when its session is.
    if ((chain.expiries[expiry]?.expiresAt ?? 0) <= time) expiry = chain.expiries.length - 1;
    const call = legOf === null ? uniform() < 0.56 : legOf.call;
    const years = Math.max(
      1 / 365,
      ((chain.expiries[expiry]?.expiresAt ?? time) - time) / (365 * 86_400_000),
    );
    const deviation = company.volatility * Math.sqrt(years);
    // A little out of the money is where most of the trading is.
    const lean = (call ? 0.35 : -0.35) + 0.75 * normal();
    const step = strikeStep(spot, company.daily);
    const strike = Math.max(step, Math.round((spot * Math.exp(lean * deviation)) / step) * step);
    return chain.contract(expiry, strike, call);
  };

  const prepare = (index: number, contract: Contract, time: number, quotedAt: number): void => {
    const cents = spotAt(index, quotedAt);
    chainOf(index, contract.company).quote(contract, cents / 100, quotedAt, quote);
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
  };

  const choosePrice = (contract: Contract): void => {
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
    // Nothing trades for nothing.
    print.price = price > 0 ? price : quote.ask;
  };

  const venue = (): number => VENUES[pick(VENUE_TOTALS, uniform())] ?? 302;

  const single = (index: number, time: number, condition: number, size: number): void => {
    const contract = chooseContract(index, time, null);
    prepare(index, contract, time, time);
    choosePrice(contract);
    print.qty = size;
    print.exchange = venue();
    print.condition = condition;
    columns.add(print);
  };

  /** One order filled on several exchanges within milliseconds, at the ask or the bid. */
  const sweep = (index: number, time: number): void => {
    const contract = chooseContract(index, time, null);
    prepare(index, contract, time, time);
    print.price = uniform() < 0.58 || quote.bid === 0 ? quote.ask : quote.bid;
    print.condition = 219;
    const fills = 2 + Math.floor(uniform() * 5);
    for (let fill = 0; fill < fills; fill += 1) {
      print.qty = orderSize(uniform);
      print.exchange = venue();
      columns.add(print);
      print.time += Math.floor(uniform() * 9);
    }
  };

  /** Two to four legs of one underlying, reported together with one size. */
  const spread = (index: number, time: number): void => {
    const condition = [232, 233, 236, 234][Math.floor(uniform() * 3.2)] ?? 232;
    const legs = uniform() < 0.8 ? 2 : 4;
    const size = orderSize(uniform);
    const exchange = venue();
    let first: Contract | null = null;
    for (let leg = 0; leg < legs; leg += 1) {
      const contract = chooseContract(index, time, first);
      first ??= contract;
      prepare(index, contract, time, time);
      choosePrice(contract);
      print.qty = size;
      print.exchange = exchange;
      print.condition = condition;
      columns.add(print);
    }
  };

  /** A print reported late: its quote and price are those of a while ago. */
  const late = (index: number, time: number): void => {
    const contract = chooseContract(index, time, null);
    const before = Math.max(open, time - 20_000 - uniform() * 200_000);
    prepare(index, contract, time, before);
    choosePrice(contract);
    print.qty = orderSize(uniform);
    print.exchange = venue();
    print.condition = uniform() < 0.6 ? 204 : 202;
    columns.add(print);
  };

  /** Takes back one of the last ordinary small prints: same contract, price and size. */
  const cancel = (index: number, time: number): void => {
    const { count } = columns;
    for (let attempt = 0; attempt < 8; attempt += 1) {
      const row = count - 1 - Math.floor(uniform() * Math.min(count, 1_500));
      if (row < 0 || columns.isVoid(row)) continue;
      columns.read(row, print);
      // The newest print like it is the one that a cancel means, so one with a twin after it is left alone.
      if (print.condition !== 209 || print.qty > 9 || print.time > time - 500 || hasTwin(row)) continue;
      columns.read(row, print);
      columns.markVoid(row);
      columns.markVoid(count);
      print.time = time;
      print.condition = uniform() < 0.85 ? 201 : 203;
      columns.add(print);
      return;
    }
    single(index, time, 209, orderSize(uniform));
  };

  const twin: Print = { ...print };
  const hasTwin = (row: number): boolean => {
    for (let later = row + 1; later < columns.count; later += 1) {
      columns.read(later, twin);
      if (twin.contract === print.contract && twin.price === print.price && twin.qty === print.qty)
        return true;
    }
    return false;
  };

  const auto = (index: number, time: number): void => single(index, time, 209, orderSize(uniform));

  const orders: Readonly<Record<(typeof KINDS)[number], (index: number, time: number) => void>> = {
    auto,
    sweep,
    spread,
    late,
    cancel,
    auction: (index, time) => single(index, time, uniform() < 0.7 ? 227 : 228, orderSize(uniform)),
    cross: (index, time) => single(index, time, uniform() < 0.8 ? 229 : 230, 5 + orderSize(uniform) * 8),
    floor: (index, time) => single(index, time, uniform() < 0.5 ? 231 : 235, 50 + orderSize(uniform) * 20),
  };

  return {
    contracts,
    fillMinute(minute, until) {
      const begin = open + minute * MINUTE;
      const needed = until - columns.count;
      if (needed <= 0) return;
      // Times of a minute are made in order: exponential gaps, squeezed so that the expected orders fit into it.
      const gap = (MINUTE * 1.5) / needed;
      let time = begin;
      while (columns.count < until) {
        time += -Math.log(1 - uniform()) * gap;
        if (time >= begin + MINUTE) time = begin + uniform() * MINUTE;
        const kind = KINDS[pick(KIND_TOTALS, uniform())] ?? 'auto';
        orders[kind](pick(companyTotals, uniform()), Math.floor(time));
      }
    },
  };
}
