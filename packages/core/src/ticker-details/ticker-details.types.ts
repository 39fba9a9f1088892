import type { ReadableAtom } from 'nanostores';
import type { TickerDetails as Details } from '../contract/index.ts';
import type { Result } from '../shared/result.ts';

export interface TickerDetailsError {
  readonly code: 'market.details.failed' | 'superseded';
  /** HTTP status; 0 when no response arrived. */
  readonly status: number;
}

export interface TickerDetailsState {
  readonly status: 'idle' | 'loading' | 'loaded' | 'failed';
  /** The ticker of the last load, as `readTicker` reads it; empty for none. */
  readonly ticker: string;
  /** Null for an unknown ticker. A failed load keeps the last details. */
  readonly details: Details | null;
}

export interface TickerDetailsLoader {
  readonly $state: ReadableAtom<TickerDetailsState>;
  /**
   * Loads the details of a ticker as `readTicker` reads it (`aapl` is AAPL); an empty ticker clears the state. A later call
   * supersedes it.
   */
  load(ticker: string): Promise<Result<Details | null, TickerDetailsError>>;
  /**
   * Retries a failed load until the returned function is called: after 5 s, 10 s … up to a minute, and when the page
   * becomes visible or online.
   */
  start(): () => void;
  destroy(): void;
}
