import type { ReadableAtom } from 'nanostores';
import type { TickerDetails as Details } from '../contract/index.ts';
import type { Result } from '../shared/result.ts';

export interface TickerDetailsError {
  readonly code: 'market.details.failed' | 'superseded';
  /** The answer's status; 0 when none came. */
  readonly status: number;
}

export interface TickerDetailsState {
  readonly status: 'idle' | 'loading' | 'loaded' | 'failed';
  /** The ticker last asked for; empty when none is chosen. */
  readonly ticker: string;
  /** What is known of a ticker; null when nothing is, as of a ticker that there is not. A failed load keeps the last good one. */
  readonly details: Details | null;
}

export interface TickerDetailsLoader {
  readonly $state: ReadableAtom<TickerDetailsState>;
  /** Loads a ticker's details; an empty ticker empties the state. A late answer to an earlier call is dropped. */
  load(ticker: string): Promise<Result<Details | null, TickerDetailsError>>;
  /**
   * Tries a failed load again by itself while somebody needs it: after 5 s, 10 s … a minute, and when the page comes to
   * the front or is connected again.
   */
  start(): () => void;
  destroy(): void;
}
