// Keys and edges of the grid (the ARIA grid pattern).
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { trade } from '../../core/time-sales/support.ts';
import { click, fakeClipboard, showRows, timeSalePath } from './market-page.tsx';

const grid = () => screen.getByRole('grid');
const cell = (row: number, column: number) =>
  document.querySelector<HTMLElement>(`[aria-rowindex="${row}"] > td[aria-colindex="${column}"]`);
/** Row and column of the focus, in ARIA indexes. */
const place = () => {
  const at = document.activeElement?.closest('[aria-colindex]');
  const row = at?.closest('[role="row"]')?.getAttribute('aria-rowindex');
  return [Number(row), Number(at?.getAttribute('aria-colindex'))];
};
/** The ARIA index of each row, in document order. */
const order = () =>
  [...document.querySelectorAll('tbody tr')].map((row) => Number(row.getAttribute('aria-rowindex')));
const press = (key: string, ctrlKey = false) =>
  act(async () => fireEvent.keyDown(document.activeElement ?? grid(), { key, ctrlKey }));

test('exposes the number of columns, and aria-busy while rows load [market.grid]', async () => {
  const { api, timeSales } = await showRows([trade()]);
  expect(grid().getAttribute('aria-colcount')).toBe('10');
  expect(grid().getAttribute('aria-busy')).toBeNull();
  await act(async () => void timeSales.load(''));
  expect(grid().getAttribute('aria-busy')).toBe('true');
  await act(() => api.latest(timeSalePath).succeed({ data: [trade()], biggest_data: [] }));
  expect(grid().getAttribute('aria-busy')).toBeNull();
});

test('moves with the arrow keys up to the edges, and to the corners with Ctrl+Home and Ctrl+End [market.grid-keys]', async () => {
  await showRows(Array.from({ length: 90 }, (_, i) => trade({ qty: 90 - i })));
  await act(async () => fireEvent.mouseDown(cell(3, 4) as HTMLElement, { button: 0 }));
  expect(place()).toEqual([3, 4]);
  await press('ArrowLeft');
  expect(place()).toEqual([3, 3]);
  await press('ArrowRight');
  expect(place()).toEqual([3, 4]);
  await press('ArrowUp');
  expect(place()).toEqual([2, 4]);
  await press('End', true);
  expect(place()).toEqual([91, 10]);
  await press('ArrowRight');
  await press('ArrowDown');
  expect(place()).toEqual([91, 10]);
  await press('Home', true);
  await press('ArrowLeft');
  expect(place()).toEqual([2, 1]);
});

test('leaves hidden columns out of the width, and skips them with the arrow keys [market.columns]', async () => {
  const { timeSales } = await showRows(Array.from({ length: 5 }, (_, i) => trade({ qty: 9 - i })));
  const width = () => (grid().parentElement as HTMLElement).style.getPropertyValue('--ob-grid-width');
  expect(width()).toBe('1220px');
  await act(async () => {
    for (const column of ['qty', 'price', 'condition'] as const) timeSales.showColumn(column, false);
  });
  expect([grid().dataset.hidden, width()]).toEqual(['qty price condition', '880px']);
  await act(async () => fireEvent.mouseDown(cell(3, 2) as HTMLElement, { button: 0 }));
  await press('ArrowRight');
  expect(place()).toEqual([3, 5]);
  await press('ArrowLeft');
  expect(place()).toEqual([3, 2]);
  await press('End');
  expect(place()).toEqual([3, 9]);
  await act(async () => timeSales.showColumn('qty', true));
  expect([grid().dataset.hidden, width()]).toEqual(['price condition', '960px']);
  // The active column is hidden: its row's first cell takes over.
  await act(async () => timeSales.showColumn('underlying', false));
  await press('ArrowDown');
  expect(place()).toEqual([4, 1]);
});

test('names the time zone beside the time column [market.zone]', async () => {
  await showRows([trade()]);
  const zone = new Intl.DateTimeFormat('en-US', { timeZoneName: 'short' })
    .formatToParts(new Date(trade().time))
    .find(({ type }) => type === 'timeZoneName')?.value;
  expect(screen.getByRole('columnheader', { name: /^Time/ }).ariaLabel).toBe(`Time (${zone})`);
});

