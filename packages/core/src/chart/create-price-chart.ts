import { atom } from 'nanostores';
import type { ApiClient } from '../api-client/index.ts';
import { candlesEndpoint } from '../contract/index.ts';
import { type Clock, type Log, silentLog, systemClock } from '../ports/index.ts';
import { createFlight } from '../shared/flight.ts';
import { createLifecycle } from '../shared/lifecycle.ts';
import { createLoadRetries, type LoadRetriesOptions } from '../shared/load-retries.ts';
import { fail, succeed } from '../shared/result.ts';
import { orderedCandles, rangeOf } from './chart.rules.ts';
import type { ChartInterval, ChartState, PriceChart } from './chart.types.ts';

export interface PriceChartOptions extends LoadRetriesOptions {
  readonly api: Pick<ApiClient, 'request'>;
  readonly clock?: Clock | undefined;
  readonly log?: Log | undefined;
}

const initial: ChartState = { status: 'idle', ticker: '', interval: '1d', shown: null, candles: [] };

/** The price of a ticker as candles. */
export function createPriceChart(options: PriceChartOptions): PriceChart {
  const { api, clock = systemClock, log = silentLog } = options;
  const $state = atom<ChartState>(initial);
  const flight = createFlight();

  const retries = createLoadRetries(() => {
    const { ticker, interval } = $state.get();
    void read(ticker, interval, true);
  }, options);
  const lifecycle = createLifecycle(() => [retries.start()]);

  async function read(
    ticker: string,
    interval: ChartInterval,
    isRetry: boolean,
  ): ReturnType<PriceChart['load']> {
    if (!isRetry) retries.reset();
    const signal = flight.begin();
    // During a retry the error stays on screen.
    if (!isRetry) $state.set({ ...$state.get(), status: 'loading', ticker, interval });
    const response = await api.request(candlesEndpoint, {
      params: { ticker },
      query: { interval, ...rangeOf(interval, clock.now()) },
      signal,
    });
    if (!flight.end(signal)) return fail({ code: 'superseded', status: 0 } as const);
    // An unknown ticker (404) has no candles.
    if (!response.ok && response.status !== 404) {
      log('Failed to load candles', response);
      $state.set({ ...$state.get(), status: 'failed' });
      retries.failed(response);
      return fail({ code: 'market.graph.failed', status: response.status } as const);
    }
    const candles = response.ok ? orderedCandles(response.data.data) : [];
    $state.set({ status: 'loaded', ticker, interval, shown: { ticker, interval }, candles });
    return succeed(candles);
  }

  return {
    $state,
    start: lifecycle.start,
    load: (ticker, interval = $state.get().interval) => read(ticker, interval, false),
    destroy() {
      lifecycle.destroy();
      retries.reset();
      flight.abort();
      $state.set(initial);
    },
  };
}
