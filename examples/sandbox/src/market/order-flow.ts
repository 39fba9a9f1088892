import { COMPANIES } from './companies.ts';
import type { Contract } from './option-chain.ts';
import { createPrintMaker, type PrintMakerOptions } from './print-maker.ts';
import type { Print, TradeColumns } from './prints.types.ts';
import { cumulative, pick, type Uniform } from './random.ts';

const MINUTE = 60_000;

/** Kinds of orders and their shares of all orders. */
const KINDS = ['auto', 'sweep', 'spread', 'auction', 'cross', 'floor', 'late', 'cancel'] as const;
const KIND_TOTALS = cumulative([61, 9, 10, 12, 2.2, 1.2, 0.35, 0.25]);

/** Returns the size of an ordinary order: mostly small, with a long tail (Pareto) into the thousands. */
function orderSize(uniform: Uniform): number {
  const at = uniform();
  if (at < 0.36) return 1;
  if (at < 0.62) return 2 + Math.floor(uniform() * 4);
  if (at < 0.72) return 10;
  const tail = Math.floor(5 * (1 - uniform()) ** (-1 / 1.22));
  return Math.min(tail, 12_000);
}

/** Whether a later row has the same contract, price and size. */
function hasTwin(columns: TradeColumns, row: number, print: Print): boolean {
  const later: Print = { ...print };
  for (let next = row + 1; next < columns.count; next += 1) {
    columns.read(next, later);
    if (later.contract === print.contract && later.price === print.price && later.qty === print.qty)
      return true;
  }
  return false;
}

interface Order {
  /** Trade condition of the print. */
  readonly condition: number;
  readonly size: number;
}

export interface OrderFlow {
  readonly contracts: readonly Contract[];
  /** Adds orders of a minute until the columns contain `until` rows. */
  fillMinute(minute: number, until: number): void;
}

/** Generates random orders and adds their prints to `columns`. */
export function createOrderFlow(options: PrintMakerOptions & { readonly columns: TradeColumns }): OrderFlow {
  const { open, uniform, columns } = options;
  const maker = createPrintMaker(options);
  const { print, quote, chooseContract, prepare, choosePrice, venue } = maker;
  const companyTotals = cumulative(COMPANIES.map((company) => company.weight));

  const single = (company: number, time: number, { condition, size }: Order): void => {
    const contract = chooseContract(company, time, null);
    prepare({ company, contract, time });
    choosePrice(contract);
    print.qty = size;
    print.exchange = venue();
    print.condition = condition;
    columns.add(print);
  };

  /** Fills one order on several exchanges within milliseconds, at the ask or the bid. */
  const sweep = (company: number, time: number): void => {
    const contract = chooseContract(company, time, null);
    prepare({ company, contract, time });
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

  /** Prints two or four legs of one underlying with the same size. */
  const spread = (company: number, time: number): void => {
    const condition = [232, 233, 236, 234][Math.floor(uniform() * 3.2)] ?? 232;
    const legs = uniform() < 0.8 ? 2 : 4;
    const size = orderSize(uniform);
    const exchange = venue();
    let first: Contract | null = null;
    for (let leg = 0; leg < legs; leg += 1) {
      const contract = chooseContract(company, time, first);
      first ??= contract;
      prepare({ company, contract, time });
      choosePrice(contract);
      print.qty = size;
      print.exchange = exchange;
      print.condition = condition;
      columns.add(print);
    }
  };

  /** Prints a late report, with an earlier quote and price. */
  const late = (company: number, time: number): void => {
    const contract = chooseContract(company, time, null);
    const before = Math.max(open, time - 20_000 - uniform() * 200_000);
    prepare({ company, contract, time, quotedAt: before });
    choosePrice(contract);
    print.qty = orderSize(uniform);
    print.exchange = venue();
    print.condition = uniform() < 0.6 ? 204 : 202;
    columns.add(print);
  };

  /** Cancels one of the last ordinary small prints: same contract, price and size. */
  const cancel = (company: number, time: number): void => {
    const { count } = columns;
    for (let attempt = 0; attempt < 8; attempt += 1) {
      const row = count - 1 - Math.floor(uniform() * Math.min(count, 1_500));
      if (row < 0 || columns.isVoid(row)) continue;
      columns.read(row, print);
      // A cancel applies to the newest equal print, so a print with a later twin is skipped.
      if (print.condition !== 209 || print.qty > 9 || print.time > time - 500 || hasTwin(columns, row, print))
        continue;
      columns.read(row, print);
      columns.markVoid(row);
      columns.markVoid(count);
      print.time = time;
      print.condition = uniform() < 0.85 ? 201 : 203;
      columns.add(print);
      return;
    }
    single(company, time, { condition: 209, size: orderSize(uniform) });
  };

  const auto = (company: number, time: number): void =>
    single(company, time, { condition: 209, size: orderSize(uniform) });

  const orders: Readonly<Record<(typeof KINDS)[number], (company: number, time: number) => void>> = {
    auto,
    sweep,
    spread,
    late,
    cancel,
    auction: (company, time) =>
      single(company, time, { condition: uniform() < 0.7 ? 227 : 228, size: orderSize(uniform) }),
    cross: (company, time) =>
      single(company, time, { condition: uniform() < 0.8 ? 229 : 230, size: 5 + orderSize(uniform) * 8 }),
    floor: (company, time) =>
      single(company, time, { condition: uniform() < 0.5 ? 231 : 235, size: 50 + orderSize(uniform) * 20 }),
  };

  return {
    contracts: maker.contracts,
    fillMinute(minute, until) {
      const begin = open + minute * MINUTE;
      const needed = until - columns.count;
      if (needed <= 0) return;
      // Ascending times with exponential gaps, scaled to fit the expected orders into the minute.
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
