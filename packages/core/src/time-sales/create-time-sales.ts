import { atom } from 'nanostores';
import type { ApiClient } from '../api-client/index.ts';
import { type TimeSaleResponse, timeSaleEndpoint } from '../contract/index.ts';
import {
  type Log,
  type OnError,
  type Page,
  type Scheduler,
  silentLog,
  systemScheduler,
} from '../ports/index.ts';
import { createFlight } from '../shared/flight.ts';
import { createLifecycle } from '../shared/lifecycle.ts';
import { createLoadRetries } from '../shared/load-retries.ts';
import { fail, succeed } from '../shared/result.ts';
import { createTask } from '../shared/task.ts';
import { readTrades } from './columns/parse.ts';
import { createLiveTable, type RowsState } from './create-live-table.ts';
import { createTradeTable } from './create-trade-table.ts';
import { createViewSettings } from './create-view-settings.ts';
import { tradesOf } from './live/live-row.ts';
import { createLiveTrades, type LiveSource } from './live/live-trades.ts';
import type { Sort } from './order/sort.types.ts';
import type { TimeSales, TimeSalesResult, TimeSalesState } from './time-sales.types.ts';
import type { TimedTrade } from './timed-trade.ts';
import { defaultSort, defaultWidths } from './view/column-layout.ts';
import { everything } from './view/filter.ts';
import type { ViewStorage } from './view/view-storage.ts';

export interface TimeSalesOptions {
  readonly api: Pick<ApiClient, 'request'>;
  /** Source of live trades: an options feed. Without one, rows are those of the load. */
  readonly feed?: LiveSource | undefined;
  /** Live rows after which all rows are loaded again, which bounds the memory. Default 500,000. */
  readonly liveLimit?: number;
  readonly onError?: OnError | undefined;
  /** Receives failed loads, which are only logged. */
  readonly log?: Log | undefined;
  readonly page?: Page | undefined;
  readonly scheduler?: Scheduler | undefined;
  /** The initial order. Default: quantity, descending. */
  readonly sort?: Sort;
  /** Shares per contract, for the totals and the largest trades. Default 100. */
  readonly multiplier?: number;
  /** Stores widths, order and filters, such as `session.cache` of the session module. Without one, nothing is stored. */
  readonly storage?: ViewStorage | undefined;
}

/** Reads a response into a table. */
function readResponse({ data, biggest_data }: TimeSaleResponse, onError: OnError | undefined) {
  const table = createTradeTable(data.length);
  table.add(data);
  const biggest = readTrades(biggest_data);
  const unreadable = table.unreadable + biggest_data.length - biggest.length;
  if (unreadable > 0) onError?.({ where: 'time-sales', error: `${unreadable} rows could not be read` });
  return { table, biggest, count: table.count };
}

function initialState(
  { sort, multiplier }: Pick<TimeSalesState, 'sort' | 'multiplier'>,
  isLive: boolean | null,
  rows: RowsState,
): TimeSalesState {
  return {
    multiplier,
    status: 'idle',
    ticker: '',
    shownTicker: '',
    error: null,
    sort,
    selection: everything,
    ...rows,
    biggest: [],
    widths: defaultWidths(),
    hidden: [],
    isLive,
  };
}

/** Time and sales: the day's trades of one ticker, or of all, in any order. */
export function createTimeSales(options: TimeSalesOptions): TimeSales {
  const { api, feed, onError, log = silentLog, scheduler = systemScheduler } = options;
  const { sort = defaultSort, multiplier = 100, liveLimit = 500_000, storage, page } = options;
  const hasFeed = feed !== undefined;
  const rows = createLiveTable(multiplier);
  const flight = createFlight();
  let isStarted = false;

  const initial = (): TimeSalesState =>
    initialState({ sort, multiplier }, hasFeed ? false : null, rows.state(sort));
  const $state = atom<TimeSalesState>(initial());

  function patch(part: Partial<TimeSalesState>): void {
    $state.set({ ...$state.get(), ...part });
  }

  const settings = createViewSettings({ $state, rows, storage, scheduler, sort, hasFeed });

  const frame = createTask(
    (run) => scheduler.nextFrame(run),
    () => patch(rows.state($state.get().sort)),
  );

  /** Publishes added rows with the next frame. */
  function publish(added: number): void {
    if (added > 0) frame.schedule();
  }

  const retries = createLoadRetries(() => void load($state.get().ticker, true), { scheduler, page });

  async function load(ticker: string, isRetry = false): Promise<TimeSalesResult> {
    settings.restore();
    flight.abort();
    if (ticker !== $state.get().ticker) rows.release();
    if (!isRetry) retries.reset();
    const signal = flight.begin();
    rows.unreadable = 0;
    // During a retry the error stays on screen.
    if (!isRetry) patch({ status: 'loading', ticker, error: null, isLive: settings.isLiveFor(ticker) });
    connect();
    const response = await api.request(timeSaleEndpoint, { body: { ticker }, signal });
    if (!flight.end(signal)) return fail({ code: 'superseded' } as const);
    const isReload = $state.get().shownTicker === ticker && rows.isLoaded;
    if (!response.ok) {
      const error = { code: 'market.time-sales.failed', status: response.status } as const;
      log('Failed to load time and sales', response);
      patch({ status: 'failed', error });
      retries.failed(response);
      if (isReload) publish(rows.addFresh(rows.release()));
      return fail(error);
    }
    const { table, biggest, count } = readResponse(response.data, onError);
    publish(rows.replace(table, isReload));
    patch({ status: 'loaded', shownTicker: ticker, error: null, biggest, ...rows.state($state.get().sort) });
    return succeed({ count });
  }

  function onTrades(trades: readonly TimedTrade[], unreadable: number): void {
    const { ticker, shownTicker } = $state.get();
    rows.unreadable += unreadable;
    publish(unreadable);
    if (flight.isPending() || ticker !== shownTicker || !rows.isLoaded) {
      rows.hold(tradesOf(trades, ticker));
      if (ticker === shownTicker) return;
    }
    // The shown ticker stays live while another one loads, and after it failed.
    if (settings.isLiveFor(shownTicker) === true) publish(rows.addFresh(tradesOf(trades, shownTicker)));
    if (!flight.isPending() && rows.hasReached(liveLimit)) void load(ticker);
  }

  /** Loads again what was missed while the feed was not connected. */
  function reload(): void {
    if (rows.isLoaded) void load($state.get().ticker);
  }

  const setConnected = feed && createLiveTrades({ feed, $state, onTrades, onReconnect: reload });

  function connect(): void {
    setConnected?.(isStarted && $state.get().isLive === true);
  }

  const lifecycle = createLifecycle(() => {
    settings.restore();
    isStarted = true;
    connect();
    return [
      retries.start(),
      () => {
        isStarted = false;
        connect();
      },
    ];
  });

  return {
    $state,
    table: () => rows.table,
    load: (ticker) => load(ticker),
    ...settings.actions,
    add(added) {
      rows.table.add(added);
      publish(added.length);
    },
    start: lifecycle.start,
    setLive(isLive) {
      if (!hasFeed || $state.get().isLive === isLive) return;
      settings.chooseLive(isLive);
      connect();
      if (isLive) reload();
    },
    destroy() {
      lifecycle.destroy();
      retries.reset();
      flight.abort();
      frame.cancel();
      settings.reset();
      rows.clear();
      $state.set(initial());
    },
  };
}
