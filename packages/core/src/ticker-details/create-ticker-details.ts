import { atom } from 'nanostores';
import type { ApiClient } from '../api-client/index.ts';
import { tickerDetailsEndpoint } from '../contract/index.ts';
import { type Log, silentLog } from '../ports/index.ts';
import { fail, succeed } from '../shared/result.ts';
import { isTicker } from './ticker-details.rules.ts';
import type { TickerDetailsLoader, TickerDetailsState } from './ticker-details.types.ts';

export interface TickerDetailsOptions {
  readonly api: Pick<ApiClient, 'request'>;
  readonly log?: Log | undefined;
}

const nothing: TickerDetailsState = { status: 'idle', ticker: '', details: null };

/** What is known of one company. */
export function createTickerDetails(options: TickerDetailsOptions): TickerDetailsLoader {
  const { api, log = silentLog } = options;
  const $state = atom<TickerDetailsState>(nothing);
  let request: AbortController | null = null;

  return {
    $state,
    async load(ticker) {
      request?.abort();
      request = null;
      if (ticker === '') {
        $state.set(nothing);
        return succeed(null);
      }
      if (!isTicker(ticker)) {
        $state.set({ status: 'loaded', ticker, details: null });
        return succeed(null);
      }
      const mine = new AbortController();
      request = mine;
      $state.set({ ...$state.get(), status: 'loading', ticker });
      const answer = await api.request(tickerDetailsEndpoint, { params: { ticker }, signal: mine.signal });
      if (request !== mine) return fail({ code: 'superseded', status: 0 } as const);
      request = null;
      // A ticker that the backend does not know is an answer: nothing is known of it.
      if (answer.ok || answer.status === 404) {
        const details = answer.ok ? answer.data.results : null;
        $state.set({ status: 'loaded', ticker, details });
        return succeed(details);
      }
      log('Failed to load ticker details', answer);
      $state.set({ ...$state.get(), status: 'failed' });
      return fail({ code: 'market.details.failed', status: answer.status } as const);
    },
    destroy() {
      request?.abort();
      request = null;
      $state.set(nothing);
    },
  };
}
