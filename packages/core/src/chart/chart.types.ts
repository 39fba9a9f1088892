import type { ReadableAtom } from 'nanostores';
import type { Candle } from '../contract/index.ts';
import type { Result } from '../shared/result.ts';

/** How much time one candle stands for. */
export type ChartInterval = '5m' | '1h' | '1d';

export interface ChartError {
  readonly code: 'market.graph.failed' | 'superseded';
  /** The answer's status; 0 when none came. */
  readonly status: number;
}

export interface ChartState {
  readonly status: 'idle' | 'loading' | 'loaded' | 'failed';
  /** The ticker last asked for. */
  readonly ticker: string;
  readonly interval: ChartInterval;
  /** The ticker and interval that `candles` are of: while others load, or have failed, the last good ones stay. */
  readonly shown: { readonly ticker: string; readonly interval: ChartInterval } | null;
  /** Ascending by time, one for each time. */
  readonly candles: readonly Candle[];
}

/** The candles of one ticker. */
export interface PriceChart {
  readonly $state: ReadableAtom<ChartState>;
  /** Loads a ticker's candles. A late answer to an earlier call is dropped. */
  load(ticker: string, interval?: ChartInterval): Promise<Result<readonly Candle[], ChartError>>;
  /**
   * Tries a failed load again by itself while somebody needs it: after 5 s, 10 s … a minute, and when the page comes to
   * the front or is connected again.
   */
  start(): () => void;
  destroy(): void;
}

/** What a drawing of candles is asked for. */
export interface CandleDrawing {
  show(candles: readonly Candle[], interval: ChartInterval): void;
  /** The page's colours have changed. */
  recolour(): void;
  destroy(): void;
}

/** Draws candles into an element: the built-in one is made with lightweight-charts; a host may bring its own. */
export type CandlePainter = (element: HTMLElement) => CandleDrawing | Promise<CandleDrawing>;
