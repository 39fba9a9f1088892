import { atom } from 'nanostores';
import type { ApiClient } from '../api-client/index.ts';
import { type FeedTradeEvent, type Trade, timeSaleEndpoint } from '../contract/index.ts';
import {
  type Cancel,
  type Log,
  type OnError,
  type Page,
  type Scheduler,
  silentLog,
  systemScheduler,
} from '../ports/index.ts';
import { createLifecycle } from '../shared/lifecycle.ts';
import { createLoadRetries } from '../shared/load-retries.ts';
import { fail, succeed } from '../shared/result.ts';
import { readTrades } from './columns/parse.ts';
import { createTradeTable, type SelectedTrades, type TradeTable } from './create-trade-table.ts';
import { createArrivals } from './live/live-batch.ts';
import { liveRow } from './live/live-row.ts';
import { createLiveTrades, type LiveTrades } from './live/live-trades.ts';
import type {
  ColumnId,
  LiveSource,
  Sort,
  TimeSales,
  TimeSalesResult,
  TimeSalesState,
} from './time-sales.types.ts';
import { columnWidth, defaultSort, defaultWidths, nextSort } from './view/column-layout.ts';
import { everything, type TradeSelection } from './view/filter.ts';
import { createKeptView, type ViewStorage } from './view/view-storage.ts';

export interface TimeSalesOptions {
  readonly api: Pick<ApiClient, 'request'>;
  /** Where live trades come from: an options feed. Without one the rows are those of the load. */
  readonly feed?: LiveSource | undefined;
  /** So many live rows may come before all are loaded again, so that a day of them needs no more room. Default 500,000. */
  readonly liveLimit?: number;
  readonly onError?: OnError | undefined;
  /** Receives failed loads, which are only logged. */
  readonly log?: Log | undefined;
  readonly page?: Page | undefined;
  readonly scheduler?: Scheduler | undefined;
  /** The order at first. Default: quantity descending. */
  readonly sort?: Sort;
  /** Shares a contract stands for, in the totals. Default 100. */
  readonly multiplier?: number;
  /** Where widths, order and filters are kept; `session.cache` of the session module fits. Without one they are not. */
  readonly storage?: ViewStorage | undefined;
}

/** The part of the state that the table, an order and a selection give. */
type Shown = Pick<TimeSalesState, 'rows' | 'loaded' | 'exchanges' | 'totals' | 'flow' | 'unreadable'>;

