// How a person set the table up: widths, order and filters in one key, read leniently.
import * as v from 'valibot';
import type { Cancel, KeyValueStorage, Scheduler } from '../../ports/index.ts';
import type { ColumnId, Sort } from '../time-sales.types.ts';
import { columns, columnWidth, defaultWidths } from './column-layout.ts';
import { everything, type TradeSelection } from './filter.ts';

/** In the session's closed list of keys: it survives a 401 and ends with log-out. */
const VIEW_KEY = 'timeSalesView';
/** No text of ours is longer; exchanges are few and short. */
const MOST_CHARACTERS = 10_000;
/** Pixels: wider than any screen is a mistake. */
const WIDEST = 4_000;

export interface TimeSalesView {
  readonly widths: Readonly<Record<ColumnId, number>>;
  readonly sort: Sort;
  readonly selection: TradeSelection;
  /** Whether live trades are taken in; null when nobody has chosen. */
  readonly isLive: boolean | null;
}

export type ViewStorage = Pick<KeyValueStorage, 'read' | 'write'>;

const amount = v.fallback(v.pipe(v.number(), v.finite(), v.minValue(0)), 0);
const day = v.fallback(v.nullable(v.pipe(v.string(), v.isoDate())), null);
const columnIds: readonly ColumnId[] = columns.map(({ id }) => id);

const selectionSchema = v.object({
  side: v.fallback(v.nullable(v.picklist(['bought', 'sold'])), null),
  right: v.fallback(v.nullable(v.picklist(['call', 'put'])), null),
  exchanges: v.fallback(v.array(v.string()), []),
  minQty: amount,
  minPremium: amount,
  expiryFrom: day,
  expiryTo: day,
  moneyness: v.fallback(v.nullable(v.picklist(['in', 'out'])), null),
});
const viewSchema = v.object({
  version: v.literal(1),
  widths: v.fallback(v.record(v.string(), v.unknown()), {}),
  // Undefined, when it is garbage, in place of null, which is an order of its own.
  sort: v.fallback(
    v.optional(
      v.nullable(v.object({ column: v.picklist(columnIds), direction: v.picklist(['asc', 'desc']) })),
    ),
    undefined,
  ),
  selection: v.fallback(selectionSchema, () => ({ ...everything, exchanges: [] })),
  isLive: v.fallback(v.nullable(v.boolean()), null),
});

function readWidths(stored: Readonly<Record<string, unknown>>): Record<ColumnId, number> {
  const widths = defaultWidths();
  for (const id of columnIds) {
    const width = stored[id];
    if (typeof width === 'number' && width <= WIDEST) widths[id] = columnWidth(width);
  }
  return widths;
}

/** What is kept; each part that is garbage reads as not chosen. Null when nothing is, or by another version. */
function readView(storage: ViewStorage, sort: Sort): TimeSalesView | null {
  const text = storage.read(VIEW_KEY);
  if (text === null || text.length > MOST_CHARACTERS) return null;
  try {
    const read = v.safeParse(viewSchema, JSON.parse(text));
    if (!read.success) return null;
    const { output } = read;
    return {
      widths: readWidths(output.widths),
      sort: output.sort === undefined ? sort : output.sort,
      selection: output.selection,
      isLive: output.isLive,
    };
  } catch {
    return null;
  }
}

function writeView(storage: ViewStorage, { widths, sort, selection, isLive }: TimeSalesView): void {
  storage.write(VIEW_KEY, JSON.stringify({ version: 1, widths, sort, selection, isLive }));
}

/** The view of one table, in a storage. */
interface KeptView {
  /** What is kept, the first time that it is asked for; null after that. */
  restore(): TimeSalesView | null;
  /** Writes the view that is shown, once a frame: a drag changes a width at every move. */
  keep(): void;
  /** Takes back what was to be written; `restore` reads again. */
  forget(): void;
}

const nowhere: KeptView = { restore: () => null, keep() {}, forget() {} };

/** Without a storage nothing is kept. `sort` is the order of a view that names none. */
export function createKeptView(
  storage: ViewStorage | undefined,
  scheduler: Scheduler,
  sort: Sort,
  shown: () => TimeSalesView,
): KeptView {
  if (storage === undefined) return nowhere;
  let cancelKeep: Cancel | null = null;
  let isRestored = false;
  return {
    restore() {
      if (isRestored) return null;
      isRestored = true;
      return readView(storage, sort);
    },
    keep() {
      cancelKeep ??= scheduler.nextFrame(() => {
        cancelKeep = null;
        writeView(storage, shown());
      });
    },
    forget() {
      cancelKeep?.();
      cancelKeep = null;
      isRestored = false;
    },
  };
}
