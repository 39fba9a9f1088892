// Market data in Chromium: frames of the options feed, and a grid that sorts a million rows.
import type { Trade } from '@openbell/core/contract';
import { createFrameScanner, readParsedFrame } from '@openbell/core/options-feed';
import { bigDeltaFilter, withCancels } from '@openbell/core/trade-flash';
import {
  ClientSideRowModelModule,
  ColumnApiModule,
  createGrid,
  type GridApi,
  ModuleRegistry,
  RowApiModule,
} from 'ag-grid-community';
import { createFrames, createTrades } from '../../trades.ts';

/** The API of the page for the bench. `run` returns milliseconds. */
interface MarketPage {
  run(): number;
}

const events = 200_000;
const filter = withCancels(bigDeltaFilter);

function timedFrames(read: (frame: string) => unknown): () => number {
  const frames = createFrames(events);
  return () => {
    const start = performance.now();
    for (const frame of frames) read(frame);
    return performance.now() - start;
  };
}

/** Finds the end of each event: the minimum work. */
function hop(frame: string): number {
  let found = 0;
  for (let at = frame.indexOf('}'); at >= 0; at = frame.indexOf('}', at + 1)) found += 1;
  return found;
}

/** Reverses the direction at each run. The grid renders the sorted rows synchronously. */
function timedGrid(column: 'price' | 'option'): () => number {
  ModuleRegistry.registerModules([ClientSideRowModelModule, ColumnApiModule, RowApiModule]);
  const host = document.querySelector<HTMLElement>('#host');
  if (host === null) throw new Error('The page has no host');
  const ids: readonly (keyof Trade)[] = ['time', 'option', 'qty', 'price', 'exchange', 'delta', 'iv'];
  const grid: GridApi<Trade> = createGrid<Trade>(host, {
    columnDefs: ids.map((field) => ({ field, colId: field })),
    rowData: createTrades(1_000_000),
  });
  let descends = false;
  return () => {
    descends = !descends;
    const start = performance.now();
    grid.applyColumnState({ state: [{ colId: column, sort: descends ? 'desc' : 'asc' }] });
    const took = performance.now() - start;
    const first = grid.getDisplayedRowAtIndex(0)?.data?.[column];
    const last = grid.getDisplayedRowAtIndex(999_999)?.data?.[column];
    if (first === undefined || last === undefined || (descends ? first < last : first > last)) {
      throw new Error('The grid has not sorted its rows');
    }
    return took;
  };
}

const contenders: Readonly<Record<string, () => () => number>> = {
  ours: () => timedFrames(createFrameScanner(filter)),
  'JSON.parse': () => timedFrames((frame) => JSON.parse(frame)),
  'JSON.parse + rule': () => timedFrames((frame) => readParsedFrame(frame, filter)),
  hop: () => timedFrames(hop),
  'ag-grid price': () => timedGrid('price'),
  'ag-grid option': () => timedGrid('option'),
};

const name = new URLSearchParams(location.search).get('contender') ?? '';
const create = contenders[name];
if (create === undefined) throw new Error(`Unknown contender ${name}`);
const page: MarketPage = { run: create() };
Object.assign(window, { bench: page });
