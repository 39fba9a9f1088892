import type { ReadableAtom } from 'nanostores';
import type { TickerOption } from '../contract/index.ts';

export interface TickerSearchState {
  /**
   * `idle`: nothing typed. `waiting`: typed, the debounce runs. `searching`: asked. `found`: `options` answer
   * `query`, and may be empty. `failed`: no answer to `query`.
   */
  readonly status: 'idle' | 'waiting' | 'searching' | 'found' | 'failed';
  /** What is typed, as it is typed. */
  readonly query: string;
  /** The latest answer's tickers, in order; they stay while a further search runs. */
  readonly options: readonly TickerOption[];
}

export interface TickerSearch {
  readonly $state: ReadableAtom<TickerSearchState>;
  /** The person typed: searches when nothing more is typed for a while (2 s). */
  type(query: string): void;
  /** Searches at once for what is typed (Enter). */
  search(): void;
  /** Takes back what runs and empties the state. The instance can be used again. */
  destroy(): void;
}
