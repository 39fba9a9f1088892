import { csvOf, rowTextOf, type TimedTrade } from '@openbell/core/time-sales';
import { describe, expect, test } from 'vitest';
import { sent, tableOf } from '../support.ts';

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
      const row = table.row(place) as TimedTrade;
      const cells = rowTextOf(row).split('\t');
      expect(cells).toHaveLength(11);
      for (const cell of [1, 4, 5, 9].map((column) => cells[column])) expect(cell).toMatch(/^'/);
      expect([cells[6], cells[10]]).toEqual(['-0.5', 'bought']);
      expect(cells.join('')).not.toMatch(/[\r\n]/);
      const own = tableOf([sent(row)]);
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