/** Time and sales: the day's trades in columns, in any order, for one ticker or all. */
export function createTimeSales(options: TimeSalesOptions): TimeSales {
  const { api, onError, log = silentLog, scheduler = systemScheduler, multiplier = 100 } = options;
  const { feed, liveLimit = 500_000 } = options;
  let table: TradeTable = createTradeTable();
  let picked: SelectedTrades = table.select(everything, multiplier);
  const arrivals = createArrivals();
  /** How many rows there were when it was last time to load them, for the live ones that have come since. */
  let countedAt = 0;
  /** Trades of the feed that could not be read, since the last load was begun. */
  let unread = 0;
  let request: AbortController | null = null;
  let cancelFrame: Cancel | null = null;
  let isStarted = false;
  /** Whether live trades are wanted; null when nobody has chosen. */
  let liveChoice: boolean | null = null;
  const sort = options.sort === undefined ? defaultSort : options.sort;

  /** What follows from the table, the selection and an order. */
  function shown(order: Sort): Shown {
    return {
      rows: picked.sorted(order),
      loaded: table.count,
      exchanges: table.exchanges(),
      totals: picked.totals(),
      flow: picked.flow(),
      unreadable: table.unreadable + unread,
    };
  }

  function isLiveOf(ticker: string): boolean | null {
    return feed === undefined ? null : (liveChoice ?? ticker !== '');
  }

  const initial = (): TimeSalesState => ({
    status: 'idle',
    ticker: '',
    shownTicker: '',
    error: null,
    sort,
    selection: everything,
    ...shown(sort),
    biggest: [],
    widths: defaultWidths(),
    isLive: isLiveOf(''),
  });
  const $state = atom<TimeSalesState>(initial());

  function patch(part: Partial<TimeSalesState>): void {
    $state.set({ ...$state.get(), ...part });
  }

  const view = createKeptView(options.storage, scheduler, sort, () => ({
    ...$state.get(),
    isLive: liveChoice,
  }));

  /** What a person set up before: read by the first load, and anew after `destroy()`. */
  function restore(): void {
    const kept = view.restore();
    if (kept === null) return;
    const { widths, selection, sort: order } = kept;
    liveChoice = kept.isLive;
    patch({ widths, selection, sort: order, isLive: isLiveOf($state.get().ticker) });
    picked = table.select(selection, multiplier);
  }

  function setSort(next: Sort): void {
    patch({ sort: next, rows: picked.sorted(next) });
    view.keep();
  }

  function select(selection: TradeSelection): void {
    picked = table.select(selection, multiplier);
    patch({ selection, ...shown($state.get().sort) });
    view.keep();
  }

  function use(next: TradeTable): void {
    table = next;
    picked = table.select($state.get().selection, multiplier);
  }

  function show(): void {
    cancelFrame ??= scheduler.nextFrame(() => {
      cancelFrame = null;
      patch(shown($state.get().sort));
    });
  }

  function add(rows: readonly unknown[]): void {
    if (rows.length === 0) return;
    table.add(rows);
    show();
  }

  const retries = createLoadRetries(() => void load($state.get().ticker, true), {
    scheduler,
    page: options.page,
  });

  async function load(ticker: string, isRetry = false): Promise<TimeSalesResult> {
    restore();
    request?.abort();
    if (ticker !== $state.get().ticker) arrivals.release();
    if (!isRetry) retries.reset();
    const mine = new AbortController();
    request = mine;
    unread = 0;
    // What says that it failed stands until another try has come through.
    if (!isRetry) patch({ status: 'loading', ticker, error: null, isLive: isLiveOf(ticker) });
    connect();
    const answer = await api.request(timeSaleEndpoint, { body: { ticker }, signal: mine.signal });
    if (request !== mine) return fail({ code: 'superseded' } as const);
    request = null;
    const isSame = $state.get().shownTicker === ticker && arrivals.isJoined;
    if (!answer.ok) {
      const error = { code: 'market.time-sales.failed', status: answer.status } as const;
      log('Failed to load time and sales', answer);
      patch({ status: 'failed', error });
      retries.failed(answer.status);
      if (isSame) takeIn(arrivals.release());
      return fail(error);
    }
    const { data, biggest_data } = answer.data;
    const loaded = createTradeTable(data.length);
    loaded.add(data);
    const biggest = readTrades(biggest_data);
    const lost = loaded.unreadable + biggest_data.length - biggest.length;
    if (lost > 0) onError?.({ where: 'time-sales', error: `${lost} rows could not be read` });
    const { count } = loaded;
    const rows = arrivals.join(loaded, isSame ? table : null);
    use(loaded);
    add(rows);
    countedAt = table.count;
    patch({
      status: 'loaded',
      shownTicker: ticker,
      error: null,
      biggest,
      ...shown($state.get().sort),
    });
    return succeed({ count });
  }

  /** Adds what the load does not hold. */
  function takeIn(rows: readonly Trade[]): void {
    add(arrivals.fresh(rows));
  }

  function onTrades(events: readonly FeedTradeEvent[], unreadable: number): void {
    const { ticker, shownTicker } = $state.get();
    const rowsOf = (wanted: string): Trade[] =>
      events.map((event) => liveRow(event, wanted)).filter((row) => row !== null);
    unread += unreadable;
    if (unreadable > 0) show();
    if (request !== null || ticker !== shownTicker || !arrivals.isJoined) {
      arrivals.hold(rowsOf(ticker));
      if (ticker === shownTicker) return;
    }
    // While another ticker is on its way, or has failed, the rows that stay go on.
    if (isLiveOf(shownTicker) === true) takeIn(rowsOf(shownTicker));
    if (request !== null) return;
    if (table.count - countedAt >= liveLimit) {
      // Whatever comes of it, the next time is so many rows away.
      countedAt = table.count;
      void load(ticker);
    }
  }

  const live: LiveTrades | null =
    feed === undefined
      ? null
      : createLiveTrades({
          feed,
          onTrades,
          onBack: () => {
            if (arrivals.isJoined) void load($state.get().ticker);
          },
        });

  /** Listens to the feed while somebody needs it and live trades are wanted. */
  function connect(): void {
    if (isStarted && $state.get().isLive === true) live?.connect();
    else live?.disconnect();
  }

  const lifecycle = createLifecycle(() => {
    restore();
    isStarted = true;
    connect();
    const stopRetries = retries.start();
    return () => {
      stopRetries();
      isStarted = false;
      connect();
    };
  });

  return {
    $state,
    table: () => table,
    load: (ticker) => load(ticker),
    toggleSort: (column: ColumnId) => setSort(nextSort($state.get().sort, column)),
    setSort,
    select: (part) => select({ ...$state.get().selection, ...part }),
    clearSelection: () => select(everything),
    add,
    start: lifecycle.start,
    setLive(isLive) {
      if (feed === undefined || $state.get().isLive === isLive) return;
      liveChoice = isLive;
      patch({ isLive });
      view.keep();
      connect();
      if (isLive && arrivals.isJoined) void load($state.get().ticker);
    },
    resize(column, width) {
      const { widths } = $state.get();
      const next = columnWidth(width);
      if (widths[column] === next) return;
      patch({ widths: { ...widths, [column]: next } });
      view.keep();
    },
    destroy() {
      lifecycle.destroy();
      retries.reset();
      request?.abort();
      request = null;
      cancelFrame?.();
      cancelFrame = null;
      view.forget();
      liveChoice = null;
      arrivals.forget();
      unread = 0;
      table = createTradeTable();
      countedAt = 0;
      picked = table.select(everything, multiplier);
      $state.set(initial());
    },
  };
}