test('keeps the active cell while rows change and when it is scrolled back into view [market.grid-keys]', async () => {
  await showRows(Array.from({ length: 500 }, (_, i) => trade({ qty: 500 - i })));
  const scroller = grid().parentElement as HTMLElement;
  const scrollTo = async (top: number) => {
    scroller.scrollTop = top;
    await act(async () => fireEvent.scroll(scroller));
  };
  await act(async () => fireEvent.mouseDown(cell(4, 2) as HTMLElement, { button: 0 }));
  await scrollTo(7000);
  // The row is not rendered: the grid has the focus and is the only tab stop.
  expect(document.activeElement).toBe(grid());
  expect(grid().tabIndex).toBe(0);
  await scrollTo(0);
  expect(place()).toEqual([4, 2]);
  expect(grid().tabIndex).toBe(-1);
  await scrollTo(7000);
  await press('ArrowDown');
  expect(place()).toEqual([5, 2]);
});

test('keeps the focus while the rows around it are reordered', async () => {
  await showRows(Array.from({ length: 500 }, (_, i) => trade({ qty: 500 - i })));
  const scroller = grid().parentElement as HTMLElement;
  await act(async () => fireEvent.mouseDown(cell(22, 2) as HTMLElement, { button: 0 }));
  const focused = document.activeElement;
  // Rows are reused from top to bottom and back; the focused one must not be moved.
  for (const top of [300, 420, 0]) {
    scroller.scrollTop = top;
    await act(async () => fireEvent.scroll(scroller));
    await waitFor(() => expect(order()).toEqual([...order()].sort((a, b) => a - b)));
    expect(document.activeElement).toBe(focused);
  }
  expect(place()).toEqual([22, 2]);
});

test('reorders the rows even while trades keep arriving', async () => {
  const { timeSales, time } = await showRows(Array.from({ length: 500 }, (_, i) => trade({ qty: 500 - i })));
  const scroller = grid().parentElement as HTMLElement;
  scroller.scrollTop = 420;
  await act(async () => fireEvent.scroll(scroller));
  // Each check adds a row below the visible ones.
  await waitFor(
    async () => {
      await act(async () => {
        timeSales.add([trade({ qty: 0 })]);
        await time.frame();
      });
      expect(order()).toEqual(order().toSorted((a, b) => a - b));
    },
    { interval: 20 },
  );
});

test('leaves copying to the browser when text is selected [market.copy-row]', async () => {
  const copied = fakeClipboard();
  await showRows([trade()]);
  await act(async () => fireEvent.mouseDown(cell(2, 2) as HTMLElement, { button: 0 }));
  getSelection()?.selectAllChildren(cell(2, 2) as HTMLElement);
  await press('c', true);
  expect(copied).toEqual([]);
  getSelection()?.removeAllRanges();
  await press('c', true);
  expect(copied).toHaveLength(1);
});

test('colors a row by the side of its trade, also after reuse [market.row-side]', async () => {
  await showRows([trade({ qty: 3, type: 1 }), trade({ qty: 2, type: 3 }), trade({ qty: 1, type: 2 })]);
  const sides = () => [2, 3, 4].map((row) => cell(row, 1)?.closest('tr')?.dataset.side ?? null);
  expect(sides()).toEqual(['bought', 'sold', null]);
  await click('button', 'Qty');
  await click('button', 'Qty');
  expect(sides()).toEqual([null, 'sold', 'bought']);
});

