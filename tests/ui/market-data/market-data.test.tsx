import { defaultWidths, type SortedRows } from '@openbell/core/time-sales';
import { answerRefused } from '@openbell/testing';
import { TimeSalesGrid } from '@openbell/ui';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import {
  candlesPath,
  detailsPath,
  event,
  goLive,
  setUp,
  showRows,
  tickerPath,
  timeSalePath,
  trade,
} from './market-page.tsx';

afterEach(cleanup);

/** The strip above the table: number of trades and premium. */
const totals = (): string => document.querySelector('[data-part="totals"]')?.textContent ?? '';

/**
 * The texts of a column in the rendered rows. Uses selectors, because role queries over hundreds of cells take seconds.
 */
function columnTexts(column: number): string[] {
  const rows = [...document.querySelectorAll('tbody [role="row"]')];
  return rows.map((row) => row.querySelectorAll('[role="gridcell"]')[column]?.textContent ?? '');
}

describe('tabs', () => {
  test('shows four tabs, each with a ticker search [market.tabs]', async () => {
    setUp('details');
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'Details',
      'Graph',
      'Options Time & Sales',
      'Trade Flash',
    ]);
    for (const name of ['Graph', 'Options Time & Sales', 'Trade Flash', 'Details']) {
      await act(async () => fireEvent.click(screen.getByRole('tab', { name })));
      expect(screen.getAllByPlaceholderText('Search ticker...')).toHaveLength(1);
    }
  });

  test("draws the ticker's candles, AAPL by default, with a text summary [market.graph]", async () => {
    const { api, painted } = setUp('graph');
    const candles = [1, 2].map((time) => ({ time, open: 10, high: 13, low: 9, close: 10 + time, volume: 5 }));
    expect(api.latest(candlesPath).input.params).toEqual({ ticker: 'AAPL' });
    await act(() => api.latest(candlesPath).succeed({ data: candles }));
    expect(painted.at(-1)).toEqual({ candles, interval: '1d' });
    expect(screen.getByRole('img', { name: 'Candles of AAPL: 2' })).toBeTruthy();
    expect(screen.getByRole('status').textContent).toBe('Last $12.00, +9.09% over what is shown');
    await act(async () => fireEvent.click(screen.getByRole('radio', { name: '5 min' })));
    expect(api.latest(candlesPath).input.query).toMatchObject({ interval: '5m' });
  });

  test('shows an empty graph and retries after a failure', async () => {
    const { api } = setUp('graph');
    await act(() => api.latest(candlesPath).answer(answerRefused(503)));
    expect(screen.getByText('The prices of AAPL could not be loaded.')).toBeTruthy();
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Retry' })));
    await act(() => api.latest(candlesPath).succeed({ data: [] }));
    expect(screen.getByText('No prices of AAPL are known.')).toBeTruthy();
  });
});

describe('ticker search', () => {
  test('shows the hint and the results, and changes the ticker on selection [market.empty-texts]', async () => {
    const { api } = setUp('details');
    const box = screen.getByRole('combobox');
    // The popup reacts to mousedown, which browsers send before click.
    await act(async () => fireEvent.mouseDown(box, { button: 0 }));
    expect(await screen.findByText('Please type to search')).toBeTruthy();
    await act(async () => fireEvent.change(box, { target: { value: 'zz' } }));
    await act(async () => fireEvent.keyDown(box, { key: 'Enter' }));
    await act(() => api.latest(tickerPath).succeed({ data: [] }));
    expect(await screen.findByText('No tickers found')).toBeTruthy();
    await act(async () => fireEvent.change(box, { target: { value: 'sp' } }));
    await act(async () => fireEvent.keyDown(box, { key: 'Enter' }));
    await act(() => api.latest(tickerPath).succeed({ data: [{ label: 'SPY', value: 'SPY' }] }));
    await act(async () => fireEvent.click(await screen.findByRole('option', { name: 'SPY' })));
    expect(api.latest(detailsPath).input.params).toEqual({ ticker: 'SPY' });
  });
});

