// Each state of the provider's session is shown next to live trades, and left again.
import { createOptionsFeed } from '@openbell/core/options-feed';
import { createTimeSales } from '@openbell/core/time-sales';
import { createFlashAlerts, createTradeFlash } from '@openbell/core/trade-flash';
import {
  createFakeApi,
  createFakePage,
  createFakeRandom,
  createFakeSockets,
  createFakeTime,
  settle,
} from '@openbell/testing';
import { TimeSalesPanel, TradeFlashPanel } from '@openbell/ui';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, describe, expect, test } from 'vitest';

afterEach(cleanup);

const timeSalePath = '/app/marketdata/time-sale';
const at = Date.UTC(2025, 10, 20, 17);
let sequence = 0;
const event = (s: number, parts: object = {}): unknown => {
  sequence += 1;
  const t = at + sequence;
  return { ev: 'T', sym: 'O:SPY251219C00650000', x: 302, p: 1.5, s, c: [209], t, q: sequence, ...parts };
};
const row = (qty: number, parts: object = {}): unknown => ({
  time: new Date(at).toISOString(),
  option: 'SPY251219C00650000',
  qty,
  price: 1.25,
  exchange: 'BOX',
  market: '1.20x1.25',
  condition: '',
  type: 1,
  contract_type: 1,
  ...parts,
});

/** A panel with a feed whose provider is mocked. */
function setUp(panel: 'tape' | 'rows') {
  const api = createFakeApi(settle);
  const time = createFakeTime();
  const { scheduler, clock } = time;
  const sockets = createFakeSockets();
  const feed = createOptionsFeed({
    url: 'wss://feed.test/options',
    auth: () => 'token',
    socketFactory: sockets.factory,
    page: createFakePage(),
    random: createFakeRandom(),
    scheduler,
    clock,
  });
  const flash = createTradeFlash({ feed, scheduler, now: clock.now });
  const timeSales = createTimeSales({ api, feed, scheduler });
  render(
    <StrictMode>
      {panel === 'tape' ? (
        <TradeFlashPanel
          ticker=""
          tradeFlash={flash}
          feed={feed}
          alerts={createFlashAlerts({ flash, scheduler })}
        />
      ) : (
        <TimeSalesPanel ticker="SPY" timeSales={timeSales} feed={feed} />
      )}
    </StrictMode>,
  );
  const connection = (): Element | null => document.querySelector('.ob-flash-connection');
  return {
    api,
    time,
    sockets,
    timeSales,
    shown: () => connection()?.querySelector('[role="status"]')?.textContent,
    light: () => connection()?.getAttribute('data-status'),
    hasRetry: () => screen.queryByRole('button', { name: 'Retry' }) !== null,
    accept: () => act(async () => sockets.latest().accept()),
    tell: (...events: readonly unknown[]) =>
      act(async () => {
        sockets.latest().deliver(events);
        await time.frame();
      }),
    status: (status: string, message = '') =>
      act(async () => sockets.latest().deliver([{ ev: 'status', status, message }])),
    drop: (code?: number) => act(async () => sockets.latest().drop(code)),
    wait: (ms: number) => act(() => time.advance(ms)),
  };
}

/** Performs the whole handshake. */
async function greet({ accept, status }: ReturnType<typeof setUp>): Promise<void> {
  await accept();
  for (const word of ['connected', 'auth_success', 'success']) await status(word);
}

const lost = 'Connection lost. Trying again shortly.';
const evicted = 'Another connection took over. Trying again later.';
const rejected = 'The options feed refused the connection.';

