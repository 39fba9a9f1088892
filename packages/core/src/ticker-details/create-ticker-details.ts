import { atom } from 'nanostores';
import type { ApiClient } from '../api-client/index.ts';
import { tickerDetailsEndpoint } from '../contract/index.ts';
import { readTicker } from '../option-symbol/index.ts';
import { type Log, silentLog } from '../ports/index.ts';
import { createFlight } from '../shared/flight.ts';
import { createLifecycle } from '../shared/lifecycle.ts';
import { createLoadRetries, type LoadRetriesOptions } from '../shared/load-retries.ts';
import { fail, succeed } from '../shared/result.ts';
import type { TickerDetailsLoader, TickerDetailsState } from './ticker-details.types.ts';

export interface TickerDetailsOptions extends LoadRetriesOptions {
  readonly api: Pick<ApiClient, 'request'>;
  readonly log?: Log | undefined;
}

const initial: TickerDetailsState = { status: 'idle', ticker: '', details: null };

/** The details of the company behind a ticker. */
export function createTickerDetails(options: TickerDetailsOptions): TickerDetailsLoader {
  const { api, log = silentLog } = options;
  const $state = atom<TickerDetailsState>(initial);
  const flight = createFlight();
  const retries = createLoadRetries(() => void read($state.get().ticker, true), options);
  const lifecycle = createLifecycle(() => [retries.start()]);

  async function read(text: string, isRetry: boolean): ReturnType<TickerDetailsLoader['load']> {
    flight.abort();
    if (!isRetry) retries.reset();
    if (text.trim() === '') {
      $state.set(initial);
      return succeed(null);
    }
    const ticker = readTicker(text);
    if (ticker === null) {
      $state.set({ status: 'loaded', ticker: text, details: null });
      return succeed(null);
    }
    const signal = flight.begin();
    // During a retry the error stays on screen.
    if (!isRetry) $state.set({ ...$state.get(), status: 'loading', ticker });
    const response = await api.request(tickerDetailsEndpoint, { params: { ticker }, signal });
    if (!flight.end(signal)) return fail({ code: 'superseded', status: 0 } as const);
    // An unknown ticker (404) has no details.
    if (response.ok || response.status === 404) {
      const results = response.ok ? response.data.results : null;
      const details = results === null ? null : { ...results, ticker: results.ticker || ticker };
      $state.set({ status: 'loaded', ticker, details });
      return succeed(details);
    }
    log('Failed to load ticker details', response);
    $state.set({ ...$state.get(), status: 'failed' });
    retries.failed(response);
    return fail({ code: 'market.details.failed', status: response.status } as const);
  }

  return {
    $state,
    start: lifecycle.start,
    load: (text) => read(text, false),
    destroy() {
      lifecycle.destroy();
      retries.reset();
      flight.abort();
      $state.set(initial);
    },
  };
}
