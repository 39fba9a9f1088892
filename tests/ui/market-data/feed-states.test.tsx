// Each state of the provider's session is shown next to live trades, and left again.
import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { trade } from '../../core/time-sales/support.ts';
import { click, columnTexts, setUp as setUpPage, timeSalePath, event as tradeEvent } from './market-page.tsx';

const at = Date.UTC(2025, 10, 20, 17);
let sequence = 0;
const event = (s: number, parts: object = {}): unknown => {
  sequence += 1;
  return tradeEvent(s, { x: 302, t: at + sequence, q: sequence, ...parts });
};
const row = (qty: number) =>
  trade({ qty, time: new Date(at).toISOString(), option: 'SPY251219C00650000', condition: '' });

/** A panel with a feed whose provider is mocked. */
function setUp(panel: 'trade-flash' | 'time-sales') {
  const { api, time, sockets } = setUpPage(panel, panel === 'time-sales' ? 'SPY' : '');
  const connection = (): Element | null => document.querySelector('.ob-flash-connection');
  return {
    time,
    sockets,
    load: (...data: readonly unknown[]) =>
      act(() => api.latest(timeSalePath).succeed({ data, biggest_data: [] })),
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
    const { shown, light, accept, status, tell } = setUp('trade-flash');
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

  test('waits for a retry by the user after auth_failed [market.session-states] [market.refused]', async () => {
    const parts = setUp('trade-flash');
    await parts.accept();
    await parts.status('connected');
    await parts.status('auth_failed', 'authentication failed');
    expect([parts.shown(), parts.light()]).toEqual([rejected, 'refused']);
    await parts.wait(600_000);
    expect(parts.sockets.connections).toHaveLength(1);
    await click('button', 'Retry');
    await greet(parts);
    expect([parts.shown(), parts.hasRetry()]).toEqual(['Live', false]);
  });

  test('explains max_connections, and reconnects automatically or on request [market.session-states]', async () => {
    const parts = setUp('trade-flash');
    await greet(parts);
    await parts.status('max_connections', 'Maximum number of websocket connections exceeded. ');
    await parts.drop(1008);
    expect([parts.shown(), parts.light(), parts.hasRetry()]).toEqual([evicted, 'evicted', true]);
    await parts.wait(36_000);
    await greet(parts);
    expect(parts.shown()).toBe('Live');
    await parts.drop(1008);
    await click('button', 'Retry');
    await greet(parts);
    expect(parts.shown()).toBe('Live');
  });

  test('shows a lost connection and reconnects after maintenance or a stalled handshake [market.session-states]', async () => {
    const parts = setUp('trade-flash');
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

  test('shows an unavailable upstream provider and the number of dropped trades [market.session-states]', async () => {
    const parts = setUp('trade-flash');
    await greet(parts);
    await parts.status('upstream_unavailable', 'The market feed is interrupted.');
    expect([parts.shown(), parts.light()]).toEqual([
      'The market feed is interrupted. It will reconnect automatically.',
      'interrupted',
    ]);
    await parts.tell(event(101, { t: parts.time.clock.now() }));
    expect(parts.shown()).toBe('Live');
    await parts.status('slow_consumer', '1204 trades were left out.');
    expect(document.querySelector('.ob-flash-bar')?.textContent).toContain('Left out1,204');
    await parts.tell(event(102));
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
  });
});

describe('live trades in Time & Sales', () => {
  test('are inserted in sort order, and the gap after a disconnect is loaded [time-sales.live]', async () => {
    const parts = setUp('time-sales');
    await greet(parts);
    await parts.load(row(50), row(7));
    await parts.tell(event(20), event(900));
    expect(columnTexts(2)).toEqual(['900', '50', '20', '7']);
    expect(parts.shown()).toBe('Live');
    // A trade without a quote shows a dash and no side.
    const cells = [...(document.querySelectorAll('tbody [role="row"]')[0]?.children ?? [])];
    const texts = cells.slice(3, 9).map((cell) => cell.textContent);
    expect(texts).toEqual(['1.50', 'Cboe Options Exchange', '–', '–', '–', '–']);
    expect(cells[0]?.querySelector('[role="img"]')).toBeNull();

    await parts.drop();
    expect(parts.shown()).toBe(lost);
    await parts.wait(1500);
    await greet(parts);
    await parts.load(row(60), row(50));
    await act(() => parts.time.frame());
    expect(columnTexts(2)).toEqual(['900', '60', '50', '20']);
  });

  test('stop and disconnect when turned off [time-sales.live-off]', async () => {
    const parts = setUp('time-sales');
    await greet(parts);
    await parts.load(row(50));
    const live = screen.getByRole<HTMLInputElement>('switch', { name: 'Live trades' });
    expect(live.checked).toBe(true);
    await act(async () => fireEvent.click(live));
    await parts.wait(0);
    expect([live.checked, parts.sockets.live().length, parts.shown()]).toEqual([false, 0, undefined]);
    await act(async () => fireEvent.click(live));
    expect(parts.sockets.live()).toHaveLength(1);
  });

  test('are not announced; the number of matches is, when the filters change', async () => {
    const parts = setUp('time-sales');
    await greet(parts);
    await parts.load(row(50), row(7));
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
