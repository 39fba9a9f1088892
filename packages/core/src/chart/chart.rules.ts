import type { Candle } from '../contract/index.ts';
import type { ChartInterval } from './chart.types.ts';

/** The intervals in the order in which they are offered. */
export const chartIntervals: readonly ChartInterval[] = ['5m', '1h', '1d'];

const dayS = 86_400;
/** How far back each interval is asked for, in seconds: some hundred candles each. */
const spans: Readonly<Record<ChartInterval, number>> = { '5m': 5 * dayS, '1h': 30 * dayS, '1d': 365 * dayS };

/** What is asked for, in unix seconds: up to `now` (ms), from as far back as suits the interval. */
export function rangeOf(
  interval: ChartInterval,
  now: number,
): { readonly from: number; readonly to: number } {
  const to = Math.floor(now / 1000);
  return { from: to - spans[interval], to };
}

/**
 * Candles as a chart needs them: ascending, one for each time (the last one given counts), without those whose prices
 * contradict themselves.
 */
export function orderedCandles(candles: readonly Candle[]): readonly Candle[] {
  const byTime = new Map<number, Candle>();
  for (const candle of candles) {
    const { open, high, low, close } = candle;
    if (low > Math.min(open, close) || high < Math.max(open, close)) continue;
    byTime.set(candle.time, candle);
  }
  return [...byTime.values()].sort((a, b) => a.time - b.time);
}

/** The last price and how it differs from the first close shown, as a fraction; null without candles. */
export function changeOf(
  candles: readonly Candle[],
): { readonly last: number; readonly change: number } | null {
  const first = candles[0];
  const last = candles.at(-1);
  if (first === undefined || last === undefined || first.close === 0) return null;
  return { last: last.close, change: last.close / first.close - 1 };
}
