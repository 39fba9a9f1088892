import type { Trade } from '../contract/index.ts';
import { NumberColumn } from './columns/number-column.ts';
import { createInstantReader, readNumber, readText } from './columns/parse.ts';
import { marketKey, optionKey } from './columns/sort-keys.ts';
import { TextColumn } from './columns/text-column.ts';
import { createCancels } from './live/cancels.ts';
import { createJoin } from './live/join.ts';
import { addLate, type LateRows, noLateRows, rowAt, type StandsAfter, settle } from './order/merge.ts';
import { createScratch, turnOrder } from './order/radix.ts';
import { createRowOrder, type RowOrder, rowsInOrder } from './order/row-order.ts';
import type { Sort, SortedRows, Totals } from './time-sales.types.ts';
import { createMask, type TradeSelection } from './view/filter.ts';
import type { FlowMinute } from './view/flow.ts';
import { createTally } from './view/running-totals.ts';
import { BETWEEN, BOUGHT, CALL, PUT, SOLD } from './view/totals.ts';

/**
 * Trades in columns: typed arrays and dictionaries, about 36 bytes a row in place of some 280 for objects.
 * A row is built only when somebody looks at it.
 */
export interface TradeTable {
  readonly count: number;
  /** Rows given to `add` that had no readable time, option, quantity or price, and were left out. */
  readonly unreadable: number;
  /**
   * Appends rows as they came from outside. What cannot be read is counted and left out; a side other than bought
   * (1) or sold (3) is kept as 2, a contract type other than call (1) as 2.
   */
  add(rows: readonly unknown[]): void;
  /** The row at an index, in the order in which they were added; null outside it. */
  row(index: number): Trade | null;
  /**
   * All rows in an order; rows that are equal in it keep the order in which they were added, in both directions. After
   * few new rows the last order is carried on, not made anew. The result stays valid until the sort after the next
   * one, which takes its room.
   */
  sorted(sort: Sort): SortedRows;
  /** The rows of a selection; dollars with `multiplier` shares a contract (100). */
  select(selection: TradeSelection, multiplier?: number): SelectedTrades;
  /** The names of the exchanges, in alphabetical order. */
  exchanges(): readonly string[];
  /** When the newest trade was made, in milliseconds since the epoch; null without rows. */
  readonly newest: number | null;
  /**
   * Tells rows that come another way from those that the table has now: true for one that it does not have. Each of its
   * rows answers for one of the same moment (of the same second, where it has only whole ones), contract, size and price.
   */
  join(): (row: Trade) => boolean;
}

/**
 * The rows of a selection: always of all rows that the table has now. It is carried on: rows that have come are looked
 * at alone, so that a live trade costs nothing of a million others.
 */
export interface SelectedTrades {
  /** As `TradeTable.sorted` orders all rows. */
  sorted(sort: Sort): SortedRows;
  totals(): Totals;
  /** Net premium of each minute, in dollars. */
  flow(): readonly FlowMinute[];
}

/** Up to one new row in so many is merged into the last order; more are sorted anew. */
const mergeShare = 64;

/** So many rows may stand beside an order before all are written into one. */
const mostLate = 4096;

