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
  /** The most options when one matches exactly. Default 10. */
  readonly maxWithExactMatch?: number;
  /** Receives failed searches, which are only logged. */
  readonly log?: Log | undefined;
}

const initial: TickerSearchState = { status: 'idle', query: '', options: [] };

/** Searches tickers while a query is typed. */
export function createTickerSearch(options: TickerSearchOptions): TickerSearch {
  const { api, scheduler = systemTimers, debounceMs = searchDebounceMs, log = silentLog } = options;
  const max = options.maxWithExactMatch ?? maxWithExactMatch;
  const $state = atom<TickerSearchState>(initial);
  let cancelWait: Cancel | null = null;
  let request: AbortController | null = null;

  function stop(): void {
    cancelWait?.();
    cancelWait = null;
    request?.abort();
    request = null;
  }

  async function search(): Promise<void> {
    const { query } = $state.get();
    stop();
    if (query.trim() === '') return;
    const mine = new AbortController();
    request = mine;
    $state.set({ ...$state.get(), status: 'searching' });
    const response = await api.request(tickersEndpoint, { query: { q: query.trim() }, signal: mine.signal });
    if (request !== mine) return;
    request = null;
    if (response.ok) {
      $state.set({ status: 'found', query, options: orderTickers(query, response.data.data, max) });
      return;
    }
    log('Failed to load tickers', response);
    $state.set({ ...$state.get(), status: 'failed' });
  }

  return {
    $state,
    type(query) {
      if (query === $state.get().query) return;
      stop();
      if (query.trim() === '') {
        $state.set({ ...initial, query });
        return;
      }
      $state.set({ ...$state.get(), status: 'waiting', query });
      cancelWait = scheduler.after(debounceMs, () => void search());
    },
    search: () => void search(),
    destroy() {
      stop();
      $state.set(initial);
    },
  };
}
