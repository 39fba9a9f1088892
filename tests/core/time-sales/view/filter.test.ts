import { isDeepStrictEqual } from 'node:util';
import type { Trade } from '@openbell/core/contract';
import { countParts, everything, type TimedTrade, type TradeSelection } from '@openbell/core/time-sales';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyCases } from '../../../support/property-cases.ts';
import { exchanges, plainSort, sorts, tableOf, timed, trades } from '../support.ts';

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
function isWanted(row: TimedTrade, selection: TradeSelection): boolean {
  const { side, right, exchanges: names, minQty, minPremium, expiryFrom, expiryTo, moneyness } = selection;
  const { symbol } = row;
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

function shown(rows: {
  readonly count: number;
  at(place: number): TimedTrade | null;
}): (TimedTrade | null)[] {
  return Array.from({ length: rows.count }, (_, place) => rows.at(place));
}

const premium = (row: TimedTrade): number => row.price * row.qty * 100;

const minuteOf = (row: TimedTrade): number => Math.floor(row.time / 60_000) * 60_000;

describe('a selection of trades', () => {
  test('shows the matching rows in the order of the table [time-sales.filters]', () => {
    fc.assert(
      fc.property(fc.array(trades, { maxLength: 60 }), selections, sorts, (rows, selection, sort) => {
        const table = tableOf(rows);
        const got = shown(table.select(selection).sorted(sort));
        expect(got).toEqual(plainSort(rows, sort).filter((row) => isWanted(row, selection)));
      }),
      { numRuns: propertyCases(300) },
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
      return rows.map((one) => shownRows.some((other) => isDeepStrictEqual(other, timed(one))));
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
        const expected = rows.map(timed).filter((row) => isWanted(row, selection));
        const sum = (part: readonly TimedTrade[]): number => part.reduce((all, row) => all + premium(row), 0);
        const { trades: count, bought, sold, calls, puts } = selected.totals();
        expect({ count, bought, sold, calls, puts }).toEqual({
          count: expected.length,
          bought: sum(expected.filter((row) => row.type === 1)),
          sold: sum(expected.filter((row) => row.type === 3)),
          calls: sum(expected.filter((row) => row.contract_type === 1)),
          puts: sum(expected.filter((row) => row.contract_type !== 1)),
        });
        const sided = expected.filter((row) => row.type !== 2);
        const net = (time: number, isCall: boolean): number =>
          sided
            .filter((row) => minuteOf(row) === time && (row.contract_type === 1) === isCall)
            .reduce((all, row) => all + (row.type === 1 ? premium(row) : -premium(row)), 0);
        const minutes = [...new Set(sided.map(minuteOf))].sort((a, b) => a - b);
        expect(selected.flow()).toEqual(
          minutes.map((time) => ({ time, calls: net(time, true), puts: net(time, false) })),
        );
      }),
      { numRuns: propertyCases(200) },
    );
  });
});
