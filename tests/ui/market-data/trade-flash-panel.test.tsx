import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { click, event, goLive, scrollTape, setUp } from './market-page.tsx';

describe('trade flash', () => {
  test('opens one socket, only while the tape is shown, also in StrictMode', async () => {
    const parts = setUp('details');
    expect(parts.sockets.connections).toHaveLength(0);
    await click('tab', 'Trade Flash');
    await act(() => parts.time.advance(0));
    expect(parts.sockets.connections).toHaveLength(1);
    await click('tab', 'Details');
    await act(() => parts.time.advance(0));
    expect(parts.sockets.live()).toHaveLength(0);
  });

  test('shows the empty state, then one line per big trade with its premium [market.empty-texts]', async () => {
    const parts = setUp('trade-flash');
    expect(screen.getByText('No Big Delta Trades Available')).toBeTruthy();
    expect(screen.getByText('Large trades appear here as they happen.')).toBeTruthy();
    expect(screen.getByRole('status').textContent).toBe('Connecting…');
    const t = parts.time.clock.now();
    await goLive(parts, event(100, { t }), event(101, { t }), event(200, { t, sym: 'O:QQQ251219P00500500' }));
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

  test('follows the newest until scrolled up by 100 px; then a pill counts and leads back [market.autoscroll]', async () => {
    const parts = setUp('trade-flash');
    await goLive(parts, event(101));
    const list = await scrollTape({ scrollHeight: 2000, clientHeight: 400 }, 1500);
    expect(screen.queryByRole('button', { name: /scroll to bottom/i })).toBeNull();
    list.scrollTop = 1499;
    await act(async () => fireEvent.scroll(list));
    expect(screen.getByRole('button', { name: 'Scroll to bottom' })).toBeTruthy();
    await goLive(parts, event(102), event(103));
    expect(list.scrollTop).toBe(1499);
    await click('button', /^2 new trades/);
    expect(list.scrollTop).toBe(2000);
    expect(screen.queryByRole('button', { name: /new trades|scroll to bottom/i })).toBeNull();
  });

  test('follows the tape of another ticker, also after scrolling up in the last one [market.autoscroll]', async () => {
    const parts = setUp('trade-flash', 'SPY');
    await goLive(parts, event(101), event(102, { sym: 'O:QQQ251219P00500500' }));
    await scrollTape({ scrollHeight: 2000, clientHeight: 400 }, 1600, 1000);
    expect(screen.getByRole('button', { name: 'Scroll to bottom' })).toBeTruthy();
    await click('button', 'Show all tickers');
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
    expect(screen.queryByRole('button', { name: /new trade|scroll to bottom/i })).toBeNull();
  });

  test('stops the tape and counts waiting trades on Pause', async () => {
    const parts = setUp('trade-flash');
    await goLive(parts, event(101));
    const pressed = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-pressed');
    expect(pressed('Pause')).toBe('false');
    await click('button', 'Pause');
    expect(pressed('Resume')).toBe('true');
    await goLive(parts, event(102), event(103));
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
    expect(screen.getByText('2 waiting')).toBeTruthy();
    await click('button', 'Resume');
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
    const least = screen.getByRole('textbox', { name: 'Alert over ($)' });
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

  test('names the day of a replayed session instead of a lag [market.replay]', async () => {
    const parts = setUp('trade-flash');
    const now = parts.time.clock.now();
    await goLive(parts, event(101, { t: now - 29 * 60_000 }));
    expect(screen.getByRole('status').textContent).toBe('Live');
    await act(() => parts.time.advance(1000));
    const old = now - 3 * 86_400_000;
    await goLive(parts, event(101, { t: old }));
    await act(() => parts.time.advance(1000));
    await goLive(parts, event(101, { t: old }));
    const [, month = '', date = ''] = new Date(old).toDateString().split(' ');
    expect(screen.getByRole('status').textContent).toBe(`Replay of ${date} ${month}`);
    expect(document.querySelector('[data-part="lag"]')).toBeNull();
  });
});
