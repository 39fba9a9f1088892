import { atom } from 'nanostores';
import type { ApiClient } from '../api-client/index.ts';
import { lenientList, readWire, type Trade, timeSaleEndpoint, tradeSchema } from '../contract/index.ts';
import {
  type Cancel,
  type Log,
  type OnError,
  type Scheduler,
  silentLog,
  systemScheduler,
} from '../ports/index.ts';
import { fail, succeed } from '../shared/result.ts';
import { columnWidth, defaultSort, defaultWidths, nextSort } from './time-sales.columns.ts';
import { everything, type TradeSelection } from './time-sales.filter.ts';
import { readView, type ViewStorage, writeView } from './time-sales.storage.ts';
import { createTradeTable, type TradeTable } from './time-sales.table.ts';
import type { ColumnId, Sort, TimeSales, TimeSalesState } from './time-sales.types.ts';

export interface TimeSalesOptions {
  readonly api: Pick<ApiClient, 'request'>;
  readonly onError?: OnError | undefined;
  /** Hears of failed loads, which `product.md` point 8 only logs. */
  readonly log?: Log | undefined;
  readonly scheduler?: Scheduler | undefined;
  /** The order at first. Default: quantity descending (`product.md` point 4). */
  readonly sort?: Sort;
  /** Shares a contract stands for, in the totals. Default 100. */
  readonly multiplier?: number;
  /** Where widths, order and filters are kept; `session.cache` of the session module fits. Without one they are not. */
  readonly storage?: ViewStorage | undefined;
}

/** The part of the state that the table, an order and a selection give. */
type Shown = Pick<TimeSalesState, 'rows' | 'loaded' | 'exchanges' | 'totals' | 'flow' | 'unreadable'>;

const biggestSchema = lenientList(tradeSchema);

/** Time and sales: the day's trades in columns, in any order, for one ticker or all. */
export function createTimeSales(options: TimeSalesOptions): TimeSales {
  const { api, onError, log = silentLog, scheduler = systemScheduler, multiplier = 100, storage } = options;
  let table: TradeTable = createTradeTable();
  let request: AbortController | null = null;
  let cancelFrame: Cancel | null = null;
  let cancelKeep: Cancel | null = null;
  let isRestored = false;
  const sort = options.sort === undefined ? defaultSort : options.sort;

  /** What follows from the table, an order and a selection. */
  function shown(order: Sort, selection: TradeSelection): Shown {
    const mask = table.mask(selection, multiplier);
    return {
      rows: table.sorted(order, mask),
      loaded: table.count,
      exchanges: table.exchanges(),
      totals: table.totals(multiplier, mask),
      flow: table.flow(multiplier, mask),
      unreadable: table.unreadable,
    };
  }

  const initial = (): TimeSalesState => ({
    status: 'idle',
    ticker: '',
    shownTicker: '',
    error: null,
    sort,
    selection: everything,
    ...shown(sort, everything),
    biggest: [],
    widths: defaultWidths(),
  });
  const $state = atom<TimeSalesState>(initial());

  function patch(part: Partial<TimeSalesState>): void {
    $state.set({ ...$state.get(), ...part });
  }

  function readBiggest(rows: readonly unknown[]): readonly Trade[] {
    const reading = readWire(biggestSchema, rows);
    return reading.ok ? reading.value : [];
  }

  /** What a person set up before: read by the first load, and anew after `destroy()`. */
  function restore(): void {
    if (isRestored || storage === undefined) return;
    isRestored = true;
    const view = readView(storage, sort);
    if (view !== null) patch(view);
  }

  /** Once a frame: a drag changes a width at every move. */
  function keep(): void {
    if (storage === undefined) return;
    cancelKeep ??= scheduler.nextFrame(() => {
      cancelKeep = null;
      writeView(storage, $state.get());
    });
  }

  function setSort(next: Sort): void {
    patch({ sort: next, rows: table.sorted(next, table.mask($state.get().selection, multiplier)) });
    keep();
  }

  function select(selection: TradeSelection): void {
    show(selection);
    keep();
  }

  function show(selection: TradeSelection): void {
    patch({ selection, ...shown($state.get().sort, selection) });
  }

  return {
    $state,
    table: () => table,
    async load(ticker) {
      restore();
      request?.abort();
      const mine = new AbortController();
      request = mine;
      patch({ status: 'loading', ticker, error: null });
      const answer = await api.request(timeSaleEndpoint, { body: { ticker }, signal: mine.signal });
      if (request !== mine) return fail({ code: 'superseded' } as const);
      request = null;
      if (!answer.ok) {
        const error = { code: 'market.time-sales.failed', status: answer.status } as const;
        log('Failed to load time and sales', answer);
        patch({ status: 'failed', error });
        return fail(error);
      }
      const { data, biggest_data } = answer.data;
      const loaded = createTradeTable(data.length);
      loaded.add(data);
      if (loaded.unreadable > 0) {
        onError?.({ where: 'time-sales', error: `${loaded.unreadable} rows could not be read` });
      }
      table = loaded;
      patch({
        status: 'loaded',
        shownTicker: ticker,
        error: null,
        biggest: readBiggest(biggest_data),
        ...shown($state.get().sort, $state.get().selection),
      });
      return succeed({ count: loaded.count });
    },
    toggleSort: (column: ColumnId) => setSort(nextSort($state.get().sort, column)),
    setSort,
    select: (part) => select({ ...$state.get().selection, ...part }),
    clearSelection: () => select(everything),
    add(rows) {
      if (rows.length === 0) return;
      table.add(rows);
      cancelFrame ??= scheduler.nextFrame(() => {
        cancelFrame = null;
        show($state.get().selection);
      });
    },
    resize(column, width) {
      const { widths } = $state.get();
      const next = columnWidth(width);
      if (widths[column] === next) return;
      patch({ widths: { ...widths, [column]: next } });
      keep();
    },
    destroy() {
      request?.abort();
      request = null;
      cancelFrame?.();
      cancelFrame = null;
      cancelKeep?.();
      cancelKeep = null;
      isRestored = false;
      table = createTradeTable();
      $state.set(initial());
    },
  };
}
