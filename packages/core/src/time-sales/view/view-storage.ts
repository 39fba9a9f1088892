import * as v from 'valibot';
import type { KeyValueStorage } from '../../ports/index.ts';
import { readStored } from '../../shared/json-storage.ts';
import type { ColumnId, Sort } from '../order/sort.types.ts';
import { columns, columnWidth, defaultWidths, withoutFirst } from './column-layout.ts';
import { everything, type TradeSelection } from './filter.ts';

/** One of the session's keys: kept after a 401, cleared at log-out. */
const VIEW_KEY = 'timeSalesView';
const MAX_CHARACTERS = 10_000;
/** Pixels. */
const MAX_WIDTH = 4_000;

/** What the member has set up in the table. */
export interface TimeSalesView {
  readonly widths: Readonly<Record<ColumnId, number>>;
  readonly hidden: readonly ColumnId[];
  readonly sort: Sort;
  readonly selection: TradeSelection;
  /** The choice of live trades; null for the default. */
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
  hidden: v.fallback(v.array(v.picklist(columnIds)), []),
  // Undefined when invalid: null is an order of its own.
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
    if (typeof width === 'number' && width <= MAX_WIDTH) widths[id] = columnWidth(width);
  }
  return widths;
}

/** Reads the stored view; invalid parts get their defaults. Null when there is none of this version. */
export function readView(storage: ViewStorage, sort: Sort): TimeSalesView | null {
  const stored = readStored(storage.read(VIEW_KEY), viewSchema, MAX_CHARACTERS);
  if (stored === null) return null;
  const { selection, hidden, isLive } = stored;
  return {
    widths: readWidths(stored.widths),
    hidden: withoutFirst(hidden),
    sort: stored.sort === undefined ? sort : stored.sort,
    selection,
    isLive,
  };
}

/** Stores a view. */
export function writeView(storage: ViewStorage, view: TimeSalesView): void {
  const { widths, hidden, sort, selection, isLive } = view;
  storage.write(VIEW_KEY, JSON.stringify({ version: 1, widths, hidden, sort, selection, isLive }));
}
