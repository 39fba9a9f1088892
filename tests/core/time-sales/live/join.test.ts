// Which live prints a load holds already: a row of it has no number.
import type { Trade } from '@openbell/core/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tableOf } from '../support.ts';
import { noon, row } from './live-support.ts';

describe('what a load holds already', () => {
  test('each loaded row answers for one live one; the others are all new [time-sales.live-once]', () => {
    const moments = fc.nat(3).map((step) => noon + step);
    const prints = fc.record({ at: moments, qty: fc.constantFrom(1, 2), price: fc.constantFrom(1, 2) });
    const rowOf = ({ at, qty, price }: { at: number; qty: number; price: number }): Trade =>
      row({ time: new Date(at).toISOString(), qty, price, option: 'O:SPY251219C00650000' });
    fc.assert(
      fc.property(fc.array(prints, { maxLength: 20 }), fc.nat(20), (day, cut) => {
        // A day of prints, of which a load gives the first so many, and the feed all: some come late.
        const all = day.map(rowOf);
        const isNew = tableOf(all.slice(0, cut)).join();
        const fresh = all.filter((one) => isNew({ ...one, option: 'SPY251219C00650000' }));
        const tell = (rows: readonly Trade[]): string[] =>
          rows.map(({ time, qty, price }) => `${time} ${qty} ${price}`).sort();
        expect(tell(fresh)).toEqual(tell(all.slice(cut)));
      }),
    );
  });
});

test('only the same moment, contract, size and price answer for a live one, whatever the order [time-sales.live-once]', () => {
  const at = (ms: number): string => new Date(noon + ms).toISOString();
  const loaded = [
    row({ qty: 3, price: 3, time: at(7) }),
    row({ qty: 1, price: 1 }),
    row({ qty: 2, price: 2, option: 'O:SPY251219P00640000' }),
  ];
  const table = tableOf(loaded);
  const isNew = table.join();
  const others = [
    row({ qty: 2, price: 1 }),
    row({ qty: 1, price: 2 }),
    row({ qty: 1, price: 1, option: 'SPY251219C00651000' }),
    row({ qty: 1, price: 1, time: at(-1) }),
    row({ qty: 1, price: 1, time: at(1) }),
    row({ qty: 1, price: 1, time: at(7) }),
  ];
  // What the table takes in afterwards answers for nothing.
  table.add(others);
  expect(others.map(isNew)).toEqual(others.map(() => true));
  // Names are each source's own.
  const elsewhere = { exchange: 'Elsewhere', condition: 'Late' };
  expect(loaded.toReversed().map((one) => isNew({ ...one, ...elsewhere }))).toEqual([false, false, false]);
  expect(loaded.map(isNew)).toEqual([true, true, true]);
  expect(tableOf([]).join()(row())).toBe(true);
});

test('a cancel of the same moment is another print than the one that it takes back [time-sales.live-once]', () => {
  const isNew = tableOf([row(), row({ qty: 9 })]).join();
  const cancel = row({ condition: 'Canceled' });
  expect([cancel, row(), row()].map(isNew)).toEqual([true, false, true]);
});

test('a load that knows whole seconds answers for a print of each of them [time-sales.live-once]', () => {
  const plain = (time: string, qty: number): Trade => row({ time, qty });
  const isNew = tableOf([
    plain('2025-11-20 17:00:00', 1),
    plain('2025-11-20 17:00:01', 2),
    plain('2025-11-20 17:00:02', 3),
  ]).join();
  const prints = [
    plain('2025-11-20T17:00:02.999Z', 3),
    plain('2025-11-20T17:00:03.000Z', 3),
    plain('2025-11-20T17:00:01.250Z', 2),
    plain('2025-11-20T17:00:01.260Z', 2),
    plain('2025-11-20T17:00:01.999Z', 1),
    plain('2025-11-20T17:00:00.000Z', 1),
  ];
  expect(prints.map(isNew)).toEqual([false, true, false, true, true, false]);
});
