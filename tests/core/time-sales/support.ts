// Trades of every shape, and a plain stable sort for comparison.
import { isDeepStrictEqual } from 'node:util';
import type { Trade } from '@openbell/core/contract';
import { parseOptionSymbol } from '@openbell/core/option-symbol';
import {
  type ColumnId,
  columns,
  createTradeTable,
  marketKey,
  optionKey,
  type Sort,
  type TimedTrade,
} from '@openbell/core/time-sales';
import fc from 'fast-check';
import { expect } from 'vitest';

export const exchanges = ['Cboe', 'NYSE Arca', 'BOX', ''];
/** Dollars; -0 is normalized to 0. */
const dollars = fc
  .oneof(
    fc.integer({ min: 0, max: 70_000 }).map((cents) => cents / 100),
    fc.integer({ min: 0, max: 9_999_999 }).map((value) => value / 10_000),
    fc.integer({ min: -5, max: 5 }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  )
  .map((value) => value + 0);
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(arbitrary, { nil: null });
export const trades: fc.Arbitrary<Trade> = fc.record({
  time: fc
    .oneof(
      fc.integer({ min: 1_763_650_000_000, max: 1_763_673_400_000 }),
      fc.integer({ min: 0, max: 2_000_000_000_000 }),
    )
    .map((ms) => new Date(ms).toISOString()),
  option: fc.oneof(
    fc
      .tuple(
        fc.constantFrom('SPY', 'SPXW', 'GME1', 'F'),
        fc.constantFrom('251219', '260116'),
        fc.constantFrom('C', 'P'),
        fc.nat(99_999),
      )
      .map(([root, expiry, right, strike]) => `O:${root}${expiry}${right}${String(strike).padStart(8, '0')}`),
    fc.constantFrom('SPY251219C00650000', 'O:SPY251219C00650000', 'nonsense', 'X'),
  ),
  qty: fc.oneof(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 0, max: 5_000_000_000 })),
  price: dollars,
  exchange: fc.constantFrom(...exchanges),
  market: fc.constantFrom('1.20x1.25', '1.2x1.25', '0.95x1.00', '10.00x10.50', '', 'n/a'),
  delta: maybe(dollars),
  iv: maybe(fc.double({ min: 0.01, max: 3, noNaN: true })),
  underlying: maybe(dollars),
  condition: fc.constantFrom('Automatic Execution', 'Late', ''),
  type: fc.constantFrom(1, 2, 3),
  contract_type: fc.constantFrom(1, 2),
});

export function tableOf(rows: readonly unknown[]): ReturnType<typeof createTradeTable> {
  const table = createTradeTable();
  table.add(rows);
  return table;
}

const timedRows = new WeakMap<Trade, TimedTrade>();

/** A row as the table returns it; one object for each row, which long tables repeat. */
export function timed(row: Trade): TimedTrade {
  const known = timedRows.get(row);
  if (known !== undefined) return known;
  const made = { ...row, time: Date.parse(row.time), symbol: parseOptionSymbol(row.option) };
  timedRows.set(row, made);
  return made;
}

/** A row as the server sends it. */
export function sent({ symbol: _, ...row }: TimedTrade): Trade {
  return { ...row, time: new Date(row.time).toISOString() };
}

/** Expects the same rows. `toEqual` takes seconds for many thousands, so it only prints the difference. */
export function expectRows(actual: readonly (TimedTrade | null)[], expected: readonly TimedTrade[]): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected);
}

type Key = string | number | null;

/** Nulls are last in both directions (`sign` -1: descending). */
function order(a: Key, b: Key, sign: number): number {
  if (a === null || b === null) return sign * (Number(a === null) - Number(b === null));
  return a === b ? 0 : a < b ? -1 : 1;
}

/** A plain stable sort of objects. */
export function plainSort(rows: readonly Trade[], sort: Sort): TimedTrade[] {
  const all = rows.map(timed);
  if (sort === null) return all;
  const { column, direction } = sort;
  const sign = direction === 'asc' ? 1 : -1;
  const keyOf = ({ option, market, [column]: value }: TimedTrade): Key => {
    if (column === 'option') return optionKey(option);
    return column === 'market' ? marketKey(market) : value;
  };
  // An equal key of two different texts: by the texts.
  const decorated = all.map((trade) => ({ trade, key: keyOf(trade), text: trade[column] }));
  decorated.sort((a, b) => sign * (order(a.key, b.key, sign) || order(a.text, b.text, sign)));
  return decorated.map(({ trade }) => trade);
}

export const sorts: fc.Arbitrary<Sort> = fc.option(
  fc.record({
    column: fc.constantFrom<ColumnId>(...columns.map(({ id }) => id)),
    direction: fc.constantFrom('asc' as const, 'desc' as const),
  }),
  { nil: null },
);

/** A trade with some parts of its own. */
export function trade(parts: Partial<Trade> = {}): Trade {
  return {
    time: '2025-11-20T14:30:00.000Z',
    option: 'O:AAPL251219C00150000',
    qty: 10,
    price: 1.25,
    exchange: 'BOX',
    market: '1.20x1.25',
    delta: 0.5,
    iv: 0.25,
    underlying: 149.5,
    condition: 'Late',
    type: 1,
    contract_type: 1,
    ...parts,
  };
}
