// The focus after a pressed button disappears, and announcements.
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { trade } from '../../core/time-sales/support.ts';
import {
  candlesPath,
  click,
  event,
  fakeClipboard,
  goLive,
  scrollTape,
  setUp,
  showRows,
  suggestingBox,
  timeSalePath,
} from './market-page.tsx';

/** Focuses and presses a button, as the keyboard does. */
async function press(name: string | RegExp): Promise<void> {
  const button = screen.getByRole('button', { name });
  button.focus();
  expect(document.activeElement).toBe(button);
  await act(async () => fireEvent.click(button));
  expect(button.isConnected).toBe(false);
}

const focusedRole = () => document.activeElement?.getAttribute('role');

describe('focus after a button disappears', () => {
  test('from Clear to the first filter', async () => {
    await showRows([trade()]);
    fireEvent.change(screen.getByLabelText('Min. qty'), { target: { value: '5' } });
    await press('Clear (1)');
    expect(document.activeElement).toBe(screen.getByLabelText('Side'));
  });

  test('from Show all trades and Show all tickers to the panel', async () => {
    const { api } = setUp('time-sales', 'AAPL');
    await act(() => api.latest(timeSalePath).succeed({ data: [trade()], biggest_data: [] }));
    fireEvent.change(screen.getByLabelText('Min. qty'), { target: { value: '99' } });
    await press('Show all trades');
    expect(focusedRole()).toBe('tabpanel');
    await press('Show all tickers');
    expect(focusedRole()).toBe('tabpanel');
  });

  test('from Retry to the panel, for a first load and over older rows', async () => {
    const { api } = setUp('graph');
    await act(() => api.latest(candlesPath).refuse(500));
    await press('Retry');
    expect(focusedRole()).toBe('tabpanel');
    cleanup();
    const { api: other, timeSales } = await showRows([trade()]);
    void timeSales.load('');
    await act(() => other.latest(timeSalePath).refuse(500));
    await press('Retry');
    expect(focusedRole()).toBe('tabpanel');
  });

  test("from the connection's Retry to the panel", async () => {
    const { sockets } = setUp('trade-flash');
    await act(async () => {
      sockets.latest().accept();
      sockets.latest().drop(4403);
    });
    await press('Retry');
    expect(focusedRole()).toBe('tabpanel');
  });

  test('from the pill to the tape', async () => {
    const parts = setUp('trade-flash');
    await goLive(parts, event(101));
    // The first scroll event measures the list's height.
    const list = await scrollTape({ scrollHeight: 2000, clientHeight: 400 }, 1600, 1000);
    await press('Scroll to bottom');
    expect(document.activeElement).toBe(list);
  });

  test('only if it had the focus', async () => {
    const { api } = setUp('graph');
    await act(() => api.latest(candlesPath).refuse(500));
    const box = await suggestingBox();
    await click('button', 'Retry');
    expect(document.activeElement).toBe(box);
  });
});

test('announces a row again when it is copied again [market.copy-row]', async () => {
  fakeClipboard();
  await showRows([trade()]);
  const grid = screen.getByRole('grid');
  const announcement = () => document.querySelector('[data-part="copied"] > *');
  fireEvent.keyDown(grid, { key: 'ArrowDown' });
  await act(async () => fireEvent.keyDown(grid, { key: 'c', ctrlKey: true }));
  const first = announcement();
  expect(first?.textContent).toBe('Copied: AAPL 150C 12/19/25');
  await act(async () => fireEvent.keyDown(grid, { key: 'c', ctrlKey: true }));
  expect(announcement()?.textContent).toBe(first?.textContent);
  // Live regions announce added elements: a repeated text needs a new one.
  expect(announcement()).not.toBe(first);
});

test('keeps numbers left to right on a right-to-left page', async () => {
  const parts = setUp('time-sales');
  const data = [trade({ type: 3 }), trade()];
  await act(() => parts.api.latest(timeSalePath).succeed({ data, biggest_data: data }));
  const direction = (node: Element | null) => node?.closest('[dir]')?.getAttribute('dir');
  expect(direction(screen.getByRole('grid'))).toBe('ltr');
  expect(direction(document.querySelector('.ob-biggest-trade'))).toBe('ltr');
  const signs = [...document.querySelectorAll('.ob-biggest-trade [role="img"]')];
  expect(signs.map((sign) => sign.getAttribute('aria-label'))).toEqual(['sold', 'bought']);
  await click('tab', 'Trade Flash');
  await act(() => parts.time.advance(0));
  await goLive(parts, event(101));
  expect(direction(screen.getAllByRole('listitem')[0] ?? null)).toBe('ltr');
});

test('announces that the graph is loading', async () => {
  const { api } = setUp('graph');
  const text = () => screen.getAllByRole('status').map((node) => node.textContent);
  expect(text()).toContain('Loading the prices of AAPL');
  await act(() => api.latest(candlesPath).succeed({ data: [] }));
  expect(text()).not.toContain('Loading the prices of AAPL');
});
