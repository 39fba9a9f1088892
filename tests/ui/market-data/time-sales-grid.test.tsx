import { createTexts } from '@openbell/core/catalogue';
import { createTradeTable, defaultWidths, type SortedRows } from '@openbell/core/time-sales';
import { TextsProvider, TimeSalesGrid } from '@openbell/ui';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { trade } from '../../core/time-sales/support.ts';
import { columnTexts, fakeClipboard, showRows, timeSalePath } from './market-page.tsx';

describe('the time and sales grid', () => {
  test('sorts by quantity descending and exposes the full row count [market.sort-default]', async () => {
    await showRows(Array.from({ length: 5000 }, (_, i) => trade({ qty: i + 1 })));
    const grid = screen.getByRole('grid');
    expect(grid.getAttribute('aria-rowcount')).toBe('5001');
    expect(columnTexts(0).length).toBeLessThan(60);
    expect(screen.getByRole('columnheader', { name: 'Qty' }).getAttribute('aria-sort')).toBe('descending');
    expect(columnTexts(2).slice(0, 3)).toEqual(['5,000', '4,999', '4,998']);
  });

  test('cycles through ascending, descending and unsorted on header clicks [market.sort-cycle] [market.grid]', async () => {
    await showRows([trade({ price: 2 }), trade({ price: 3 }), trade({ price: 1 })]);
    const header = screen.getByRole('columnheader', { name: 'Price' });
    const seen: (string | null)[] = [];
    const orders: string[][] = [];
    for (let click = 0; click < 3; click++) {
      fireEvent.click(within(header).getByRole('button'));
      seen.push(header.getAttribute('aria-sort'));
      orders.push(columnTexts(3));
    }
    expect(seen).toEqual(['ascending', 'descending', 'none']);
    expect(orders).toEqual([
      ['1.00', '2.00', '3.00'],
      ['3.00', '2.00', '1.00'],
      ['2.00', '3.00', '1.00'],
    ]);
  });

  test('sorts and resizes every column [market.sort-cycle] [market.resize]', async () => {
    await showRows([trade({ price: 2 }), trade({ price: 3 })]);
    const heads = [...document.querySelectorAll('th')];
    expect(heads).toHaveLength(10);
    for (const head of heads) {
      const cycle: (string | null)[] = [];
      // Quantity is the initial sort column, so its cycle continues from there.
      for (let click = 0; click < 3; click++) {
        fireEvent.click(head.querySelector('button') ?? head);
        cycle.push(head.getAttribute('aria-sort'));
      }
      expect([...cycle].sort()).toEqual(['ascending', 'descending', 'none']);
      const handle = head.querySelector('hr');
      const before = Number(handle?.getAttribute('aria-valuenow'));
      fireEvent.keyDown(handle ?? head, { key: 'ArrowRight' });
      expect(Number(handle?.getAttribute('aria-valuenow'))).toBe(before + 10);
    }
  });

  test('resizes with arrow keys on a separator, down to 60 px [market.resize] [market.grid] [market.min-width]', async () => {
    await showRows([trade()]);
    const handle = screen.getByRole('separator', { name: 'Resize Qty' });
    fireEvent.keyDown(handle, { key: 'ArrowRight' });
    expect(handle.getAttribute('aria-valuenow')).toBe('90');
    for (let i = 0; i < 9; i++) fireEvent.keyDown(handle, { key: 'ArrowLeft' });
    expect(handle.getAttribute('aria-valuenow')).toBe('60');
    const scroller = screen.getByRole('grid').parentElement;
    expect(scroller?.style.getPropertyValue('--ob-column-qty')).toBe('60px');
    // The handle's keys do not reach the grid.
    expect(screen.getByRole('columnheader', { name: 'Qty' }).getAttribute('aria-sort')).toBe('descending');
  });

  test.each([
    { key: 'ArrowLeft', altKey: true },
    { key: 'ArrowRight', altKey: true },
    { key: 'Home', altKey: true },
    { key: 'ArrowLeft', metaKey: true },
    { key: 'ArrowRight', metaKey: true },
  ])('leaves Back, Forward and Home to the browser: %o [market.grid-keys]', async (key) => {
    await showRows([trade()]);
    const grid = screen.getByRole('grid');
    await act(async () => grid.focus());
    const focused = document.activeElement as HTMLElement;
    // Not prevented, so that `fireEvent` returns true.
    expect(fireEvent.keyDown(focused, key)).toBe(true);
    expect(document.activeElement).toBe(focused);
    const handle = screen.getByRole('separator', { name: 'Resize Qty' });
    expect(fireEvent.keyDown(handle, key)).toBe(true);
    expect(handle.getAttribute('aria-valuenow')).toBe('80');
  });

  test('has one tab stop, moved by arrows, Home, End and page keys [market.grid-keys]', async () => {
    await showRows(Array.from({ length: 300 }, (_, i) => trade({ qty: 300 - i, price: i })));
    const grid = screen.getByRole('grid');
    const press = (key: string, ctrlKey = false) =>
      act(async () => fireEvent.keyDown(document.activeElement ?? grid, { key, ctrlKey }));
    const place = () => {
      const cell = document.activeElement?.closest('[aria-colindex]');
      const row = cell?.closest('[role="row"]')?.getAttribute('aria-rowindex');
      return [Number(row), Number(cell?.getAttribute('aria-colindex'))];
    };
    const stops = () => [...grid.querySelectorAll('[tabindex="0"]:not(hr)')];

    await act(async () => grid.focus());
    expect(place()).toEqual([1, 1]);
    for (let i = 0; i < 3; i++) await press('ArrowRight');
    expect(document.activeElement).toBe(
      within(screen.getByRole('columnheader', { name: 'Price' })).getByRole('button'),
    );
    expect(stops()).toEqual([document.activeElement]);
    await press('ArrowDown');
    expect(place()).toEqual([2, 4]);
    expect(document.activeElement?.textContent).toBe('0.00');
    expect(stops()).toEqual([document.activeElement]);
    await press('End');
    expect(place()).toEqual([2, 10]);
    await press('PageDown');
    expect(place()[0]).toBeGreaterThan(15);
    await press('End', true);
    expect(place()).toEqual([301, 10]);
    await press('PageUp');
    expect(place()[0]).toBeLessThan(290);
    await press('Home');
    expect(place()[1]).toBe(1);
    await press('Home', true);
    expect(place()).toEqual([2, 1]);
    await press('ArrowUp');
    expect(document.activeElement).toBe(
      within(screen.getByRole('columnheader', { name: /^Time/ })).getByRole('button'),
    );
    expect(stops()).toEqual([document.activeElement]);
  });

  test('reuses a few elements while scrolling, in row order once it stops [market.grid]', async () => {
    await showRows(Array.from({ length: 5000 }, (_, i) => trade({ qty: i + 1 })));
    const scroller = screen.getByRole('grid').parentElement as HTMLElement;
    const drawn = () => [...document.querySelectorAll('tbody [role="row"]')];
    const places = () => drawn().map((row) => Number(row.getAttribute('aria-rowindex')));
    const before = new Set(drawn());
    scroller.scrollTop = 30_000;
    fireEvent.scroll(scroller);
    expect(new Set(drawn())).toEqual(before);
    const first = Math.min(...places());
    expect(first).toBeGreaterThan(1000);
    const expected = places().map((_, index) => first + index);
    expect([...places()].sort((a, b) => a - b)).toEqual(expected);
    await waitFor(() => expect(places()).toEqual(expected));
  });

  test("reaches the last of a million rows despite the browser's height limit [market.grid]", async () => {
    const count = 1_000_000;
    const table = createTradeTable();
    table.add([trade()]);
    const row = table.row(0);
    const rows: SortedRows = {
      count,
      at: (place) => (row !== null && place >= 0 && place < count ? { ...row, qty: place } : null),
      indexAt: (place) => place,
    };
    render(
      <TimeSalesGrid
        rows={rows}
        sort={null}
        widths={defaultWidths()}
        onSort={() => {}}
        onResize={() => {}}
      />,
    );
    const grid = screen.getByRole('grid');
    // Firefox lays out at most 17.9 million pixels, Chromium 33.5 million.
    expect(Number.parseFloat(grid.style.height)).toBeLessThan(17_000_000);
    await act(async () => grid.focus());
    await act(async () => fireEvent.keyDown(grid, { key: 'End', ctrlKey: true }));
    const last = document.activeElement?.closest('[role="row"]');
    expect(last?.getAttribute('aria-rowindex')).toBe('1000001');
    // The browser's position at the end of the scroll range.
    const shift = (node: Element | null | undefined) =>
      Number(/translateY\((.+)px\)/.exec((node as HTMLElement).style.transform)?.[1]);
    expect(shift(grid.querySelector('tbody')) + shift(last) + 28).toBeCloseTo(
      Number.parseFloat(grid.style.height) - 32,
      -2,
    );
  });

  test('shows visible rows again in another language [errors.overrides]', () => {
    const table = createTradeTable();
    table.add([trade({ qty: 5000 })]);
    const rows: SortedRows = { count: 1, at: (place) => table.row(place), indexAt: (place) => place };
    const props = { rows, sort: null, widths: defaultWidths(), onSort() {}, onResize() {} };
    const draw = (overrides: object) => (
      <TextsProvider texts={createTexts(overrides)}>
        <TimeSalesGrid {...props} />
      </TextsProvider>
    );
    const { rerender } = render(draw({}));
    const words = () => [
      document.querySelector('td [role="img"]')?.ariaLabel,
      document.querySelector('td [data-label]')?.textContent,
    ];
    expect(words()).toEqual(['bought', 'Block']);
    rerender(draw({ 'market.side.bought': 'gekauft', 'market.label.block': 'Paket' }));
    expect(words()).toEqual(['gekauft', 'Paket']);
  });

  test('copies the active row as tab-separated values on Ctrl+C and announces it [market.copy-row]', async () => {
    const copied = fakeClipboard();
    await showRows([trade({ qty: 5, exchange: '=1+1' }), trade({ qty: 9, type: 3, delta: null })]);
    const grid = screen.getByRole('grid');
    // The header has no row to copy.
    await act(async () => fireEvent.keyDown(grid, { key: 'c', ctrlKey: true }));
    fireEvent.keyDown(grid, { key: 'ArrowDown' });
    await act(async () => fireEvent.keyDown(grid, { key: 'c', ctrlKey: true }));
    fireEvent.keyDown(grid, { key: 'ArrowDown' });
    await act(async () => fireEvent.keyDown(grid, { key: 'C', metaKey: true }));
    expect(copied.map((text) => text.replaceAll('\t', '|'))).toEqual([
      '2025-11-20T14:30:00.000Z|O:AAPL251219C00150000|9|1.25|BOX|1.20x1.25||0.25|149.5|Late|sold',
      "2025-11-20T14:30:00.000Z|O:AAPL251219C00150000|5|1.25|'=1+1|1.20x1.25|0.5|0.25|149.5|Late|bought",
    ]);
    expect(document.querySelector('[data-part="copied"]')?.textContent).toBe('Copied: AAPL 150C 12/19/25');
    Reflect.deleteProperty(navigator, 'clipboard');
    await act(async () => fireEvent.keyDown(grid, { key: 'c', ctrlKey: true }));
    expect(document.querySelector('[data-part="copied"]')?.textContent).toBe('The row could not be copied.');
  });

  test('distinguishes bought and sold without color [market.row-side]', async () => {
    await showRows([trade({ qty: 3, type: 1 }), trade({ qty: 2, type: 3 }), trade({ qty: 1, type: 2 })]);
    expect(columnTexts(0).map((text) => text.slice(0, 7))).toEqual(['▲20 Nov', '▼20 Nov', '20 Nov ']);
    expect([...document.querySelectorAll('td [role="img"]')].map((sign) => sign.ariaLabel)).toEqual([
      'bought',
      'sold',
    ]);
  });

  test('changes only texts on a jump, with each element in its position', async () => {
    await showRows(Array.from({ length: 2000 }, (_, i) => trade({ qty: 2000 - i })));
    const scroller = screen.getByRole('grid').parentElement as HTMLElement;
    /** The rendered rows from top to bottom, with index and offset. */
    const drawn = () =>
      [...document.querySelectorAll<HTMLElement>('tbody tr')]
        .map((row) => ({
          row,
          place: Number(row.getAttribute('aria-rowindex')) - 2,
          top: Number(/translateY\((\d+)px\)/.exec(row.style.transform)?.[1]),
        }))
        .sort((a, b) => a.place - b.place);
    for (const top of [9800, 9828, 42_000, 14_000]) {
      const before = drawn();
      scroller.scrollTop = top;
      await act(async () => fireEvent.scroll(scroller));
      const after = drawn();
      expect(after.map(({ place }) => place)).toContain(top / 28);
      for (const { place, top: at } of after) expect(at).toBe(place * 28);
      // Spare rows have been removed from the document.
      const inView = before.slice(-after.length);
      if (top !== 9828) expect(after.map(({ row }) => row)).toEqual(inView.map(({ row }) => row));
    }
  });

  test('scrolls to the first rows when a header changes the order [market.sort-first-row]', async () => {
    await showRows(Array.from({ length: 500 }, (_, i) => trade({ qty: i + 1 })));
    const scroller = screen.getByRole('grid').parentElement as HTMLElement;
    scroller.scrollTop = 5000;
    await act(async () => fireEvent.scroll(scroller));
    expect(columnTexts(2)).not.toContain('500');
    const head = screen.getByRole('columnheader', { name: /^Price/i });
    await act(async () => fireEvent.click(within(head).getAllByRole('button')[0] as HTMLElement));
    expect(scroller.scrollTop).toBe(0);
    expect(columnTexts(2)).toContain('1');
  });

  test('shows the empty state, and keeps older rows after a failed load [market.empty-texts]', async () => {
    const { api, timeSales } = await showRows([]);
    expect(screen.getByText('No Data Available')).toBeTruthy();
    void timeSales.load('');
    await act(() => api.latest(timeSalePath).succeed({ data: [trade()], biggest_data: [] }));
    void timeSales.load('');
    await act(() => api.latest(timeSalePath).refuse(500));
    expect(screen.getByRole('alert').textContent).toContain('Showing the last loaded trades.');
    expect(screen.getByRole('grid')).toBeTruthy();
  });
});
