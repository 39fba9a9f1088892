import type { Candle } from '../contract/index.ts';
import type { ChartInterval } from './chart.types.ts';

/** The intervals in display order. */
export const chartIntervals: readonly ChartInterval[] = ['5m', '1h', '1d'];

const dayS = 86_400;
/** The range of each interval in seconds: some hundred candles. */
const spans: Readonly<Record<ChartInterval, number>> = { '5m': 5 * dayS, '1h': 30 * dayS, '1d': 365 * dayS };

/** The range to request, in Unix seconds, up to `now` (milliseconds). */
export function rangeOf(
  interval: ChartInterval,
  now: number,
): { readonly from: number; readonly to: number } {
  const to = Math.floor(now / 1000);
  return { from: to - spans[interval], to };
}

/** Sorts candles by time. Of one time the last is kept; a candle whose prices contradict each other is left out. */
export function orderedCandles(candles: readonly Candle[]): readonly Candle[] {
  const byTime = new Map<number, Candle>();
  for (const candle of candles) {
    const { open, high, low, close } = candle;
    if (low > Math.min(open, close) || high < Math.max(open, close)) continue;
    byTime.set(candle.time, candle);
  }
  return [...byTime.values()].sort((a, b) => a.time - b.time);
}

/** The last price and its change from the first close, as a fraction; null without candles. */
export function changeOf(
  candles: readonly Candle[],
): { readonly last: number; readonly change: number } | null {
  const first = candles[0];
  const last = candles.at(-1);
  if (first === undefined || last === undefined || first.close === 0) return null;
  return { last: last.close, change: last.close / first.close - 1 };
}
