import type { Trade } from '@openbell/core/contract';
import { parseOptionSymbol } from '@openbell/core/option-symbol';
import {
  countParts,
  createTimeSales,
  csvOf,
  everything,
  labelOf,
  rowTextOf,
  type TradeSelection,
} from '@openbell/core/time-sales';
import { answerOk, createFakeApi, createFakeTime, settle } from '@openbell/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exchanges, plainSort, sorts, tableOf, trades } from '../support.ts';

const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(arbitrary, { nil: null });
const days = fc.constantFrom('2025-12-18', '2025-12-19', '2026-01-16', '2027-01-01');
const selections: fc.Arbitrary<TradeSelection> = fc.record({
  side: maybe(fc.constantFrom('bought' as const, 'sold' as const)),
  right: maybe(fc.constantFrom('call' as const, 'put' as const)),
  exchanges: fc.subarray(exchanges, { maxLength: 2 }),
  minQty: fc.constantFrom(0, 0, 1, 100, 1000),
  minPremium: fc.constantFrom(0, 0, 1, 5000, 50_000),
  expiryFrom: maybe(days),
  expiryTo: maybe(days),
  moneyness: maybe(fc.constantFrom('in' as const, 'out' as const)),
});

/** A simple implementation of the selection for one row. */
function isWanted(row: Trade, selection: TradeSelection): boolean {
  const { side, right, exchanges: names, minQty, minPremium, expiryFrom, expiryTo, moneyness } = selection;
  const symbol = parseOptionSymbol(row.option);
  if (side !== null && row.type !== (side === 'bought' ? 1 : 3)) return false;
  if (right !== null && row.contract_type !== (right === 'call' ? 1 : 2)) return false;
  if (names.length > 0 && !names.includes(row.exchange)) return false;
  if (minQty > 0 && row.qty < minQty) return false;
  if (minPremium > 0 && row.price * row.qty * 100 < minPremium - 1e-6) return false;
  if (expiryFrom !== null && !(symbol !== null && symbol.expiry >= expiryFrom)) return false;
  if (expiryTo !== null && !(symbol !== null && symbol.expiry <= expiryTo)) return false;
  if (moneyness === null) return true;
  if (symbol === null || row.underlying === null || row.underlying < 0) return false;
  const strike = symbol.strike / 1000;
  const isIn = row.contract_type === 1 ? row.underlying > strike : row.underlying < strike;
  return isIn === (moneyness === 'in');
}

function shown(rows: { readonly count: number; at(place: number): Trade | null }): (Trade | null)[] {
  return Array.from({ length: rows.count }, (_, place) => rows.at(place));
}

const premium = (row: Trade): number => row.price * row.qty * 100;
const minuteOf = (row: Trade): number => Math.floor(Date.parse(row.time) / 60_000) * 60_000;

