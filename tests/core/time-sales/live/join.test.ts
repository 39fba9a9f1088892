// Matches live prints with loaded rows, which have no sequence number.
import type { Trade } from '@openbell/core/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tableOf, timed } from '../support.ts';
import { noon, row } from './live-support.ts';

describe('matching live prints with loaded rows', () => {
  test('each loaded row matches one live print, and all other prints are new [time-sales.live-once]', () => {
    const moments = fc.nat(3).map((step) => noon + step);
    const prints = fc.record({ at: moments, qty: fc.constantFrom(1, 2), price: fc.constantFrom(1, 2) });
    const rowOf = ({ at, qty, price }: { at: number; qty: number; price: number }): Trade =>
      row({ time: new Date(at).toISOString(), qty, price, option: 'O:SPY251219C00650000' });
    fc.assert(
      fc.property(fc.array(prints, { maxLength: 20 }), fc.nat(20), (day, cut) => {
        // The load contains the first part of a day, and the feed all prints, some of them late.
        const all = day.map(rowOf);
        const isNew = tableOf(all.slice(0, cut)).join();
        const fresh = all.filter((one) => isNew(timed({ ...one, option: 'SPY251219C00650000' })));
        const send = (rows: readonly Trade[]): string[] =>
          rows.map(({ time, qty, price }) => `${time} ${qty} ${price}`).sort();
        expect(send(fresh)).toEqual(send(all.slice(cut)));
      }),
    );
  });
});

test('a live print matches only a row with the same time, contract, size and price [time-sales.live-once]', () => {
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
  // Rows added later match nothing.
  table.add(others);
  expect(others.map(timed).map(isNew)).toEqual(others.map(() => true));
  // Exchange and condition names differ between sources.
  const elsewhere = { exchange: 'Elsewhere', condition: 'Late' };
  expect(loaded.toReversed().map((one) => isNew(timed({ ...one, ...elsewhere })))).toEqual([
    false,
    false,
    false,
  ]);
  expect(loaded.map(timed).map(isNew)).toEqual([true, true, true]);
  expect(tableOf([]).join()(timed(row()))).toBe(true);
});

test('a cancel at the same time does not match the print that it cancels [time-sales.live-once]', () => {
  const isNew = tableOf([row(), row({ qty: 9 })]).join();
  const cancel = row({ condition: 'Canceled' });
  expect([cancel, row(), row()].map(timed).map(isNew)).toEqual([true, false, true]);
});

test('rows with whole seconds match prints within those seconds [time-sales.live-once]', () => {
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
  expect(prints.map(timed).map(isNew)).toEqual([false, true, false, true, true, false]);
});
