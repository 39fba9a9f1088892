import { readWire, type Trade, tradeSchema } from '@openbell/core/contract';
import { everything } from '@openbell/core/time-sales';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyCases } from '../../support/property-cases.ts';
import { plainSort, sorts, tableOf, timed, trades } from './support.ts';

describe('the trade table', () => {
  test('returns every row unchanged [market.row]', () => {
    fc.assert(
      fc.property(fc.array(trades), (rows) => {
        const table = tableOf(rows);
        expect(table.count).toBe(rows.length);
        expect(rows.map((_, i) => table.row(i))).toEqual(rows.map(timed));
        expect(table.row(rows.length)).toBeNull();
        expect(table.row(-1)).toBeNull();
      }),
    );
  });

  test('every column sorts like a plain stable sort, in both directions and none [market.sort-stable]', () => {
    fc.assert(
      fc.property(fc.array(trades, { maxLength: 60 }), sorts, (rows, sort) => {
        const sorted = tableOf(rows).sorted(sort);
        const got = Array.from({ length: sorted.count }, (_, place) => sorted.at(place));
        expect(got).toEqual(plainSort(rows, sort));
      }),
      { numRuns: propertyCases(300) },
    );
  });

  test('sorts numbers of every range: one pass, two passes, doubles', () => {
    const ranges = [
      fc.nat(100),
      fc.integer({ min: -2_147_483_647, max: 2_147_483_647 }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
    ];
    const base: Trade = { ...(fc.sample(trades, 1)[0] as Trade), price: 1 };
    fc.assert(
      fc.property(
        fc.oneof(...ranges.map((range) => fc.array(fc.option(range, { nil: null }), { maxLength: 200 }))),
        fc.constantFrom('asc' as const, 'desc' as const),
        (values, direction) => {
          const rows = values.map((delta) => ({ ...base, delta }));
          const sorted = tableOf(rows).sorted({ column: 'delta', direction });
          const got = values.map((_, place) => sorted.at(place)?.delta ?? null);
          const known = values.filter((value) => value !== null).toSorted((a, b) => a - b);
          const wanted = direction === 'asc' ? known : known.toReversed();
          const nulls = values.filter((value) => value === null);
          // -0 is equal to 0 here.
          expect(got.map((value) => (value === null ? null : value + 0))).toEqual([
            ...wanted.map((value) => value + 0),
            ...nulls,
          ]);
        },
      ),
    );
  });

  test("reads rows like the contract's schema, and counts rejected ones [market.row-lenient]", () => {
    const anything = fc.oneof(
      trades,
      fc.record(
        {
          time: fc.oneof(
            fc.constantFrom(
              '2025-11-20 14:30:00',
              '2025-02-30T00:00:00Z',
              '',
              '2025-11-20T14:30:00.12xZ',
              '2025-11-20T24:30:00.000Z',
            ),
            fc.nat(),
          ),
          option: fc.oneof(fc.string(), fc.constant(7)),
          qty: fc.oneof(fc.nat(), fc.constantFrom('12', '1e3', 'x', '')),
          price: fc.oneof(fc.nat(), fc.constantFrom('1.25', null)),
          delta: fc.constantFrom('0.5', 'x', null, 0.25),
          exchange: fc.constantFrom(null, 5, 'BOX'),
          type: fc.constantFrom('1', 3, null),
        },
        { requiredKeys: [] },
      ),
      fc.anything(),
    );
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 20 }), (rows) => {
        const table = tableOf(rows);
        const wanted = rows.flatMap((row) => {
          const reading = readWire(tradeSchema, row);
          if (!reading.ok) return [];
          const { type, contract_type } = reading.value;
          return [
            {
              ...timed(reading.value),
              type: type === 1 || type === 3 ? type : 2,
              contract_type: contract_type === 1 ? 1 : 2,
            },
          ];
        });
        expect(Array.from({ length: table.count }, (_, i) => table.row(i))).toEqual(wanted);
        expect(table.unreadable).toBe(rows.length - wanted.length);
      }),
      { numRuns: propertyCases(150) },
    );
  });

  test('reads type 1 as bought, 3 as sold, contract type 1 as a call, and others as neither or a put [market.row-lenient]', () => {
    const row = (type: unknown, contract_type: unknown): unknown => ({
      time: '2025-11-20T14:30:00.000Z',
      option: 'SPY251219C00650000',
      qty: 1,
      price: 1,
      type,
      contract_type,
    });
    const odd = [0, 2, 4, -1, 1.5, 257, 259, 'x', '', null, undefined, true, [1]];
    const table = tableOf([
      row(1, 1),
      row('1', '1'),
      row(3, 2),
      row('3', 3),
      ...odd.map((value) => row(value, value)),
    ]);
    const read = Array.from({ length: table.count }, (_, i) => [
      table.row(i)?.type,
      table.row(i)?.contract_type,
    ]);
    expect(read).toEqual([[1, 1], [1, 1], [3, 2], [3, 2], ...odd.map(() => [2, 2])]);
  });

  test('skips and counts rows without an option or with an invalid time, and lists exchanges', () => {
    const row = (parts: object): unknown => ({
      time: '2025-11-20T14:30:00.000Z',
      option: 'SPY251219C00650000',
      qty: 1,
      price: 1,
      ...parts,
    });
    const table = tableOf([
      row({ exchange: 'Cboe' }),
      row({ option: '' }),
      row({ time: '2025-13-01T00:00:00Z' }),
      row({ exchange: '' }),
      row({ exchange: 'BOX' }),
      row({ exchange: 'Cboe' }),
    ]);
    expect([table.count, table.unreadable, table.exchanges()]).toEqual([4, 2, ['BOX', 'Cboe']]);
    const moment = Date.parse('2025-11-20T14:30:00.000Z');
    expect(table.newest).toBe(moment);
  });

  test('supports more than 65,536 distinct texts', () => {
    const base = fc.sample(trades, 1)[0] as Trade;
    const rows = Array.from({ length: 70_000 }, (_, i) => ({ ...base, market: `${i}x${i + 1}` }));
    const table = tableOf(rows);
    expect([0, 65_535, 65_536, 69_999].map((i) => table.row(i)?.market)).toEqual([
      '0x1',
      '65535x65536',
      '65536x65537',
      '69999x70000',
    ]);
    const sorted = table.sorted({ column: 'market', direction: 'desc' });
    expect([0, 1, 69_999].map((place) => sorted.indexAt(place))).toEqual([69_999, 69_998, 0]);
    expect([-1, 70_000].map((place) => sorted.indexAt(place))).toEqual([-1, -1]);
  });
});