describe("the states of the feed's session", () => {
  test('shows one connecting state until the feed is live [market.session-states]', async () => {
    const { shown, light, accept, status, tell } = setUp('tape');
    expect(shown()).toBe('Connecting…');
    await accept();
    for (const word of ['connected', 'auth_success']) {
      await status(word);
      expect([shown(), light()]).toEqual(['Connecting…', 'connecting']);
    }
    await status('success');
    expect([shown(), light()]).toEqual(['Live', 'live']);
    await tell(event(101));
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
  });

  test('waits for a retry by the user after auth_failed [market.session-states]', async () => {
    const parts = setUp('tape');
    await parts.accept();
    await parts.status('connected');
    await parts.status('auth_failed', 'authentication failed');
    expect([parts.shown(), parts.light()]).toEqual([rejected, 'refused']);
    await parts.wait(600_000);
    expect(parts.sockets.connections).toHaveLength(1);
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Retry' })));
    await greet(parts);
    expect([parts.shown(), parts.hasRetry()]).toEqual(['Live', false]);
  });

  test('explains max_connections, and reconnects automatically or on request [market.session-states]', async () => {
    const parts = setUp('tape');
    await greet(parts);
    await parts.status('max_connections', 'Maximum number of websocket connections exceeded. ');
    await parts.drop(1008);
    expect([parts.shown(), parts.light(), parts.hasRetry()]).toEqual([evicted, 'evicted', true]);
    await parts.wait(36_000);
    await greet(parts);
    expect(parts.shown()).toBe('Live');
    await parts.drop(1008);
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Retry' })));
    await greet(parts);
    expect(parts.shown()).toBe('Live');
  });

  test('shows a lost connection and reconnects after maintenance or a stalled handshake [market.session-states]', async () => {
    const parts = setUp('tape');
    await greet(parts);
    await parts.drop(1001);
    expect([parts.shown(), parts.light(), parts.hasRetry()]).toEqual([lost, 'waiting', true]);
    await parts.wait(1500);
    expect(parts.shown()).toBe('Connecting…');
    await parts.status('connected');
    await parts.wait(10_000);
    expect(parts.shown()).toBe(lost);
    await parts.wait(5000);
    await greet(parts);
    expect([parts.shown(), parts.hasRetry()]).toEqual(['Live', false]);
  });

  test('treats auth_timeout as a lost connection, not as a rejected key [market.session-states]', async () => {
    const parts = setUp('tape');
    await parts.accept();
    await parts.status('auth_timeout', 'No authentication request received.');
    await parts.drop(1008);
    expect(parts.light()).not.toBe('refused');
    await parts.wait(60_000);
    await greet(parts);
    expect(parts.shown()).toBe('Live');
  });

  test('shows an unavailable upstream provider and the number of dropped trades [market.session-states]', async () => {
    const parts = setUp('tape');
    await greet(parts);
    await parts.status(
      'upstream_unavailable',
      'The market feed is interrupted; it is being connected again.',
    );
    expect([parts.shown(), parts.light()]).toEqual([
      'The market feed is interrupted. It will reconnect automatically.',
      'interrupted',
    ]);
    await parts.tell(event(101, { t: parts.time.clock.now() }));
    expect(parts.shown()).toBe('Live');
    await parts.status('slow_consumer', '12 trades were left out.');
    expect(document.querySelector('.ob-flash-bar')?.textContent).toContain('Left out12');
    await parts.tell(event(102));
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
  });
});

describe('live trades in Time & Sales', () => {
  test('are inserted in sort order, and the gap after a disconnect is loaded [time-sales.live]', async () => {
    const parts = setUp('rows');
    await greet(parts);
    await act(() => parts.api.latest(timeSalePath).succeed({ data: [row(50), row(7)], biggest_data: [] }));
    await parts.tell(event(20), event(900));
    const quantities = (): (string | undefined)[] =>
      [...document.querySelectorAll('tbody [role="row"]')].map((line) => line.children[2]?.textContent ?? '');
    expect(quantities()).toEqual(['900', '50', '20', '7']);
    expect(parts.shown()).toBe('Live');
    // A trade without a quote shows a dash and no side.
    const cells = [...(document.querySelectorAll('tbody [role="row"]')[0]?.children ?? [])];
    expect(cells.slice(3, 9).map((cell) => cell.textContent)).toEqual([
      '1.50',
      'Cboe Options Exchange',
      '–',
      '–',
      '–',
      '–',
    ]);
    expect(cells[0]?.querySelector('[role="img"]')).toBeNull();

    await parts.drop();
    expect(parts.shown()).toBe(lost);
    await parts.wait(1500);
    await greet(parts);
    await act(() => parts.api.latest(timeSalePath).succeed({ data: [row(60), row(50)], biggest_data: [] }));
    await act(() => parts.time.frame());
    expect(quantities()).toEqual(['900', '60', '50', '20']);
  });

  test('stop and disconnect when turned off [time-sales.live-off]', async () => {
    const parts = setUp('rows');
    await greet(parts);
    await act(() => parts.api.latest(timeSalePath).succeed({ data: [row(50)], biggest_data: [] }));
    const live = screen.getByRole<HTMLInputElement>('switch', { name: 'Live trades' });
    expect(live.checked).toBe(true);
    await act(async () => fireEvent.click(live));
    await parts.wait(0);
    expect([live.checked, parts.sockets.live().length, parts.shown()]).toEqual([false, 0, undefined]);
    await act(async () => fireEvent.click(live));
    expect(parts.sockets.live()).toHaveLength(1);
  });

  test('are not announced; the number of matches is, when the filters change', async () => {
    const parts = setUp('rows');
    await greet(parts);
    await act(() => parts.api.latest(timeSalePath).succeed({ data: [row(50), row(7)], biggest_data: [] }));
    const announcements = (): string[] =>
      [...document.querySelectorAll('[role="status"], [aria-live]')].map((node) => node.textContent ?? '');
    const before = announcements();
    await parts.tell(event(20));
    expect(announcements()).toEqual(before);
    await act(async () => fireEvent.change(screen.getByLabelText('Min. qty'), { target: { value: '10' } }));
    expect(announcements()).toContain('2 trades match');
    await parts.tell(event(30));
    expect(announcements()).toContain('2 trades match');
  });
});
