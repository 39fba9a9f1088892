import { atom } from 'nanostores';
import type { ApiClient } from '../api-client/index.ts';
import { tickersEndpoint } from '../contract/index.ts';
import { type Cancel, type Log, silentLog, systemTimers, type Timers } from '../ports/index.ts';
import { maxWithExactMatch, orderTickers, searchDebounceMs } from './ticker-search.rules.ts';
import type { TickerSearch, TickerSearchState } from './ticker-search.types.ts';

export interface TickerSearchOptions {
  readonly api: Pick<ApiClient, 'request'>;
  readonly scheduler?: Timers | undefined;
  /** Milliseconds. Default 2000. */
  readonly debounceMs?: number;
  /** How many are kept when one matches exactly. Default 10. */
  readonly maxWithExactMatch?: number;
  /** Receives failed searches, which are only logged. */
  readonly log?: Log | undefined;
}

const nothing: TickerSearchState = { status: 'idle', query: '', options: [] };

/** Search for a ticker as it is typed. */
export function createTickerSearch(options: TickerSearchOptions): TickerSearch {
  const { api, scheduler = systemTimers, debounceMs = searchDebounceMs, log = silentLog } = options;
  const max = options.maxWithExactMatch ?? maxWithExactMatch;
  const $state = atom<TickerSearchState>(nothing);
  let cancelWait: Cancel | null = null;
  let request: AbortController | null = null;

  function stop(): void {
    cancelWait?.();
    cancelWait = null;
    request?.abort();
    request = null;
  }

  async function ask(): Promise<void> {
    const { query } = $state.get();
    stop();
    if (query.trim() === '') return;
    const mine = new AbortController();
    request = mine;
    $state.set({ ...$state.get(), status: 'searching' });
    const answer = await api.request(tickersEndpoint, { query: { q: query.trim() }, signal: mine.signal });
    // Something else was typed or asked meanwhile: this answers nobody's question any more.
    if (request !== mine) return;
    request = null;
    if (answer.ok) {
      $state.set({ status: 'found', query, options: orderTickers(query, answer.data.data, max) });
      return;
    }
    log('Failed to load tickers', answer);
    $state.set({ ...$state.get(), status: 'failed' });
  }

  return {
    $state,
    type(query) {
      if (query === $state.get().query) return;
      stop();
      if (query.trim() === '') {
        $state.set({ ...nothing, query });
        return;
      }
      $state.set({ ...$state.get(), status: 'waiting', query });
      cancelWait = scheduler.after(debounceMs, () => void ask());
    },
    search: () => void ask(),
    destroy() {
      stop();
      $state.set(nothing);
    },
  };
}
