import type { FeedTradeEvent } from '../contract/index.ts';
import { readPrint } from '../shared/read-print.ts';
import { createReplayFilter } from '../shared/replayed-trades.ts';
import { centsOf, isCancel, isLate } from './trade-flash.rules.ts';
import type { FlashTotals, FlashTrade } from './trade-flash.types.ts';

/** The latest big trades, with cancels applied, and totals of all. */
export interface Tape {
  /** Adds a trade of a connection. Null for a repeat, a cancel print and an unreadable trade. */
  add(event: FeedTradeEvent, connection: number): FlashTrade | null;
  latest(count: number): readonly FlashTrade[];
  totals(): FlashTotals;
  /** Number of unreadable trades. */
  readonly unreadable: number;
  clear(): void;
}

/** Keeps five times the `limit` shown: a cancel print may refer to a trade that is no longer shown. */
export function createTape(limit: number, multiplierOf: (sym: string) => number): Tape {
  const capacity = limit * 5;
  let trades: FlashTrade[] = [];
  /** The sequence of each trade; 0 without one. */
  let sequences: number[] = [];
  let nextId = 1;
  let unreadable = 0;
  let cents = { trades: 0, all: 0, calls: 0, puts: 0 };
  let isReplayed = createReplayFilter(limit * 4);

  function count(trade: FlashTrade, sign: 1 | -1): void {
    const amount = Math.round(trade.dollars * 100) * sign;
    cents.trades += sign;
    cents.all += amount;
    if (trade.option.type === 'call') cents.calls += amount;
    else cents.puts += amount;
  }

  /** Cancels the print of the same symbol, price, size and sequence, else the newest one of any sequence. */
  function cancel({ sym, p, s, q = 0 }: FeedTradeEvent): void {
    const find = (sequence: number | null): number =>
      trades.findLastIndex(
        (trade, at) =>
          !trade.isCanceled &&
          trade.sym === sym &&
          trade.price === p &&
          trade.size === s &&
          (sequence === null || sequences[at] === sequence),
      );
    const named = q === 0 ? -1 : find(q);
    const at = named < 0 ? find(null) : named;
    const found = trades[at];
    if (found === undefined) return;
    trades[at] = { ...found, isCanceled: true };
    count(found, -1);
  }

  return {
    get unreadable() {
      return unreadable;
    },
    clear() {
      trades = [];
      sequences = [];
      unreadable = 0;
      cents = { trades: 0, all: 0, calls: 0, puts: 0 };
      isReplayed = createReplayFilter(limit * 4);
    },
    latest: (wanted) => trades.slice(-wanted),
    totals: () => ({
      trades: cents.trades,
      dollars: cents.all / 100,
      calls: cents.calls / 100,
      puts: cents.puts / 100,
    }),
    add(event, connection) {
      const { sym, p: price, s: size, x, q = 0, c: conditions = [] } = event;
      if (isReplayed(event, connection)) return null;
      if (isCancel(conditions)) {
        cancel(event);
        return null;
      }
      const print = readPrint(event);
      const dollars = centsOf(price, size, multiplierOf(sym)) / 100;
      if (print === null || Number.isNaN(dollars)) {
        unreadable += 1;
        return null;
      }
      const trade: FlashTrade = {
        id: nextId,
        sym,
        option: print.symbol,
        time: print.time,
        price,
        size,
        dollars,
        conditions,
        exchange: x ?? null,
        isLate: isLate(conditions),
        isCanceled: false,
      };
      nextId += 1;
      trades.push(trade);
      sequences.push(q);
      count(trade, 1);
      // Trimmed in blocks: shifting at every trade would move the whole tape each time.
      if (trades.length > capacity * 2) {
        trades = trades.slice(-capacity);
        sequences = sequences.slice(-capacity);
      }
      return trade;
    },
  };
}
