import type { ReadableAtom } from 'nanostores';
import type { Candle } from '../contract/index.ts';
import type { Result } from '../shared/result.ts';

/** The time span of one candle. */
export type ChartInterval = '5m' | '1h' | '1d';

export interface ChartError {
  readonly code: 'market.graph.failed' | 'superseded';
  /** HTTP status; 0 when no response arrived. */
  readonly status: number;
}

export interface ChartState {
  readonly status: 'idle' | 'loading' | 'loaded' | 'failed';
  /** The ticker of the last load. */
  readonly ticker: string;
  readonly interval: ChartInterval;
  /** The ticker and interval of `candles`: the last loaded ones stay while others load, and after a failure. */
  readonly shown: { readonly ticker: string; readonly interval: ChartInterval } | null;
  /** Ascending by time, without duplicates. */
  readonly candles: readonly Candle[];
}

/** The candles of one ticker. */
export interface PriceChart {
  readonly $state: ReadableAtom<ChartState>;
  /** Loads the candles of a ticker. A later call supersedes it. */
  load(ticker: string, interval?: ChartInterval): Promise<Result<readonly Candle[], ChartError>>;
  /**
   * Retries a failed load until the returned function is called: after 5 s, 10 s … up to a minute, and when the page
   * becomes visible or online.
   */
  start(): () => void;
  destroy(): void;
}

/** A drawn chart. */
export interface CandleDrawing {
  show(candles: readonly Candle[], interval: ChartInterval): void;
  /** Call when the colors of the page have changed. */
  recolour(): void;
  destroy(): void;
}

/** Draws candles into an element. The built-in one uses lightweight-charts; a host may supply another. */
export type CandlePainter = (element: HTMLElement) => CandleDrawing | Promise<CandleDrawing>;