describe('a selection of trades', () => {
  test('shows the matching rows in the order of the table [time-sales.filters]', () => {
    fc.assert(
      fc.property(fc.array(trades, { maxLength: 60 }), selections, sorts, (rows, selection, sort) => {
        const table = tableOf(rows);
        const got = shown(table.select(selection).sorted(sort));
        expect(got).toEqual(plainSort(rows, sort).filter((row) => isWanted(row, selection)));
      }),
      { numRuns: 300 },
    );
  });

  describe('thresholds [time-sales.filters]', () => {
    const row = (parts: Partial<Trade> = {}): Trade => ({
      time: '2025-11-20T14:30:00.000Z',
      option: 'SPY251219C00650000',
      qty: 100,
      price: 1,
      exchange: 'BOX',
      market: '',
      delta: null,
      iv: null,
      underlying: 650,
      condition: '',
      type: 1,
      contract_type: 1,
      ...parts,
    });
    const passes = (
      rows: readonly Trade[],
      part: Partial<TradeSelection>,
      multiplier?: number,
    ): boolean[] => {
      const table = tableOf(rows);
      const { sorted } = table.select({ ...everything, ...part }, multiplier);
      const shownRows = shown(sorted(null));
      return rows.map((one) => shownRows.some((other) => JSON.stringify(other) === JSON.stringify(one)));
    };

    test('includes the minimum size, for integers and fractions', () => {
      expect(
        passes(
          [99, 100, 101].map((qty) => row({ qty })),
          { minQty: 100 },
        ),
      ).toEqual([false, true, true]);
      expect(
        passes(
          [0.06, 0.07, 0.29].map((qty) => row({ qty })),
          { minQty: 0.07 },
        ),
      ).toEqual([false, true, true]);
    });

    test('includes a fractional size that no scale represents', () => {
      const rows = [1 / 3, 0.3, 2 / 3].map((qty) => row({ qty }));
      expect(passes(rows, { minQty: 1 / 3 })).toEqual([true, false, true]);
    });

    test('compares the premium to the cent, with the given multiplier', () => {
      const rows = [
        row({ price: 0.07, qty: 3 }),
        row({ price: 0.0699, qty: 3 }),
        row({ price: 0.07, qty: 4 }),
      ];
      expect(passes(rows, { minPremium: 21 })).toEqual([true, false, true]);
      expect(passes(rows, { minPremium: 21.01 })).toEqual([false, false, true]);
      expect(passes(rows, { minPremium: 2.1 }, 10)).toEqual([true, false, true]);
    });

    test('includes both expiry days, and excludes unreadable symbols', () => {
      const rows = ['SPY251218C00650000', 'SPY251219C00650000', 'SPY251220C00650000', 'nonsense'].map(
        (option) => row({ option }),
      );
      expect(passes(rows, { expiryFrom: '2025-12-19' })).toEqual([false, true, true, false]);
      expect(passes(rows, { expiryTo: '2025-12-19' })).toEqual([true, true, false, false]);
      expect(passes(rows, { expiryFrom: '2025-12-19', expiryTo: '2025-12-19' })).toEqual([
        false,
        true,
        false,
        false,
      ]);
    });

    test('a price at the strike or an unknown value is neither in nor out of the money', () => {
      for (const [contract_type, inside] of [
        [1, 650.01],
        [2, 649.99],
      ] as const) {
        const rows = [650, inside, 1300 - inside].map((underlying) => row({ underlying, contract_type }));
        expect(passes(rows, { moneyness: 'in' })).toEqual([false, true, false]);
        expect(passes(rows, { moneyness: 'out' })).toEqual([true, false, true]);
      }
      const unknown = [row({ underlying: null }), row({ option: 'nonsense' }), row({ underlying: -1 })];
      expect(passes(unknown, { moneyness: 'in' })).toEqual([false, false, false]);
      expect(passes(unknown, { moneyness: 'out' })).toEqual([false, false, false]);
    });

    test('countParts counts the filters, and both expiry days as one', () => {
      expect(countParts(everything)).toBe(0);
      const parts: Partial<TradeSelection>[] = [
        { side: 'sold' },
        { right: 'put' },
        { exchanges: ['BOX'] },
        { minQty: 1 },
        { minPremium: 1 },
        { expiryFrom: '2025-12-19' },
        { expiryTo: '2025-12-19' },
        { expiryFrom: '2025-12-19', expiryTo: '2025-12-19' },
        { moneyness: 'out' },
      ];
      for (const part of parts) expect(countParts({ ...everything, ...part })).toBe(1);
      expect(countParts(Object.assign({}, everything, ...parts))).toBe(7);
    });
  });

  test('totals and flow include only the matching rows [time-sales.totals] [time-sales.flow]', () => {
    // Quarter dollars, whose sums are exact in any order.
    const quarters = trades.map((row) => ({
      ...row,
      price: Math.round(Math.abs(row.price) % 700) / 4,
      qty: row.qty % 900,
    }));
    fc.assert(
      fc.property(fc.array(quarters, { maxLength: 60 }), selections, (rows, selection) => {
        const table = tableOf(rows);
        const selected = table.select(selection);
        const wanted = rows.filter((row) => isWanted(row, selection));
        const sum = (part: readonly Trade[]): number => part.reduce((all, row) => all + premium(row), 0);
        const { trades: count, bought, sold, calls, puts } = selected.totals();
        expect({ count, bought, sold, calls, puts }).toEqual({
          count: wanted.length,
          bought: sum(wanted.filter((row) => row.type === 1)),
          sold: sum(wanted.filter((row) => row.type === 3)),
          calls: sum(wanted.filter((row) => row.contract_type === 1)),
          puts: sum(wanted.filter((row) => row.contract_type !== 1)),
        });
        const sided = wanted.filter((row) => row.type !== 2);
        const net = (time: number, isCall: boolean): number =>
          sided
            .filter((row) => minuteOf(row) === time && (row.contract_type === 1) === isCall)
            .reduce((all, row) => all + (row.type === 1 ? premium(row) : -premium(row)), 0);
        const minutes = [...new Set(sided.map(minuteOf))].sort((a, b) => a - b);
        expect(selected.flow()).toEqual(
          minutes.map((time) => ({ time, calls: net(time, true), puts: net(time, false) })),
        );
      }),
      { numRuns: 200 },
    );
  });
});