describe('details', () => {
  test('opens on AAPL and shows the empty state for an unknown ticker [market.default-ticker] [market.empty-texts]', async () => {
    const { api } = setUp('details');
    expect(api.latest(detailsPath).input.params).toEqual({ ticker: 'AAPL' });
    await act(() => api.latest(detailsPath).succeed({ results: null }));
    expect(screen.getByText('No details available for this ticker.')).toBeTruthy();
  });

  test('offers Retry after a failure', async () => {
    const { api } = setUp('details');
    await act(() => api.latest(detailsPath).lose());
    expect(screen.getByRole('alert').textContent).toContain('AAPL');
    const before = api.requests.length;
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Retry' })));
    expect(api.requests.length).toBe(before + 1);
  });
});

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
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Clear (3)' })));
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
      within(screen.getByRole('columnheader', { name: 'Time' })).getByRole('button'),
    );
    expect(stops()).toEqual([document.activeElement]);
  });

  test('keeps the focus in the grid while the active row is scrolled away [market.grid-keys]', async () => {
    await showRows(Array.from({ length: 5000 }, (_, i) => trade({ qty: i + 1 })));
    const grid = screen.getByRole('grid');
    const scroller = grid.parentElement as HTMLElement;
    const scrollTo = (top: number) => {
      scroller.scrollTop = top;
      fireEvent.scroll(scroller);
    };
    fireEvent.mouseDown(document.querySelectorAll('tbody [role="row"]')[2]?.children[2] ?? grid);
    expect(document.activeElement?.textContent).toBe('4,998');
    scrollTo(60_000);
    expect(document.activeElement).toBe(grid);
    expect(grid.tabIndex).toBe(0);
    scrollTo(0);
    expect(document.activeElement?.textContent).toBe('4,998');
    expect(grid.tabIndex).toBe(-1);
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
    const wanted = places().map((_, index) => first + index);
    expect([...places()].sort((a, b) => a - b)).toEqual(wanted);
    await waitFor(() => expect(places()).toEqual(wanted));
  });

  test("reaches the last of a million rows despite the browser's height limit [market.grid]", async () => {
    const count = 1_000_000;
    const rows: SortedRows = {
      count,
      at: (place) => (place >= 0 && place < count ? trade({ qty: place }) : null),
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

  test('copies the active row as tab-separated values on Ctrl+C and announces it [market.copy-row]', async () => {
    const copied: string[] = [];
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: async (text: string) => void copied.push(text) },
    });
    await showRows([trade({ qty: 5, exchange: '=1+1' }), trade({ qty: 9, type: 3, delta: null })]);
    const grid = screen.getByRole('grid');
    // The header has no row to copy.
    await act(async () => fireEvent.keyDown(grid, { key: 'c', ctrlKey: true }));
    fireEvent.keyDown(grid, { key: 'ArrowDown' });
    await act(async () => fireEvent.keyDown(grid, { key: 'c', ctrlKey: true }));
    fireEvent.keyDown(grid, { key: 'ArrowDown' });
    await act(async () => fireEvent.keyDown(grid, { key: 'C', metaKey: true }));
    expect(copied.map((text) => text.split('\t'))).toEqual([
      [
        '2025-11-20T14:30:00.000Z',
        'O:AAPL251219C00150000',
        '9',
        '1.25',
        'BOX',
        '1.20x1.25',
        '',
        '0.25',
        '149.5',
        'Late',
        'sold',
      ],
      [
        '2025-11-20T14:30:00.000Z',
        'O:AAPL251219C00150000',
        '5',
        '1.25',
        "'=1+1",
        '1.20x1.25',
        '0.5',
        '0.25',
        '149.5',
        'Late',
        'bought',
      ],
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
    expect(screen.getByRole('alert').textContent).toContain('Shown is what was loaded last.');
    expect(screen.getByRole('grid')).toBeTruthy();
  });
});

