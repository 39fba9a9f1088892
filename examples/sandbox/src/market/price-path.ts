import type { Candle } from '@openbell/core/contract';
import {
  addDays,
  type CandleInterval,
  isTradingDay,
  type MarketDay,
  sessionOf,
} from '@openbell/example-server';
import type { Company } from './companies.ts';
import { normalFrom, uniformFrom } from './random.ts';

/** The first day of every simulated history. */
const HISTORY_BEGINS: MarketDay = '2022-01-03';
/** Minutes of a whole session, 9:30 to 16:00. */
const WHOLE_SESSION = 390;

/** Returns the minutes of a session: 390, on half days 210. */
export function sessionMinutes(day: MarketDay): number {
  const { open, close } = sessionOf(day);
  return (close - open) / 60_000;
}

const TRADING_DAYS = 252;
/** Daily mean reversion towards the company's usual price. */
const REVERSION = 0.006;
/** Share of a day's variance while the market is closed. */
const OVERNIGHT = 0.25;

/** One company's prices for one session: the first of `minutes` is the opening, the last the close, in dollars. */
export interface DayPath {
  readonly day: MarketDay;
  readonly minutes: Float64Array;
  /** Shares, for a whole session. */
  readonly volume: number;
}

/** Activity within a session: high at the opening, low at noon, higher at the close. `at` runs from 0 to 1. */
export function activityAt(at: number): number {
  const fromNoon = (at - 0.52) / 0.52;
  return 0.55 + 1.35 * fromNoon * fromNoon + 1.2 * Math.exp(-at * 24);
}

interface CandleQuery {
  readonly interval: CandleInterval;
  /** Unix seconds. */
  readonly from: number;
  /** Unix seconds. */
  readonly to: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly limit: number;
}

/** The simulated prices of one company by day, determined by the seed. */
export interface PriceHistory {
  pathOf(day: MarketDay): DayPath;
  /** Returns the newest candles that start within `from..to` and not after `now`. */
  candles(query: CandleQuery): Candle[];
}

export function createPriceHistory(seed: string, company: Company): PriceHistory {
  const name = `${seed}/${company.ticker}`;
  const nextDaily = normalFrom(uniformFrom(`${name}/daily`));
  const daily = company.volatility / Math.sqrt(TRADING_DAYS);
  // Each close depends on the previous one, so they are computed in order and kept.
  const days: MarketDay[] = [];
  const indexes = new Map<MarketDay, number>();
  const opens: number[] = [];
  const closes: number[] = [];
  let reach = addDays(HISTORY_BEGINS, -1);
  let level = nextDaily() * 0.12;

  const reachTo = (day: MarketDay) => {
    while (reach < day) {
      reach = addDays(reach, 1);
      if (!isTradingDay(reach)) continue;
      indexes.set(reach, days.length);
      days.push(reach);
      level += -REVERSION * level + daily * Math.sqrt(OVERNIGHT) * nextDaily();
      opens.push(company.price * Math.exp(level));
      level += daily * Math.sqrt(1 - OVERNIGHT) * nextDaily();
      closes.push(company.price * Math.exp(level));
    }
  };

  const pathOf = (day: MarketDay): DayPath => {
    reachTo(day);
    const index = indexes.get(day);
    if (index === undefined) throw new RangeError(`no session on ${day}`);
    const open = Math.log(opens[index] ?? company.price);
    const close = Math.log(closes[index] ?? company.price);
    const length = sessionMinutes(day);
    const uniform = uniformFrom(`${name}/path/${day}`);
    const normal = normalFrom(uniform);
    // A Brownian bridge from open to close, with steps scaled by activity.
    const steps = new Float64Array(length + 1);
    const clock = new Float64Array(length + 1);
    for (let minute = 1; minute <= length; minute += 1) {
      const activity = activityAt(minute / length);
      clock[minute] = (clock[minute - 1] ?? 0) + activity;
      steps[minute] = (steps[minute - 1] ?? 0) + Math.sqrt(activity) * normal();
    }
    const total = clock[length] ?? 1;
    const end = steps[length] ?? 0;
    const scale = (daily * Math.sqrt(1 - OVERNIGHT)) / Math.sqrt(total);
    const minutes = new Float64Array(length + 1);
    for (let minute = 0; minute <= length; minute += 1) {
      const part = (clock[minute] ?? 0) / total;
      minutes[minute] = Math.exp(open + (close - open) * part + scale * ((steps[minute] ?? 0) - end * part));
    }
    const move = Math.abs(close - open) / daily;
    const volume = company.shareVolume * 1e6 * Math.exp(0.25 * normal() + 0.12 * (move - 0.8));
    return { day, minutes, volume };
  };

  const minutesOf: Record<CandleInterval, number> = { '5m': 5, '1h': 60, '1d': WHOLE_SESSION };

  const candles: PriceHistory['candles'] = ({ interval, from, to, now, limit }) => {
    const width = minutesOf[interval];
    const last = Math.min(to, Math.floor(now / 1000));
    reachTo(new Date(Math.max(0, last) * 1000).toISOString().slice(0, 10));
    const found: Candle[] = [];
    // Newest first until the limit, so that a long range keeps its newest part.
    for (let index = days.length - 1; index >= 0 && found.length < limit; index -= 1) {
      const day = days[index] ?? HISTORY_BEGINS;
      const { open, close } = sessionOf(day);
      if (open / 1000 > last) continue;
      if (close / 1000 < from) break;
      const path = pathOf(day);
      const passed = Math.floor((Math.min(now, close) - open) / 60_000);
      const ofDay = candlesOfDay(path, { open: open / 1000, width, passed });
      for (let at = ofDay.length - 1; at >= 0 && found.length < limit; at -= 1) {
        const candle = ofDay[at];
        if (candle !== undefined && candle.time >= from && candle.time <= last) found.push(candle);
      }
    }
    return found.reverse();
  };

  return { pathOf, candles };
}

const cents = (price: number) => Math.round(price * 100) / 100;

interface CandleGrid {
  /** Start of the session in unix seconds. */
  readonly open: number;
  /** Minutes per candle. */
  readonly width: number;
  /** Minutes of the session that have passed. */
  readonly passed: number;
}

function candlesOfDay(path: DayPath, { open, width, passed }: CandleGrid): Candle[] {
  const found: Candle[] = [];
  const length = path.minutes.length - 1;
  for (let start = 0; start < length && start <= passed; start += width) {
    const end = Math.min(start + width, passed);
    let high = Number.NEGATIVE_INFINITY;
    let low = Number.POSITIVE_INFINITY;
    for (let minute = start; minute <= end; minute += 1) {
      const price = path.minutes[minute] ?? 0;
      if (price > high) high = price;
      if (price < low) low = price;
    }
    const share = (end - start) / WHOLE_SESSION;
    found.push({
      time: open + start * 60,
      open: cents(path.minutes[start] ?? 0),
      high: cents(high),
      low: cents(low),
      close: cents(path.minutes[end] ?? 0),
      volume: Math.round(
        path.volume * share * (width === WHOLE_SESSION ? 1 : activityAt((start + end) / 2 / length)),
      ),
    });
  }
  return found;
}
