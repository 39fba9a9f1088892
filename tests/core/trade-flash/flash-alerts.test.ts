import { parseOptionSymbol } from '@openbell/core/option-symbol';
import type { NotificationsPermission, PageNotice } from '@openbell/core/ports';
import { createFlashAlerts, type FlashTrade, type TradeFlash } from '@openbell/core/trade-flash';
import { createFakeTime, createMemoryStorage } from '@openbell/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

function trade(dollars: number, sym = 'O:SPY251219C00650000'): FlashTrade {
  const option = parseOptionSymbol(sym);
  if (option === null) throw new Error(sym);
  return {
    id: 1,
    sym,
    option,
    time: 0,
    price: 1,
    size: dollars / 100,
    dollars,
    conditions: [],
    exchange: null,
    isLate: false,
    isCanceled: false,
  };
}

function setUp(permission: NotificationsPermission = 'default', storage = createMemoryStorage()) {
  const time = createFakeTime();
  const listeners = new Set<(trades: readonly FlashTrade[]) => void>();
  const flash: Pick<TradeFlash, 'listen'> = {
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const shown: PageNotice[] = [];
  const browser = { permission, decision: 'granted' as NotificationsPermission, requests: 0, tones: 0 };
  const alerts = createFlashAlerts({
    flash,
    storage,
    scheduler: time.scheduler,
    tones: {
      play: () => {
        browser.tones += 1;
      },
    },
    notifications: {
      permission: () => browser.permission,
      async request() {
        browser.requests += 1;
        browser.permission = browser.decision;
        return browser.decision;
      },
    },
    notifier: { show: (notice) => shown.push(notice) },
  });
  const watch = (ticker = '') =>
    alerts.watch({
      ticker,
      describe: ({ sym, dollars }, more) => ({ title: `${sym} ${dollars}`, body: `+${more}` }),
    });
  const push = (...trades: FlashTrade[]): void => {
    for (const listener of listeners) listener(trades);
  };
  return { alerts, browser, listeners, push, shown, storage, time, watch, state: () => alerts.$state.get() };
}

describe('alerts for large trades', () => {
  test('are off by default: no sound, notification or permission request [market.alerts-off]', () => {
    const { browser, push, shown, state, storage, watch } = setUp('granted');
    watch();
    push(trade(50_000_000));
    expect(state()).toMatchObject({ sound: false, notify: false });
    expect([browser.tones, browser.requests, shown.length, storage.keys().length]).toEqual([0, 0, 0, 0]);
  });

  test('play a tone above the premium, at most once in two seconds [market.alerts-premium]', async () => {
    const { alerts, browser, push, time, watch } = setUp();
    watch();
    alerts.setSound(true);
    // Turning the sound on plays a tone once.
    expect(browser.tones).toBe(1);
    alerts.setLeastPremium(1000);
    push(trade(1000), trade(999));
    expect(browser.tones).toBe(1);
    push(trade(1001), trade(5000));
    push(trade(9000));
    expect(browser.tones).toBe(2);
    await time.advance(1999);
    push(trade(9000));
    expect(browser.tones).toBe(2);
    await time.advance(1);
    push(trade(9000));
    expect(browser.tones).toBe(3);
  });

  test('request permission only when the user turns notifications on', async () => {
    const { alerts, browser, state, watch } = setUp();
    watch();
    alerts.setSound(true);
    alerts.setLeastPremium(1);
    expect(browser.requests).toBe(0);
    await alerts.setNotify(true);
    expect([browser.requests, state().notify, state().permission]).toEqual([1, true, 'granted']);
    await alerts.setNotify(false);
    await alerts.setNotify(true);
    expect(browser.requests).toBe(1);
  });

  test('stay off when permission is denied', async () => {
    const { alerts, browser, push, shown, state, watch } = setUp();
    watch();
    browser.decision = 'denied';
    await alerts.setNotify(true);
    expect([state().notify, state().permission]).toEqual([false, 'denied']);
    push(trade(5_000_000));
    expect(shown).toEqual([]);
  });

  test('ignore a permission that is granted after destroy, when the member may have changed', async () => {
    const { alerts, browser, state, storage } = setUp();
    const asked = alerts.setNotify(true);
    alerts.destroy();
    await asked;
    expect(browser.requests).toBe(1);
    expect(state()).toMatchObject({ notify: false });
    expect(storage.keys()).toEqual([]);
  });

  test('notify at once, then every ten seconds about the largest trade in between [market.alerts-notify]', async () => {
    const { alerts, push, shown, time, watch } = setUp('granted');
    watch();
    await alerts.setNotify(true);
    push(trade(2_000_000));
    push(trade(3_000_000), trade(7_000_000), trade(900_000));
    push(trade(4_000_000));
    expect(shown.map(({ title, body }) => `${title} ${body}`)).toEqual(['O:SPY251219C00650000 2000000 +0']);
    await time.advance(9_999);
    expect(shown).toHaveLength(1);
    await time.advance(1);
    expect(shown.map(({ title, body }) => `${title} ${body}`).slice(1)).toEqual([
      'O:SPY251219C00650000 7000000 +2',
    ]);
    await time.advance(60_000);
    expect([shown.length, time.pending()]).toEqual([2, 0]);
    expect(new Set(shown.map(({ tag }) => tag)).size).toBe(1);
  });

  test('turning notifications off drops pending ones', async () => {
    const { alerts, push, shown, time, watch } = setUp('granted');
    watch();
    await alerts.setNotify(true);
    push(trade(2_000_000));
    push(trade(3_000_000));
    await alerts.setNotify(false);
    await alerts.setNotify(true);
    await time.advance(60_000);
    expect(shown).toHaveLength(1);
  });

  test('apply only to the selected ticker', async () => {
    const { alerts, browser, push, watch } = setUp();
    watch('SPX');
    alerts.setSound(true);
    push(trade(5_000_000));
    expect(browser.tones).toBe(1);
    push(trade(5_000_000, 'O:SPXW251208C06840000'));
    expect(browser.tones).toBe(2);
  });

  test('restore the settings without a permission request, and are off without permission', async () => {
    const first = setUp();
    first.watch();
    first.alerts.setSound(true);
    first.alerts.setLeastPremium(250_000);
    await first.alerts.setNotify(true);
    const second = setUp('granted', first.storage);
    second.watch();
    expect(second.state()).toEqual({
      sound: true,
      notify: true,
      leastPremium: 250_000,
      permission: 'granted',
    });
    const third = setUp('default', first.storage);
    third.watch();
    expect([third.state().notify, third.browser.requests]).toEqual([false, 0]);
  });

  test('ignore invalid stored data [market.settings-garbage]', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), fc.constant('{"version":2,"sound":true}')), (text) => {
        const storage = createMemoryStorage();
        storage.write('flashAlerts', text);
        const { state, watch } = setUp('granted', storage);
        watch();
        expect(state()).toMatchObject({ sound: false, notify: false, leastPremium: 1_000_000 });
      }),
    );
    const storage = createMemoryStorage();
    const chosen = '{"version":1,"sound":true,"notify":"yes","leastPremium":-1}';
    storage.write('flashAlerts', chosen);
    const { state, watch } = setUp('granted', storage);
    watch();
    expect(state()).toMatchObject({ sound: true, notify: false, leastPremium: 1_000_000 });
    // Our settings are never this long.
    storage.write('flashAlerts', chosen.padEnd(1001));
    const other = setUp('granted', storage);
    other.watch();
    expect(other.state().sound).toBe(false);
  });

  test('stop with the watcher: no timer, listener or pending notification', async () => {
    const { alerts, listeners, push, shown, time, watch } = setUp('granted');
    const stop = watch();
    await alerts.setNotify(true);
    alerts.setSound(true);
    push(trade(2_000_000));
    push(trade(3_000_000));
    stop();
    expect([listeners.size, time.pending()]).toEqual([0, 0]);
    await time.advance(60_000);
    expect(shown).toHaveLength(1);
    // StrictMode: the first stop follows the second start.
    const earlier = watch();
    watch();
    earlier();
    push(trade(2_000_000));
    expect(shown).toHaveLength(2);
    alerts.destroy();
    expect([listeners.size, time.pending(), alerts.$state.get().sound]).toEqual([0, 0, false]);
  });

  test('ignore an invalid premium', () => {
    const { alerts, state } = setUp();
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, -1]) alerts.setLeastPremium(bad);
    expect(state().leastPremium).toBe(1_000_000);
  });
});