describe('totals', () => {
  const row = (parts: Partial<Trade>): Trade => ({
    time: '2025-11-20T14:30:00.000Z',
    option: 'O:SPY251219C00650000',
    qty: 1,
    price: 1,
    exchange: '',
    market: '',
    delta: null,
    iv: null,
    underlying: null,
    condition: '',
    type: 2,
    contract_type: 1,
    ...parts,
  });

  test('premium is price × quantity × 100, by side and by right, exact to the cent', () => {
    const rows = [
      row({ price: 0.07, qty: 3, type: 1 }),
      row({ price: 0.1, qty: 3, type: 3, contract_type: 2 }),
      row({ price: 0.2, qty: 1, type: 2 }),
    ];
    expect(tableOf(rows).select(everything).totals()).toEqual({
      trades: 3,
      canceled: 0,
      bought: 21,
      sold: 30,
      calls: 41,
      puts: 30,
    });
  });

  test('equal an exact integer sum, even beyond 2^53', () => {
    const parts = fc.record({
      price: fc.nat(99_999_999).map((value) => value / 10_000),
      qty: fc.oneof(fc.nat(1000), fc.nat(2_000_000_000)),
      type: fc.constantFrom(1, 2, 3),
      contract_type: fc.constantFrom(1, 2),
    });
    fc.assert(
      fc.property(fc.array(parts), (list) => {
        let bought = 0n;
        for (const { price, qty, type } of list)
          if (type === 1) bought += BigInt(Math.round(price * 10_000)) * BigInt(qty);
        expect(tableOf(list.map(row)).select(everything).totals().bought).toBe(Number(bought) / 100);
      }),
    );
  });

  test('equal an exact sum when only the sum of small products is beyond 2^53', () => {
    const rows = Array.from({ length: 1000 }, () => row({ price: 19_999_999.99, qty: 1_999_999, type: 1 }));
    const exact = 1_999_999_999n * 1_999_999n * 1000n;
    expect(tableOf(rows).select(everything).totals().bought).toBe(Number(exact));
  });

  test.each([
    ['Canceled', true],
    ['Cancelled', true],
    [' LAST AND CANCELED ', true],
    ['Opening Trade and Canceled', true],
    ['Only Trade and Canceled', true],
    ['Late', false],
    ['Not canceled', false],
    ['', false],
  ])('the condition %j cancels a print: %s [market.cancels]', (condition, isCancel) => {
    const time = '2025-11-20T14:30:00.000Z';
    const rows = [row({ time }), row({ time, condition })];
    expect(tableOf(rows).select(everything).totals()).toMatchObject(
      isCancel ? { trades: 0, canceled: 2 } : { trades: 2, canceled: 0 },
    );
  });

  test('cancels the later of two prints with the same time', () => {
    const table = tableOf([row({ qty: 5, type: 1 }), row({ qty: 5, type: 3 })]);
    const selected = table.select(everything);
    selected.totals();
    table.add([row({ qty: 5, condition: 'Canceled' })]);
    expect(selected.totals()).toMatchObject({ bought: 500, sold: 0 });
    table.add([row({ time: '2025-11-20T14:30:01.000Z', qty: 5, condition: 'Canceled' })]);
    expect(selected.totals()).toMatchObject({ bought: 0, sold: 0, canceled: 4 });
  });

  test('canceling a print with an extreme size removes it from the totals completely', () => {
    const table = tableOf([row({ qty: 1e300, price: 0.5, type: 1 }), row({ qty: 1, price: 1 / 3, type: 1 })]);
    const selected = table.select(everything);
    selected.totals();
    table.add([row({ qty: 1e300, price: 0.5, condition: 'Canceled' })]);
    expect(selected.totals().bought).toBeCloseTo(100 / 3, 8);
  });

  test('the flow supports minutes before 1970', () => {
    const flow = tableOf([row({ time: '1969-12-31T23:59:30.000Z', type: 1 })])
      .select(everything)
      .flow();
    expect(flow).toEqual([{ time: -60_000, calls: 100, puts: 0 }]);
  });

  test('exclude a cancel and the newest earlier print of the same contract, price and size [market.cancels]', () => {
    const at = (second: number): string => `2025-11-20T14:30:0${second}.000Z`;
    const rows = [
      row({ time: at(1), qty: 5, type: 1 }),
      row({ time: at(2), qty: 5, type: 3 }),
      row({ time: at(3), qty: 5, condition: 'Canceled' }),
      row({ time: at(4), qty: 5, type: 1 }),
      row({ time: at(5), qty: 6, condition: 'Last and Canceled' }),
    ];
    const expected = { trades: 2, canceled: 3, bought: 1000, sold: 0, calls: 1000, puts: 0 };
    expect(tableOf(rows).select(everything).totals()).toEqual(expected);
    expect(tableOf(rows.toReversed()).select(everything).totals()).toEqual(expected);
  });
});
