import { atom } from 'nanostores';
import type { ApiClient } from '../api-client/index.ts';
import { endpoints, lenientList, readWire, type Trade, tradeSchema } from '../contract/index.ts';
import { type Log, type OnError, silentLog } from '../ports/index.ts';
import { fail, succeed } from '../shared/result.ts';
import { columnWidth, defaultSort, defaultWidths, nextSort } from './time-sales.columns.ts';
import { createTradeTable, type TradeTable } from './time-sales.table.ts';
import type { ColumnId, Sort, TimeSales, TimeSalesState } from './time-sales.types.ts';

export interface TimeSalesOptions {
  readonly api: Pick<ApiClient, 'request'>;
  readonly onError?: OnError | undefined;
  /** Hears of failed loads, which `product.md` point 8 only logs. */
  readonly log?: Log | undefined;
  /** The order at first. Default: quantity descending (`product.md` point 4). */
  readonly sort?: Sort;
  /** Shares a contract stands for, in the totals. Default 100. */
  readonly multiplier?: number;
}

const biggestSchema = lenientList(tradeSchema);

/** Time and sales: the day's trades in columns, in any order, for one ticker or all. */
export function createTimeSales(options: TimeSalesOptions): TimeSales {
  const { api, onError, log = silentLog, multiplier = 100 } = options;
  let table: TradeTable = createTradeTable();
  let request: AbortController | null = null;
  const sort = options.sort === undefined ? defaultSort : options.sort;
  const initial = (): TimeSalesState => ({
    status: 'idle',
    ticker: '',
    shownTicker: '',
    error: null,
    rows: table.sorted(sort),
    sort,
    totals: table.totals(multiplier),
    biggest: [],
    unreadable: 0,
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

  function setSort(next: Sort): void {
    patch({ sort: next, rows: table.sorted(next) });
  }

  return {
    $state,
    table: () => table,
    async load(ticker) {
      request?.abort();
      const mine = new AbortController();
      request = mine;
      patch({ status: 'loading', ticker, error: null });
      const answer = await api.request(endpoints.timeSale, { body: { ticker }, signal: mine.signal });
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
        rows: loaded.sorted($state.get().sort),
        totals: loaded.totals(multiplier),
        biggest: readBiggest(biggest_data),
        unreadable: loaded.unreadable,
      });
      return succeed({ count: loaded.count });
    },
    toggleSort: (column: ColumnId) => setSort(nextSort($state.get().sort, column)),
    setSort,
    resize(column, width) {
      const { widths } = $state.get();
      const next = columnWidth(width);
      if (widths[column] !== next) patch({ widths: { ...widths, [column]: next } });
    },
    destroy() {
      request?.abort();
      request = null;
      table = createTradeTable();
      $state.set(initial());
    },
  };
}
