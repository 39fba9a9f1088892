import type { ReadableAtom } from 'nanostores';
import type { TickerOption } from '../contract/index.ts';

export interface TickerSearchState {
  /**
   * `idle`: no query. `waiting`: debouncing. `searching`: request pending. `found`: `options` are the result of `query`,
   * possibly empty. `failed`: the request for `query` failed.
   */
  readonly status: 'idle' | 'waiting' | 'searching' | 'found' | 'failed';
  /** The text of the input, as typed. */
  readonly query: string;
  /** The tickers of the last response, in order; kept during a further search. */
  readonly options: readonly TickerOption[];
}

export interface TickerSearch {
  readonly $state: ReadableAtom<TickerSearchState>;
  /** Sets the query; searches after a pause in typing (2 s by default). */
  type(query: string): void;
  /** Searches for the query now (Enter). */
  search(): void;
  /** Cancels the search and clears the state. The instance can be used again. */
  destroy(): void;
}