describe('texts that do not fit their column', () => {
  const style = document.createElement('style');
  beforeEach(() => {
    style.textContent = '.ob-grid { font-size: 13px }';
    document.head.append(style);
  });
  afterEach(() => style.remove());

  test('are clipped, with the full text or exact number as a tooltip', async () => {
    await showRows([trade({ price: 12_345.6789, exchange: 'Cboe Options Exchange', qty: 7 })]);
    const under = async (column: number) => {
      const node = cell(2, column) as HTMLElement;
      await act(async () => fireEvent.mouseOver(node));
      return [node.hasAttribute('data-cut'), node.getAttribute('title')];
    };
    expect(await under(4)).toEqual([true, '12,345.6789']);
    expect(await under(2)).toEqual([false, 'O:AAPL251219C00150000']);
    expect(await under(5)).toEqual([false, 'Cboe Options Exchange']);
    expect(await under(3)).toEqual([false, null]);
    // The tooltip is removed with the pointer.
    expect(document.querySelectorAll('td[title]')).toHaveLength(0);
    const handle = screen.getByRole('separator', { name: 'Resize Exchange' });
    await act(async () => fireEvent.keyDown(handle, { key: 'Home' }));
    expect(cell(2, 5)?.hasAttribute('data-cut')).toBe(true);
  });

  test("are clipped sooner when the browser's text is larger", async () => {
    const { timeSales, time } = await showRows([trade({ qty: 100_000 })]);
    const isCut = () => cell(2, 3)?.hasAttribute('data-cut');
    expect(isCut()).toBe(false);
    // The text becomes larger while the page is open, which changes the layout around the grid.
    style.textContent = '.ob-grid { font-size: 26px }';
    Object.defineProperty(grid().parentElement, 'clientHeight', { value: 500 });
    await act(async () => fireEvent.scroll(grid().parentElement as HTMLElement));
    expect(isCut()).toBe(true);
    await act(async () => {
      timeSales.add([trade({ qty: 200_000 })]);
      await time.frame();
    });
    expect([cell(2, 3)?.textContent, isCut()]).toEqual(['200,000', true]);
    cleanup();
    await showRows([trade({ qty: 100_000 })]);
    expect(isCut()).toBe(true);
  });

  test('update the tooltip when a live trade replaces the row under the pointer', async () => {
    const { time, timeSales } = await showRows([trade({ qty: 5, exchange: 'Cboe Options Exchange' })]);
    const node = cell(2, 5) as HTMLElement;
    await act(async () => fireEvent.mouseOver(node));
    timeSales.add([trade({ qty: 4 })]);
    await act(() => time.frame());
    expect(node.title).toBe('Cboe Options Exchange');
    timeSales.add([trade({ qty: 6, exchange: 'Nasdaq PHLX' })]);
    await act(() => time.frame());
    expect([node.textContent, node.title]).toEqual(['Nasdaq PHLX', 'Nasdaq PHLX']);
  });
});

describe('the resize handle', () => {
  const handle = () => screen.getByRole('separator', { name: 'Resize Exchange' });
  const width = () => Number(handle().getAttribute('aria-valuenow'));

  test('resizes by 10 with arrows, by 50 with Shift, and to the minimum with Home [market.resize]', async () => {
    await showRows([trade()]);
    handle().focus();
    const key = (name: string, shiftKey = false) =>
      act(async () => fireEvent.keyDown(handle(), { key: name, shiftKey }));
    await key('ArrowRight');
    expect(width()).toBe(260);
    await key('ArrowLeft', true);
    expect(width()).toBe(210);
    await key('Home');
    expect(width()).toBe(60);
    expect(document.activeElement).toBe(handle());
  });

  test('follows the pointer only while the main button is pressed [market.resize]', async () => {
    await showRows([trade()]);
    const move = (clientX: number) => fireEvent.pointerMove(handle(), { clientX });
    fireEvent.pointerDown(handle(), { button: 2, clientX: 500 });
    move(540);
    expect(width()).toBe(250);
    fireEvent.pointerDown(handle(), { button: 0, clientX: 500 });
    move(540);
    expect(width()).toBe(290);
    move(480);
    expect(width()).toBe(230);
    fireEvent.pointerUp(handle(), { clientX: 480 });
    move(700);
    expect(width()).toBe(230);
    fireEvent.pointerDown(handle(), { button: 0, clientX: 500 });
    fireEvent.pointerCancel(handle());
    move(700);
    expect(width()).toBe(230);
    // The click belonged to the handle: nothing was sorted.
    const head = screen.getByRole('columnheader', { name: 'Exchange' });
    expect(head.getAttribute('aria-sort')).toBe('none');
    expect(within(head).getByRole('separator').getAttribute('aria-valuemin')).toBe('60');
  });
});

test('scrolls the active column into view next to the frozen first column [market.grid]', async () => {
  await showRows([trade()]);
  const scroller = grid().parentElement as HTMLElement;
  Object.defineProperty(scroller, 'clientWidth', { value: 400, configurable: true });
  await act(async () => fireEvent.mouseDown(cell(2, 1) as HTMLElement, { button: 0 }));
  await press('End');
  // The whole last column, whose right edge is the table's: 1220 px.
  expect(scroller.scrollLeft).toBe(1220 - 400);
  // The one before it starts at 940 px, which the frozen 150 px would cover.
  await press('ArrowLeft');
  expect(scroller.scrollLeft).toBe(940 - 150);
  for (let i = 0; i < 6; i++) await press('ArrowLeft');
  expect(place()).toEqual([2, 3]);
  // Quantity starts at 290 px, next to the frozen 150 px.
  expect(scroller.scrollLeft).toBe(290 - 150);
  await press('Home');
  expect(scroller.scrollLeft).toBe(0);
});
