import { atom, type ReadableAtom } from 'nanostores';
import { rootFilter } from '../option-symbol/index.ts';
import {
  browserNotifications,
  browserNotifier,
  type Cancel,
  createBrowserTones,
  type Notifications,
  type NotificationsPermission,
  type Notifier,
  type PageNotice,
  systemTimers,
  type Timers,
  type Tones,
} from '../ports/index.ts';
import {
  type AlertStorage,
  type FlashAlertChoice,
  noAlerts,
  readAlertChoice,
  writeAlertChoice,
} from './alert-storage.ts';
import type { FlashTrade, TradeFlash } from './trade-flash.types.ts';

export interface FlashAlertsOptions {
  readonly flash: Pick<TradeFlash, 'listen'>;
  /** Stores the choice, such as `session.cache` of the session module. Without one it lasts as long as the page. */
  readonly storage?: AlertStorage | undefined;
  readonly tones?: Tones | undefined;
  readonly notifications?: Notifications | undefined;
  readonly notifier?: Notifier | undefined;
  readonly scheduler?: Timers | undefined;
  /** Milliseconds between two tones. Default 2000. */
  readonly toneEveryMs?: number;
  /** Milliseconds between two notifications; trades in between share the next one. Default 10,000. */
  readonly noticeEveryMs?: number;
}

export interface FlashAlertsState extends FlashAlertChoice {
  /** The browser's permission. `notify` is true only while it is `granted`. */
  readonly permission: NotificationsPermission;
}

/** A view of the tape. */
export interface FlashWatcher {
  /** The ticker to alert for; empty is all tickers. */
  readonly ticker: string;
  /** The text of a notification about the largest trade and a number of further ones. */
  describe(trade: FlashTrade, more: number): Pick<PageNotice, 'title' | 'body'>;
}

/** A tone and a browser notification for trades over a chosen premium. Both are off by default. */
export interface FlashAlerts {
  readonly $state: ReadableAtom<FlashAlertsState>;
  /** Alerts until the returned function is called. A later watcher replaces this one. */
  watch(watcher: FlashWatcher): () => void;
  /** Call it in a click handler: turning it on plays the tone, which unlocks sound in the browser. */
  setSound(on: boolean): void;
  /** Call it in a click handler: turning it on requests permission if needed. `notify` stays false without one. */
  setNotify(on: boolean): Promise<void>;
  /** Dollars; ignores negative and non-finite numbers. */
  setLeastPremium(dollars: number): void;
  destroy(): void;
}

const tag = 'trade-flash';

/** Alerts of big trades, limited to one tone and one notification per interval. */
export function createFlashAlerts(options: FlashAlertsOptions): FlashAlerts {
  const { flash, storage, toneEveryMs = 2000, noticeEveryMs = 10_000 } = options;
  const { notifications = browserNotifications, notifier = browserNotifier } = options;
  const { scheduler = systemTimers, tones = createBrowserTones() } = options;
  const $state = atom<FlashAlertsState>({ ...noAlerts, permission: 'default' });

  let watcher: FlashWatcher | null = null;
  let unlisten: Cancel | null = null;
  /** Timers that run while no further tone or notification is allowed. */
  let toneTimer: Cancel | null = null;
  let noticeTimer: Cancel | null = null;
  let isRestored = false;
  /** Incremented by `destroy()`: a permission that was requested before has no effect. */
  let run = 0;
  /** Trades over the premium without a notification: the largest, and their number. */
  let largest: FlashTrade | null = null;
  let pending = 0;

  /** Reads the stored choice once, and again after `destroy()`, when the member may have changed. */
  function restore(): void {
    const permission = notifications.permission();
    if (isRestored || storage === undefined) {
      if (permission !== $state.get().permission) settle($state.get(), permission);
      return;
    }
    isRestored = true;
    settle(readAlertChoice(storage), permission);
  }

  function settle(choice: FlashAlertChoice, permission: NotificationsPermission): void {
    const { sound, notify, leastPremium } = choice;
    $state.set({ sound, notify: notify && permission === 'granted', leastPremium, permission });
  }

  function choose(part: Partial<FlashAlertChoice>): void {
    restore();
    settle({ ...$state.get(), ...part }, notifications.permission());
    if (storage !== undefined) writeAlertChoice(storage, $state.get());
  }

  function playTone(): void {
    if (toneTimer !== null) return;
    tones.play();
    toneTimer = scheduler.after(toneEveryMs, () => {
      toneTimer = null;
    });
  }

  /** Shows a notification of the pending trades, or waits for the timer. */
  function notifyPending(): void {
    if (noticeTimer !== null || largest === null || watcher === null || !$state.get().notify) return;
    notifier.show({ ...watcher.describe(largest, pending - 1), tag });
    clearPending();
    noticeTimer = scheduler.after(noticeEveryMs, () => {
      noticeTimer = null;
      notifyPending();
    });
  }

  function clearPending(): void {
    largest = null;
    pending = 0;
  }

  function onTrades(trades: readonly FlashTrade[]): void {
    const { sound, notify, leastPremium } = $state.get();
    if (watcher === null || !(sound || notify)) return;
    const { ticker } = watcher;
    const isOwn = ticker === '' ? () => true : rootFilter(ticker);
    const over = trades.filter((trade) => trade.dollars > leastPremium && isOwn(trade.option.root));
    if (over.length === 0) return;
    if (sound) playTone();
    if (!notify) return;
    for (const trade of over) if (largest === null || trade.dollars > largest.dollars) largest = trade;
    pending += over.length;
    notifyPending();
  }

  function unwatch(): void {
    watcher = null;
    unlisten?.();
    unlisten = null;
    toneTimer?.();
    toneTimer = null;
    noticeTimer?.();
    noticeTimer = null;
    clearPending();
  }

  return {
    $state,
    watch(next) {
      restore();
      watcher = next;
      unlisten ??= flash.listen(onTrades);
      return () => {
        if (watcher === next) unwatch();
      };
    },
    setSound(on) {
      choose({ sound: on });
      if (on) tones.play();
    },
    async setNotify(on) {
      const mine = run;
      if (on && notifications.permission() === 'default') await notifications.request();
      if (mine !== run) return;
      if (!on) clearPending();
      choose({ notify: on });
    },
    setLeastPremium(dollars) {
      if (Number.isFinite(dollars) && dollars >= 0) choose({ leastPremium: dollars });
    },
    destroy() {
      run += 1;
      unwatch();
      isRestored = false;
      $state.set({ ...noAlerts, permission: 'default' });
    },
  };
}
