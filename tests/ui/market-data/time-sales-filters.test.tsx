import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { trade } from '../../core/time-sales/support.ts';
import { click, columnTexts, setUp, showRows, timeSalePath } from './market-page.tsx';

/** The strip above the table: number of trades and premium. */
const totals = (): string => document.querySelector('[data-part="totals"]')?.textContent ?? '';

describe('time and sales filters', () => {
  test('hides filtered rows, counts the rest, and restores all', async () => {
    await showRows([
      trade({ qty: 10, type: 1 }),
      trade({ qty: 900, type: 3, condition: 'Automatic Execution' }),
      trade({ qty: 30, type: 1, exchange: 'Cboe' }),
    ]);
    await act(async () => fireEvent.change(screen.getByLabelText('Side'), { target: { value: 'bought' } }));
    expect(columnTexts(2)).toEqual(['30', '10']);
    expect(totals()).toContain('2 of 3 trades');
    expect(document.querySelector('[data-part="matches"]')?.textContent).toBe('2 trades match');
    await act(async () =>
      fireEvent.change(screen.getByRole('combobox', { name: 'Exchange' }), { target: { value: 'Cboe' } }),
    );
    expect(columnTexts(2)).toEqual(['30']);
    await act(async () => fireEvent.change(screen.getByLabelText('Min. qty'), { target: { value: '31' } }));
    expect(screen.getByText('No trade matches the filters')).toBeTruthy();
    await click('button', 'Clear (3)');
    expect(columnTexts(2)).toEqual(['900', '30', '10']);
    expect(columnTexts(9)[0]).toBe('BlockAutomatic Execution');
  });

  test("lists Today’s Biggest in the server's order [market.biggest]", async () => {
    const parts = setUp('time-sales');
    const biggest = [trade({ qty: 2000, price: 10 }), trade({ qty: 1000, price: 10 })];
    await act(() => parts.api.latest(timeSalePath).succeed({ data: [trade()], biggest_data: biggest }));
    const list = screen.getByText('Today’s Biggest').closest('details');
    expect([...(list?.querySelectorAll('strong') ?? [])].map((one) => one.textContent)).toEqual([
      '$2M',
      '$1M',
    ]);
  });
});
