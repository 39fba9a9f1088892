// Incremental totals and flow equal a plain reduce over all rows, for any rows in any batches.
import type { Trade } from '@openbell/core/contract';
import { createTradeTable, everything, type TradeSelection } from '@openbell/core/time-sales';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyCases } from '../../../support/property-cases.ts';

const options = [
  'SPY251219C00650000',
  // The same contract in the notation of another source.
  'O:SPY251219C00650000',
  'SPY251219P00640000',
  'nonsense',
];
const rows: fc.Arbitrary<Trade> = fc.record({
  // Few distinct values, so that cancels find matching prints, and mostly unsorted times.
  time: fc.nat(40).map((step) => new Date(1_763_650_000_000 + step * 7_000).toISOString()),
  option: fc.constantFrom(...options),
  qty: fc.constantFrom(1, 5, 700),
  price: fc.constantFrom(0.07, 1.25, 3, 2.0001),
  exchange: fc.constantFrom('BOX', 'Cboe'),
  market: fc.constant(''),
  delta: fc.constant(null),
  iv: fc.constant(null),
  underlying: fc.constantFrom(null, 645, 655.5),
  condition: fc.constantFrom('', 'Late', '', 'Automatic Execution', 'Canceled', ' last and canceled'),
  type: fc.constantFrom(1, 2, 3),
  contract_type: fc.constantFrom(1, 2),
});
const selections: fc.Arbitrary<TradeSelection> = fc.constantFrom(
  everything,
  { ...everything, side: 'bought' as const },
  { ...everything, right: 'put' as const, minQty: 5 },
  { ...everything, exchanges: ['Cboe'], minPremium: 125 },
  { ...everything, expiryTo: '2025-12-19', moneyness: 'in' as const },
);

const bare = (option: string): string => option.replace('O:', '');
const at = (row: Trade): number => Date.parse(row.time);
const isCancel = (row: Trade): boolean => /canceled/i.test(row.condition);

/** All cancels in order of time, with the newest earlier print of the same contract, price and size. */
function canceledOf(all: readonly Trade[]): ReadonlySet<Trade> {
  const out = new Set<Trade>();
  for (const cancel of all.filter(isCancel).sort((a, b) => at(a) - at(b))) {
    out.add(cancel);
    const prints = all
      .filter((row) => !isCancel(row) && !out.has(row) && at(row) <= at(cancel))
      .filter((row) => bare(row.option) === bare(cancel.option))
      .filter((row) => row.qty === cancel.qty && row.price === cancel.price)
      .sort((a, b) => at(a) - at(b));
    const taken = prints.at(-1);
    if (taken !== undefined) out.add(taken);
  }
  return out;
}

/** Ten-thousandths of a dollar. */
const premium = (row: Trade): number => Math.round(row.price * 10_000) * row.qty * 100;

function plainReduce(all: readonly Trade[], expected: readonly Trade[]) {
  const canceled = canceledOf(all);
  const counted = expected.filter((row) => !canceled.has(row));
  const sum = (part: (row: Trade) => boolean): number =>
    counted.filter(part).reduce((total, row) => total + premium(row), 0) / 10_000;
  const minutes = new Map<number, { calls: number; puts: number }>();
  for (const row of counted.filter(({ type }) => type !== 2)) {
    const time = Math.floor(at(row) / 60_000) * 60_000;
    const sums = minutes.get(time) ?? { calls: 0, puts: 0 };
    sums[row.contract_type === 1 ? 'calls' : 'puts'] += premium(row) * (row.type === 1 ? 1 : -1);
    minutes.set(time, sums);
  }
  return {
    totals: {
      trades: counted.length,
      canceled: expected.length - counted.length,
      bought: sum(({ type }) => type === 1),
      sold: sum(({ type }) => type === 3),
      calls: sum((row) => row.contract_type === 1),
      puts: sum((row) => row.contract_type !== 1),
    },
    flow: [...minutes]
      .sort(([a], [b]) => a - b)
      .map(([time, { calls, puts }]) => ({ time, calls: cents(calls), puts: cents(puts) })),
  };
}

/** Ten-thousandths as dollars, to the cent. */
const cents = (value: number): number => Math.round(value / 100) / 100 + 0;

function isWanted(
  row: Trade,
  { side, right, exchanges, minQty, minPremium, moneyness, expiryTo }: TradeSelection,
) {
  if (side !== null && row.type !== (side === 'bought' ? 1 : 3)) return false;
  if (right !== null && row.contract_type !== (right === 'call' ? 1 : 2)) return false;
  if (exchanges.length > 0 && !exchanges.includes(row.exchange)) return false;
  if (row.qty < minQty || premium(row) < minPremium * 10_000) return false;
  if (expiryTo !== null && row.option === 'nonsense') return false;
  if (moneyness === null) return true;
  const strike = Number(row.option.slice(-8)) / 1000;
  if (row.underlying === null || Number.isNaN(strike)) return false;
  return row.contract_type === 1 ? row.underlying > strike : row.underlying < strike;
}

describe('incremental totals and flow', () => {
  test('equal a plain reduce over all rows, with cancels [time-sales.running-totals]', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(rows, { maxLength: 12 }), { maxLength: 8 }),
        selections,
        (batches, selection) => {
          const table = createTradeTable();
          const selected = table.select(selection);
          const all: Trade[] = [];
          for (const batch of batches) {
            table.add(batch);
            all.push(...batch);
            const expected = all.filter((row) => isWanted(row, selection));
            const got = { totals: selected.totals(), flow: selected.flow() };
            expect(got).toEqual(plainReduce(all, expected));
            // Equal to the result of a table that gets all rows at once.
            const fresh = createTradeTable();
            fresh.add(all);
            const once = fresh.select(selection);
            expect({ totals: once.totals(), flow: once.flow() }).toEqual(got);
            expect(selected.sorted(null).count).toBe(expected.length);
          }
        },
      ),
      { numRuns: propertyCases(300) },
    );
  });

  test('extreme quantities result in finite sums', () => {
    const row = (qty: number, price: number, type: number): unknown => ({
      time: '2025-11-20T14:30:00.000Z',
      option: options[0],
      qty,
      price,
      type,
      contract_type: 1,
    });
    const table = createTradeTable();
    table.add([row(1e308, 1e3, 1), row(1e308, -1e3, 3), row(1e308, 1e3, 3), row(2, 3, 1)]);
    const selected = table.select(everything);
    for (const sum of [...Object.values(selected.totals()), ...Object.values(selected.flow()[0] ?? {})])
      expect(Number.isFinite(sum)).toBe(true);
  });

  test('changes of scale, and then to doubles, lose nothing', () => {
    const row = (qty: number, price: number): unknown => ({
      time: '2025-11-20T14:30:00.000Z',
      option: options[0],
      qty,
      price,
      type: 1,
      contract_type: 1,
    });
    const table = createTradeTable();
    const selected = table.select(everything);
    const steps: readonly (readonly [number, number, number])[] = [
      [2, 1.25, 250],
      [3, 0.0625, 268.75],
      [0.5, 1, 318.75],
      [1, 1 / 3, 318.75 + 100 / 3],
    ];
    for (const [qty, price, bought] of steps) {
      table.add([row(qty, price)]);
      expect(selected.totals().bought).toBeCloseTo(bought, 8);
      expect(selected.flow()[0]?.calls).toBeCloseTo(bought, 2);
    }
  });
});