describe('trade flash', () => {
  test('opens one socket, only while the tape is shown, also in StrictMode', async () => {
    const parts = setUp('details');
    expect(parts.sockets.connections).toHaveLength(0);
    await act(async () => fireEvent.click(screen.getByRole('tab', { name: 'Trade Flash' })));
    await act(() => parts.time.advance(0));
    expect(parts.sockets.connections).toHaveLength(1);
    await act(async () => fireEvent.click(screen.getByRole('tab', { name: 'Details' })));
    await act(() => parts.time.advance(0));
    expect(parts.sockets.live()).toHaveLength(0);
  });

  test('shows the empty state, then one line per big trade with its premium [market.empty-texts]', async () => {
    const parts = setUp('trade-flash');
    expect(screen.getByText('No Big Delta Trades Available')).toBeTruthy();
    expect(screen.getByRole('status').textContent).toBe('Connecting…');
    await goLive(parts, event(100), event(101), event(200, { sym: 'O:QQQ251219P00500500' }));
    expect(screen.getByRole('status').textContent).toBe('Live');
    const lines = screen.getAllByRole('listitem').map((line) => line.textContent);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('SPY650 Call 12/19/25101 × 1.50$15,150');
    expect(lines[1]).toContain('QQQ500.5 Put 12/19/25200 × 1.50$30,000');
  });

  test('fills the weight bar by the root of the share, without canceled trades [market.weight]', async () => {
    const parts = setUp('trade-flash');
    const shares = () =>
      [...document.querySelectorAll<HTMLElement>('.ob-tape-weight')].map((bar) => bar.style.backgroundSize);
    await goLive(parts, event(101), event(404));
    expect(shares()).toEqual(['50% 100%', '100% 100%']);
    expect(document.querySelector('.ob-tape-weight')?.getAttribute('aria-hidden')).toBe('true');
    await goLive(parts, event(404, { c: [201] }));
    expect(shares()[0]).toBe('100% 100%');
  });

  test('strikes a canceled trade through instead of removing it [market.cancels]', async () => {
    const parts = setUp('trade-flash');
    await goLive(parts, event(101), event(101, { c: [201] }));
    const [line] = screen.getAllByRole('listitem');
    expect(line?.getAttribute('data-status')).toBe('canceled');
    expect(line?.textContent).toContain('canceled');
  });

  test('marks a sweep, and a canceled sweep as canceled [market.tape-sweep]', async () => {
    const parts = setUp('trade-flash');
    const marks = () => [...document.querySelectorAll('.ob-tape-mark')].map((mark) => mark.textContent);
    await goLive(parts, event(101, { c: [209, 219] }), event(102), event(103, { c: [228] }));
    expect(marks()).toEqual(['Sweep', '', 'Sweep']);
    await goLive(parts, event(103, { c: [201] }));
    expect(marks()).toEqual(['Sweep', '', 'canceled']);
  });

  test('follows the newest until scrolled up by 100 px; then a pill counts and leads back [market.autoscroll] [market.autoscroll-100]', async () => {
    const parts = setUp('trade-flash');
    await goLive(parts, event(101));
    const list = screen.getByRole('list');
    Object.defineProperties(list, {
      scrollHeight: { value: 2000, configurable: true },
      clientHeight: { value: 400, configurable: true },
    });
    list.scrollTop = 1500;
    await act(async () => fireEvent.scroll(list));
    expect(screen.queryByRole('button', { name: /scroll to bottom/i })).toBeNull();
    list.scrollTop = 1499;
    await act(async () => fireEvent.scroll(list));
    expect(screen.getByRole('button', { name: 'Scroll to bottom' })).toBeTruthy();
    await goLive(parts, event(102), event(103));
    expect(list.scrollTop).toBe(1499);
    await act(async () => fireEvent.click(screen.getByRole('button', { name: /^2 new trades/ })));
    expect(list.scrollTop).toBe(2000);
    expect(screen.queryByRole('button', { name: /new trades|scroll to bottom/i })).toBeNull();
  });

  test('stops the tape and counts waiting trades on Pause', async () => {
    const parts = setUp('trade-flash');
    await goLive(parts, event(101));
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Pause' })));
    await goLive(parts, event(102), event(103));
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
    expect(screen.getByText('2 waiting')).toBeTruthy();
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Resume' })));
    expect(screen.getAllByRole('listitem')).toHaveLength(3);
  });

  test("shows a ticker's weeklies and adjusted contracts too", async () => {
    const parts = setUp('trade-flash', 'SPX');
    await goLive(
      parts,
      event(101),
      event(102, { sym: 'O:SPXW251208C06840000' }),
      event(103, { sym: 'O:SPX251219P06000000' }),
    );
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
    // Totals and weights are those of the shown ticker: 205 contracts at 1.50.
    expect(document.querySelector('.ob-flash-bar')?.textContent).toContain('Big trades2Premium$30.75K');
    const bars = [...document.querySelectorAll<HTMLElement>('.ob-tape-weight')];
    expect(bars.map((bar) => bar.style.backgroundSize).at(-1)).toBe('100% 100%');
  });

  test('keeps sound and notifications off until they are turned on', async () => {
    const parts = setUp('trade-flash');
    const sound = screen.getByRole<HTMLInputElement>('switch', { name: 'Sound' });
    const notify = screen.getByRole<HTMLInputElement>('switch', { name: 'Notify' });
    expect([sound.checked, notify.checked]).toEqual([false, false]);
    await goLive(parts, event(60_000));
    expect([parts.alerted.tones, parts.alerted.asked]).toEqual([0, 0]);
    const least = screen.getByRole('spinbutton', { name: 'Alert over ($)' });
    fireEvent.change(least, { target: { value: '500000' } });
    await act(async () => fireEvent.blur(least));
    await act(async () => fireEvent.click(sound));
    await act(async () => fireEvent.click(notify));
    expect([sound.checked, notify.checked, parts.alerted.asked]).toEqual([true, true, 1]);
    await goLive(parts, event(3333), event(4000, { sym: 'O:QQQ251219P00500500' }));
    expect(parts.alerted.notices).toEqual(['QQQ 500.5 Put 12/19/25: $600,000 | 4,000 × 1.50']);
  });

  test("shows the feed's lag without announcing it, and labels a delayed feed", async () => {
    const parts = setUp('trade-flash');
    const lag = () => document.querySelector('[data-part="lag"]')?.textContent ?? '';
    expect(lag()).toBe('');
    const now = () => parts.time.clock.now();
    await goLive(parts, event(101, { t: now() - 240 }));
    expect(lag()).toBe('Lag240 ms');
    await act(() => parts.time.advance(1000));
    await goLive(parts, event(101, { t: now() - 900_000 }));
    await act(() => parts.time.advance(1000));
    await goLive(parts, event(101, { t: now() - 900_000 }));
    expect(lag()).toBe('Delayed15 min');
    await act(async () => parts.sockets.latest().drop());
    expect(lag()).toBe('');
  });

  test('shows an interrupted market feed, and the number of dropped trades', async () => {
    const parts = setUp('trade-flash');
    await goLive(parts, event(101));
    const tell = (status: string, message: string) =>
      act(async () => parts.sockets.latest().deliver([{ ev: 'status', status, message }]));
    await tell('upstream_unavailable', 'The market feed is interrupted; it is being connected again.');
    expect(screen.getByRole('status').textContent).toContain('The market feed is interrupted.');
    await goLive(parts, event(102));
    expect(screen.getByRole('status').textContent).toBe('Live');
    await tell('slow_consumer', '1204 trades were left out.');
    expect(screen.getByText('1,204')).toBeTruthy();
  });

  test('explains a rejected connection and offers Retry [market.refused]', async () => {
    const parts = setUp('trade-flash');
    await act(async () => {
      parts.sockets.latest().accept();
      parts.sockets.latest().drop(4403);
    });
    expect(screen.getByRole('status').textContent).toBe('The options feed did not let you in.');
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Retry' })));
    expect(parts.sockets.connections).toHaveLength(2);
  });
});
