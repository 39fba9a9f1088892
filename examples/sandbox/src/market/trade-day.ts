import { type MarketDay, sessionOf } from '@openbell/example-server';
import { COMPANIES, type Company } from './companies.ts';
import type { Contract } from './option-chain.ts';
import { createOrderFlow } from './order-flow.ts';
import { activityAt, type PriceHistory, sessionMinutes } from './price-path.ts';
import type { TradeColumns } from './prints.types.ts';
import { uniformFrom } from './random.ts';

/**
 * All option trades of one session, in columns ordered by time (a few milliseconds of jitter inside a sweep included).
 * Money is in cents, delta and iv in ten-thousandths.
 */
export interface TradeDay {
  readonly day: MarketDay;
  readonly count: number;
  readonly contracts: readonly Contract[];
  /** Milliseconds of the epoch. */
  readonly time: Float64Array;
  /** Index into `contracts`. */
  readonly contract: Uint32Array;
  readonly qty: Uint32Array;
  readonly price: Uint32Array;
  readonly bid: Uint32Array;
  readonly ask: Uint32Array;
  readonly delta: Int16Array;
  readonly iv: Uint16Array;
  readonly underlying: Uint32Array;
  readonly exchange: Uint16Array;
  readonly condition: Uint8Array;
  /** 1 where the print is a cancel, or was canceled by one. */
  readonly void: Uint8Array;
}

export interface TradeDayOptions {
  readonly seed: string;
  readonly day: MarketDay;
  /** Trades of the day; the columns hold exactly so many. */
  readonly count: number;
  readonly history: (company: Company) => PriceHistory;
}

/** Returns the number of rows until a moment. */
export function rowsUntil(trades: Pick<TradeDay, 'count' | 'time'>, moment: number): number {
  let low = 0;
  let high = trades.count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((trades.time[middle] ?? 0) <= moment) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Rows between two pauses of the generator. */
const PAUSE_EVERY = 8_192;

/** Generates a day by minutes, with pauses to keep the server responsive. `pause` defaults to a turn of the event loop. */
export async function createTradeDay(
  options: TradeDayOptions,
  pause: () => Promise<void> = () => new Promise((done) => setImmediate(done)),
): Promise<TradeDay> {
  const { seed, day, count } = options;
  const { open } = sessionOf(day);
  const minutes = sessionMinutes(day);
  const uniform = uniformFrom(`${seed}/trades/${day}`);
  const columns = createColumns(count);
  const paths = COMPANIES.map((company) => options.history(company).pathOf(day));
  const flow = createOrderFlow({ day, open, uniform, paths, columns });

  // How many prints each minute has: the day's activity with a little noise.
  const share = new Float64Array(minutes);
  let total = 0;
  for (let minute = 0; minute < minutes; minute += 1) {
    const weight = activityAt((minute + 0.5) / minutes) * (0.8 + 0.4 * uniform());
    share[minute] = weight;
    total += weight;
  }
  let due = 0;
  let paused = 0;
  for (let minute = 0; minute < minutes; minute += 1) {
    due += ((share[minute] ?? 0) / total) * count;
    const until = minute === minutes - 1 ? count : Math.min(count, Math.round(due));
    flow.fillMinute(minute, until);
    if (columns.count - paused >= PAUSE_EVERY) {
      paused = columns.count;
      await pause();
    }
  }
  return columns.finish(day, flow.contracts);
}

interface GrowingColumns extends TradeColumns {
  finish(day: MarketDay, contracts: readonly Contract[]): TradeDay;
}

function createColumns(capacity: number): GrowingColumns {
  const time = new Float64Array(capacity);
  const contract = new Uint32Array(capacity);
  const qty = new Uint32Array(capacity);
  const price = new Uint32Array(capacity);
  const bid = new Uint32Array(capacity);
  const ask = new Uint32Array(capacity);
  const delta = new Int16Array(capacity);
  const iv = new Uint16Array(capacity);
  const underlying = new Uint32Array(capacity);
  const exchange = new Uint16Array(capacity);
  const condition = new Uint8Array(capacity);
  const voided = new Uint8Array(capacity);
  let count = 0;

  return {
    capacity,
    get count() {
      return count;
    },
    add(print) {
      if (count === capacity) return;
      time[count] = print.time;
      contract[count] = print.contract;
      qty[count] = print.qty;
      price[count] = print.price;
      bid[count] = print.bid;
      ask[count] = print.ask;
      delta[count] = print.delta;
      iv[count] = print.iv;
      underlying[count] = print.underlying;
      exchange[count] = print.exchange;
      condition[count] = print.condition;
      count += 1;
    },
    read(row, into) {
      into.time = time[row] ?? 0;
      into.contract = contract[row] ?? 0;
      into.qty = qty[row] ?? 0;
      into.price = price[row] ?? 0;
      into.bid = bid[row] ?? 0;
      into.ask = ask[row] ?? 0;
      into.delta = delta[row] ?? 0;
      into.iv = iv[row] ?? 0;
      into.underlying = underlying[row] ?? 0;
      into.exchange = exchange[row] ?? 0;
      into.condition = condition[row] ?? 0;
    },
    isVoid: (row) => voided[row] === 1,
    markVoid(row) {
      voided[row] = 1;
    },
    finish(day, contracts) {
      const order = orderByTime(time, count);
      const put = <T extends Float64Array | Uint32Array | Int16Array | Uint16Array | Uint8Array>(
        column: T,
      ): T => {
        const source = column.slice();
        for (let row = 0; row < count; row += 1) column[row] = source[order[row] ?? 0] ?? 0;
        return column;
      };
      return {
        day,
        count,
        contracts,
        time: put(time),
        contract: put(contract),
        qty: put(qty),
        price: put(price),
        bid: put(bid),
        ask: put(ask),
        delta: put(delta),
        iv: put(iv),
        underlying: put(underlying),
        exchange: put(exchange),
        condition: put(condition),
        void: put(voided),
      };
    },
  };
}

/** A stable order by time. Rows are nearly sorted already, so moving each to its place costs next to nothing. */
function orderByTime(time: Float64Array, count: number): Uint32Array {
  const order = new Uint32Array(count);
  for (let row = 0; row < count; row += 1) {
    const at = time[row] ?? 0;
    let place = row;
    while (place > 0 && (time[order[place - 1] ?? 0] ?? 0) > at) {
      order[place] = order[place - 1] ?? 0;
      place -= 1;
    }
    order[place] = row;
  }
  return order;
}