export function createTradeTable(capacity = 0): TradeTable {
  let count = 0;
  let unreadable = 0;
  let room = capacity;
  let base = 0;
  let latest: RowOrder = rowsInOrder(new Uint32Array(0));
  /** The order before it, whose room the next one takes. */
  let former = latest;
  let latestRoom = new Uint32Array(0);
  let formerRoom = latestRoom;
  /** What `latest` is an order of, how many rows it holds, and the ones that have come since. */
  let kept: Sort = null;
  let keptCount = 0;
  let late: LateRows = noLateRows;
  const readInstant = createInstantReader();
  const scratch = createScratch();
  const byItself = (text: string): string => text;

  const time = new NumberColumn(room, 1);
  const option = new TextColumn(room, optionKey);
  const qty = new NumberColumn(room, 1);
  const price = new NumberColumn(room, 100);
  const exchange = new TextColumn(room, byItself);
  const market = new TextColumn(room, marketKey);
  const delta = new NumberColumn(room, 100);
  const iv = new NumberColumn(room, 100);
  const underlying = new NumberColumn(room, 100);
  const condition = new TextColumn(room, byItself);
  let type = new Uint8Array(room);
  let contractType = new Uint8Array(room);

  const numbers = { time, qty, price, delta, iv, underlying } as const;
  const texts = { option, exchange, market, condition } as const;
  const columns = { ...numbers, ...texts } as const;
  const sides = (): Uint8Array => type;
  const rights = (): Uint8Array => contractType;
  const marking = { time, option, qty, price, condition };
  const cancels = createCancels(marking);

  function reserve(wanted: number): void {
    if (wanted <= room) return;
    room = Math.max(wanted, Math.ceil(room * 1.5));
    for (const column of Object.values(columns)) column.reserve(room);
    const types = new Uint8Array(room);
    types.set(type.subarray(0, count));
    type = types;
    const contracts = new Uint8Array(room);
    contracts.set(contractType.subarray(0, count));
    contractType = contracts;
  }

  function addRow(raw: unknown): boolean {
    if (typeof raw !== 'object' || raw === null) return false;
    const row = raw as Readonly<Partial<Record<keyof Trade, unknown>>>;
    const at = readInstant(row.time);
    const name = row.option;
    const quantity = readNumber(row.qty);
    const dollars = readNumber(row.price);
    if (at === null || typeof name !== 'string' || name === '' || quantity === null || dollars === null)
      return false;
    if (count === 0) base = at;
    time.push(at - base);
    option.push(name);
    qty.push(quantity);
    price.push(dollars);
    exchange.push(readText(row.exchange));
    market.push(readText(row.market));
    delta.push(readNumber(row.delta));
    iv.push(readNumber(row.iv));
    underlying.push(readNumber(row.underlying));
    condition.push(readText(row.condition));
    const side = readNumber(row.type);
    type[count] = side === BOUGHT || side === SOLD ? side : BETWEEN;
    contractType[count] = readNumber(row.contract_type) === CALL ? CALL : PUT;
    count += 1;
    return true;
  }

  function row(index: number): Trade | null {
    if (!Number.isInteger(index) || index < 0 || index >= count) return null;
    return {
      time: new Date((time.get(index) ?? 0) + base).toISOString(),
      option: option.get(index),
      qty: qty.get(index) ?? 0,
      price: price.get(index) ?? 0,
      exchange: exchange.get(index),
      market: market.get(index),
      delta: delta.get(index),
      iv: iv.get(index),
      underlying: underlying.get(index),
      condition: condition.get(index),
      type: type[index] ?? BETWEEN,
      contract_type: contractType[index] ?? PUT,
    };
  }

  /**
   * Room for an order. Two take turns: a fresh one for each sort costs the click more than the sort does, because
   * memory outside the heap makes the collector look at all of it.
   */
  function nextOrder(make: (into: Uint32Array) => RowOrder): void {
    former.close();
    const into = formerRoom.length < count ? new Uint32Array(room) : formerRoom;
    formerRoom = latestRoom;
    latestRoom = into;
    former = latest;
    latest = make(into);
  }

  function standsAfter({ column, direction }: NonNullable<Sort>): StandsAfter {
    const descending = direction === 'desc';
    if (column === 'option' || column === 'exchange' || column === 'market' || column === 'condition') {
      const values = texts[column];
      return descending ? (a, b) => values.isAfter(b, a) : (a, b) => values.isAfter(a, b);
    }
    const values = numbers[column];
    return descending
      ? (a, b) => values.sortKey(a, true) < values.sortKey(b, true)
      : (a, b) => values.sortKey(a, false) > values.sortKey(b, false);
  }

  /** `turned`: the last order was of the same rows and column, in the other direction. */
  function sortAll({ column, direction }: NonNullable<Sort>, turned: boolean): void {
    const digits = columns[column].digits();
    const descending = direction === 'desc';
    const [digit, further] = digits;
    const standing = latest;
    nextOrder((into) => {
      if (!turned || !standing.isWritten || digit === undefined || further !== undefined)
        return createRowOrder({ digits, count, descending, into, scratch });
      turnOrder(standing.all(), digit, count, descending, into);
      return rowsInOrder(into);
    });
    keptCount = count;
    late = noLateRows;
  }

  /** Writes the late rows into the order. */
  function settleLate(): void {
    if (late.rows.length === 0) return;
    const order = latest.all();
    nextOrder((into) => {
      settle(order, keptCount, late, into);
      return rowsInOrder(into);
    });
    keptCount += late.rows.length;
    late = noLateRows;
  }

  /** Brings `latest` and `late` to an order of all rows: the last one, carried on, where few have come since. */
  function bring(sort: NonNullable<Sort>): void {
    const isOfColumn = kept !== null && kept.column === sort.column;
    const isSame = isOfColumn && kept?.direction === sort.direction;
    const known = keptCount + late.rows.length;
    const added = count - known;
    kept = sort;
    if (isSame && added === 0) return;
    if (!isSame || added * mergeShare > count) {
      sortAll(sort, isOfColumn && !isSame && keptCount === count);
      return;
    }
    late = addLate(latest.all(), keptCount, late, known, count, standsAfter(sort));
    if (late.rows.length > mostLate) settleLate();
  }

  /** The rows that a mask lets through, in the order of `order`, or as they came. */
  function pick(mask: Uint8Array, order: Uint32Array | null): Uint32Array {
    let matching = 0;
    for (let r = 0; r < count; r++) matching += mask[r] as number;
    const picked = new Uint32Array(matching);
    let at = 0;
    for (let place = 0; place < count; place++) {
      const index = order === null ? place : (order[place] as number);
      if (mask[index] === 1) {
        picked[at] = index;
        at += 1;
      }
    }
    return picked;
  }

  function inOrder(rows: number, indexOf: (place: number) => number): SortedRows {
    const indexAt = (place: number): number => (place >= 0 && place < rows ? indexOf(place) : -1);
    return { count: rows, indexAt, at: (place) => row(indexAt(place)) };
  }

  function carriedOn(order: RowOrder, beside: LateRows): SortedRows {
    const { head } = order;
    const known = beside.rows.length === 0 ? head.length : 0;
    return inOrder(count, (place) =>
      place < known ? (head[place] as number) : rowAt(order.all(), beside, place),
    );
  }

  function sorted(sort: Sort, mask: Uint8Array | null): SortedRows {
    if (sort !== null) bring(sort);
    if (mask === null) return sort === null ? inOrder(count, (place) => place) : carriedOn(latest, late);
    // A pass over all rows goes on anyway.
    if (sort !== null) settleLate();
    const picked = pick(mask, sort === null ? null : latest.all());
    return inOrder(picked.length, (place) => picked[place] as number);
  }

  return {
    get count() {
      return count;
    },
    get unreadable() {
      return unreadable;
    },
    get newest() {
      return count === 0 ? null : base + time.max / (time.scale || 1);
    },
    add(rows) {
      // What the orders have not written yet they read from keys that are made anew after this.
      former.all();
      latest.all();
      reserve(count + rows.length);
      for (const raw of rows) if (!addRow(raw)) unreadable += 1;
    },
    row,
    sorted: (sort) => sorted(sort, null),
    select(selection, multiplier = 100) {
      const parts = { option, exchange, qty, price, underlying, sides, rights };
      const growing = createMask(parts, selection, multiplier);
      const tally = createTally({ time, qty, price, sides, rights }, () => base, cancels);
      const mask = (): Uint8Array | null => growing?.upTo(count, room) ?? null;
      const counted = (): typeof tally => {
        cancels.upTo(count);
        tally.upTo(count, mask());
        return tally;
      };
      return {
        sorted: (sort) => sorted(sort, mask()),
        totals: () => counted().totals(multiplier),
        flow: () => counted().flow(multiplier),
      };
    },
    join: () => createJoin({ columns: marking, base, count, countNow: () => count, scratch }),
    exchanges: () => exchange.texts.filter((name) => name !== '').sort(),
  };
}