describe('rows added to a sorted table', () => {
  test('are placed as in a sort of all rows [time-sales.live-merge]', () => {
    fc.assert(
      fc.property(
        fc.array(trades, { minLength: 1, maxLength: 20 }),
        fc.array(fc.array(trades, { maxLength: 3 }), { maxLength: 4 }),
        sorts,
        (first, batches, sort) => {
          // Enough rows that each batch is small, so that it is merged.
          const rows = Array.from({ length: 200 }, (_, i) => first[i % first.length] as Trade);
          const table = tableOf(rows);
          table.sorted(sort);
          for (const batch of batches) {
            rows.push(...batch);
            table.add(batch);
            expect(shown(table.sorted(sort))).toEqual(plainSort(rows, sort));
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test('thousands of added rows are placed correctly, and earlier results do not change', () => {
    const [row] = fc.sample(trades, 1) as [Trade];
    const made = (count: number, seed: number): Trade[] =>
      Array.from({ length: count }, (_, i) => ({
        ...row,
        qty: ((i + seed) * 7919) % 1000,
        type: 1 + ((i + seed) % 3),
      }));
    for (const direction of ['asc', 'desc'] as const) {
      const sort = { column: 'qty', direction } as const;
      const rows = made(20_000, 0);
      const table = tableOf(rows);
      table.sorted(sort);
      // More batches than can be kept separately, so that they are merged in between.
      for (let batch = 1; batch <= 50; batch++) {
        const before = table.sorted(sort);
        const stood = [0, 5000, before.count - 1].map((place) => before.at(place));
        const fresh = made(100, batch);
        rows.push(...fresh);
        table.add(fresh);
        const now = table.sorted(sort);
        expect(now.count).toBe(rows.length);
        expect([0, 5000, before.count - 1].map((place) => before.at(place))).toEqual(stood);
        if (batch % 20 !== 0 && batch < 49) continue;
        expect(shown(now)).toEqual(plainSort(rows, sort));
        const bought = table.select({ ...everything, side: 'bought' }).sorted(sort);
        expect(shown(bought)).toEqual(
          plainSort(
            rows.filter(({ type }) => type === 1),
            sort,
          ),
        );
      }
    }
  });

  test('appear in the next frame, in the current order and selection', async () => {
    const time = createFakeTime();
    const api = createFakeApi(settle);
    const timeSales = createTimeSales({ api, scheduler: time.scheduler });
    const row = (qty: number, type: number): Trade => ({
      time: '2025-11-20T14:30:00.000Z',
      option: 'O:AAPL251219C00150000',
      qty,
      price: 1.25,
      exchange: 'BOX',
      market: '1.20x1.25',
      delta: null,
      iv: null,
      underlying: null,
      condition: '',
      type,
      contract_type: 1,
    });
    void timeSales.load('AAPL');
    await api
      .latest('/app/marketdata/time-sale')
      .answer(answerOk({ data: [row(5, 1), row(50, 3), row(7, 1)], biggest_data: [] }));
    await settle();
    const quantities = (): (number | undefined)[] =>
      shown(timeSales.$state.get().rows).map((one) => one?.qty);
    timeSales.select({ side: 'bought' });
    expect(quantities()).toEqual([7, 5]);
    timeSales.add([row(6, 1), row(99, 3), 'nonsense']);
    expect(quantities()).toEqual([7, 5]);
    await time.frame();
    expect(quantities()).toEqual([7, 6, 5]);
    expect(timeSales.$state.get()).toMatchObject({ loaded: 5, unreadable: 1, exchanges: ['BOX'] });
    timeSales.clearSelection();
    expect(quantities()).toEqual([99, 50, 7, 6, 5]);
    expect(timeSales.$state.get().selection).toEqual(everything);
  });
});

describe('labels', () => {
  const cases: readonly [string, number, ReturnType<typeof labelOf>][] = [
    ['Intermarket Sweep Order', 5, 'sweep'],
    ['Single Leg Auction ISO', 5, 'sweep'],
    ['Single Leg Auction Non ISO', 5, null],
    ['Multi Leg auto-electronic trade', 5000, 'multi-leg'],
    ['Stock Options Auction', 5, 'multi-leg'],
    ['Automatic Execution', 500, 'block'],
    ['Automatic Execution', 499, null],
    ['Complex auto-electronic', 5, 'multi-leg'],
    ['Multi-Leg Floor Trade', 5000, 'multi-leg'],
    ['Single Leg Cross ISO', 5000, 'sweep'],
    ['Single Leg Cross non-ISO', 500, 'block'],
    ['Isolated', 5, null],
  ];
  test.each(cases)('%s with %i contracts: %s [time-sales.labels]', (condition, qty, label) => {
    expect(labelOf({ condition, qty })).toBe(label);
  });
});

describe('CSV', () => {
  const titles = {
    time: 'Time',
    option: 'Option',
    qty: 'Qty',
    price: 'Price',
    exchange: 'Exchange',
    market: 'Market',
    delta: 'Delta',
    iv: 'IV',
    underlying: 'Underlying',
    condition: 'Condition',
    side: 'Side',
  };

  test('escapes formulas in every text column, in files and the clipboard, but not numbers [time-sales.csv]', () => {
    const texts = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1'];
    const table = tableOf(
      texts.map((text) => ({
        time: '2025-11-20T14:30:00.000Z',
        option: text,
        qty: 1,
        price: 1,
        exchange: text,
        market: text,
        delta: -0.5,
        condition: text,
        type: 1,
        contract_type: 1,
      })),
    );
    texts.forEach((_, place) => {
      const row = table.row(place) as Trade;
      const cells = rowTextOf(row).split('\t');
      expect(cells).toHaveLength(11);
      for (const cell of [1, 4, 5, 9].map((column) => cells[column])) expect(cell).toMatch(/^'/);
      expect([cells[6], cells[10]]).toEqual(['-0.5', 'bought']);
      expect(cells.join('')).not.toMatch(/[\r\n]/);
      const own = tableOf([row]);
      const line = csvOf(own.sorted(null), titles).slice(
        'Time,Option,Qty,Price,Exchange,Market,Delta,IV,Underlying,Condition,Side\r\n'.length,
      );
      expect(line).toMatch(/,"?'[=+@\t\r\n-]/);
      expect(line).not.toMatch(/,"?[=+@\t\r\n]/);
      // A line break within a cell is quoted.
      if (/[\r\n]/.test(row.option)) expect(line).toContain(`,"'${row.option}",`);
    });
  });

  test('contains raw values in the order shown, without formulas [time-sales.csv]', () => {
    const table = tableOf([
      {
        time: '2025-11-20T14:30:00.000Z',
        option: 'AAPL251219C00150000',
        qty: 1250,
        price: 1.5,
        exchange: 'Cboe, "C1"',
        market: '1.20x1.25',
        delta: -0.5,
        iv: null,
        underlying: 149.5,
        condition: '=HYPERLINK("https://evil.example")',
        type: 3,
        contract_type: 1,
      },
    ]);
    expect(csvOf(table.sorted(null), titles).split('\r\n')).toEqual([
      'Time,Option,Qty,Price,Exchange,Market,Delta,IV,Underlying,Condition,Side',
      `2025-11-20T14:30:00.000Z,AAPL251219C00150000,1250,1.5,"Cboe, ""C1""",1.20x1.25,-0.5,,149.5,"'=HYPERLINK(""https://evil.example"")",sold`,
      '',
    ]);
  });
});
