import { atom } from 'nanostores';
import type { ApiClient } from '../api-client/index.ts';
import { candlesEndpoint } from '../contract/index.ts';
import { type Clock, type Log, silentLog, systemClock } from '../ports/index.ts';
import { fail, succeed } from '../shared/result.ts';
import { orderedCandles, rangeOf } from './chart.rules.ts';
import type { ChartState, PriceChart } from './chart.types.ts';

export interface PriceChartOptions {
  readonly api: Pick<ApiClient, 'request'>;
  readonly clock?: Clock | undefined;
  readonly log?: Log | undefined;
}

const nothing: ChartState = { status: 'idle', ticker: '', interval: '1d', shown: null, candles: [] };

/** A ticker's price as candles, for the Graph tab (`product.md` point 2). */
export function createPriceChart(options: PriceChartOptions): PriceChart {
  const { api, clock = systemClock, log = silentLog } = options;
  const $state = atom<ChartState>(nothing);
  let request: AbortController | null = null;

  return {
    $state,
    async load(ticker, interval = $state.get().interval) {
      request?.abort();
      const mine = new AbortController();
      request = mine;
      $state.set({ ...$state.get(), status: 'loading', ticker, interval });
      const answer = await api.request(candlesEndpoint, {
        params: { ticker },
        query: { interval, ...rangeOf(interval, clock.now()) },
        signal: mine.signal,
      });
      if (request !== mine) return fail({ code: 'superseded', status: 0 } as const);
      request = null;
      // A ticker that the backend does not know is an answer: there is nothing to draw.
      if (!answer.ok && answer.status !== 404) {
        log('Failed to load candles', answer);
        $state.set({ ...$state.get(), status: 'failed' });
        return fail({ code: 'market.graph.failed', status: answer.status } as const);
      }
      const candles = answer.ok ? orderedCandles(answer.data.data) : [];
      $state.set({ status: 'loaded', ticker, interval, shown: { ticker, interval }, candles });
      return succeed(candles);
    },
    destroy() {
      request?.abort();
      request = null;
      $state.set(nothing);
    },
  };
}
