import type { FeedTradeEvent } from '../contract/index.ts';
import { parseOptionSymbol } from '../option-symbol/index.ts';
import { createRecentTrades } from '../shared/recent-trades.ts';
import { centsOf, isCancel, isLate } from './trade-flash.rules.ts';
import type { FlashTotals, FlashTrade } from './trade-flash.types.ts';

/** The latest big trades, with cancels applied, and totals of all. */
export interface Tape {
  /** Adds a trade. Null for a duplicate, a cancel print and an unreadable trade. */
  add(event: FeedTradeEvent): FlashTrade | null;
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
  let nextId = 1;
  let unreadable = 0;
  let cents = { trades: 0, all: 0, calls: 0, puts: 0 };
  let isKnown = createRecentTrades(limit * 4);

  function count(trade: FlashTrade, sign: 1 | -1): void {
    const amount = Math.round(trade.dollars * 100) * sign;
    cents.trades += sign;
    cents.all += amount;
    if (trade.option.type === 'call') cents.calls += amount;
    else cents.puts += amount;
  }

  /** Cancels the newest earlier print of the same symbol, price and size. */
  function cancel({ sym, p, s }: FeedTradeEvent): void {
    const at = trades.findLastIndex(
      (trade) => !trade.isCanceled && trade.sym === sym && trade.price === p && trade.size === s,
    );
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
      unreadable = 0;
      cents = { trades: 0, all: 0, calls: 0, puts: 0 };
      isKnown = createRecentTrades(limit * 4);
    },
    latest: (wanted) => trades.slice(-wanted),
    totals: () => ({
      trades: cents.trades,
      dollars: cents.all / 100,
      calls: cents.calls / 100,
      puts: cents.puts / 100,
    }),
    add(event) {
      const { sym, p: price, s: size, t: time, x, q, c: conditions = [] } = event;
      if (q !== undefined && isKnown(sym, q)) return null;
      if (isCancel(conditions)) {
        cancel(event);
        return null;
      }
      const option = parseOptionSymbol(sym);
      const dollars = centsOf(price, size, multiplierOf(sym)) / 100;
      if (option === null || Number.isNaN(new Date(time).getTime()) || Number.isNaN(dollars)) {
        unreadable += 1;
        return null;
      }
      const trade: FlashTrade = {
        id: nextId,
        sym,
        option,
        time,
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
      count(trade, 1);
      // Trimmed in blocks: shifting at every trade would move the whole tape each time.
      if (trades.length > capacity * 2) trades = trades.slice(-capacity);
      return trade;
    },
  };
}
