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

/**
 * The time of an intraday candle for a chart that draws UTC: the clock of the viewer's zone, in Unix seconds. The hour that
 * a clock shows twice would go back: `after` is the time of the candle before it.
 */
export function clockSeconds(time: number, after: number = Number.NEGATIVE_INFINITY): number {
  const at = new Date(time * 1000);
  const clock = time - at.getTimezoneOffset() * 60;
  return clock > after ? clock : after + 1;
}

/** The decimals of the price scale: two, or more for the lowest price below a dollar. */
export function priceDigits(candles: readonly Candle[]): number {
  const lowest = Math.min(...candles.map(({ low }) => low).filter((low) => low > 0));
  if (!Number.isFinite(lowest) || lowest >= 1) return 2;
  return Math.min(8, Math.ceil(-Math.log10(lowest)) + 3);
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
