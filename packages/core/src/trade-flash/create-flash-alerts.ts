import { atom, type ReadableAtom } from 'nanostores';
import { rootBelongsTo } from '../option-symbol/index.ts';
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
  /** Where the choice is kept; `session.cache` of the session module fits. Without one it ends with the page. */
  readonly storage?: AlertStorage | undefined;
  readonly tones?: Tones | undefined;
  readonly notifications?: Notifications | undefined;
  readonly notifier?: Notifier | undefined;
  readonly scheduler?: Timers | undefined;
  /** Milliseconds between two tones. Default 2000. */
  readonly toneEveryMs?: number;
  /** Milliseconds between two notifications; what comes meanwhile is told in one. Default 10,000. */
  readonly noticeEveryMs?: number;
}

export interface FlashAlertsState extends FlashAlertChoice {
  /** What the browser lets this site do. `notify` is true only while it is `granted`. */
  readonly permission: NotificationsPermission;
}

/** Whoever shows the tape. */
export interface FlashWatcher {
  /** Alerts are about this ticker's trades; empty is all. */
  readonly ticker: string;
  /** The words of a notification: the largest trade, and how many more there were. */
  describe(trade: FlashTrade, more: number): Pick<PageNotice, 'title' | 'body'>;
}

/** A tone and a browser notification when a trade over a chosen premium flashes by. Both are off at first. */
export interface FlashAlerts {
  readonly $state: ReadableAtom<FlashAlertsState>;
  /** Alerts for as long as somebody watches: until the function that it returns is called. */
  watch(watcher: FlashWatcher): () => void;
  /** Turned on by a person's click, it plays the tone, which also lets the browser play the next ones. */
  setSound(on: boolean): void;
  /**
   * For a person's click: turned on, it asks for permission where none was given yet. `notify` stays false until there is
   * one, and where it is refused: a switch shows the state, not what was pressed.
   */
  setNotify(on: boolean): Promise<void>;
  /** Dollars; what is no amount is left alone. */
  setLeastPremium(dollars: number): void;
  destroy(): void;
}

const tag = 'trade-flash';

/** Alerts of big trades, at most so many a minute however busy the market is. */
export function createFlashAlerts(options: FlashAlertsOptions): FlashAlerts {
  const { flash, storage, toneEveryMs = 2000, noticeEveryMs = 10_000 } = options;
  const notifications = options.notifications ?? browserNotifications;
  const notifier = options.notifier ?? browserNotifier;
  const scheduler = options.scheduler ?? systemTimers;
  const tones = options.tones ?? createBrowserTones();
  const $state = atom<FlashAlertsState>({ ...noAlerts, permission: 'default' });

  let watcher: FlashWatcher | null = null;
  let unlisten: Cancel | null = null;
  /** Runs while no tone, or no notification, may follow the last one. */
  let quiet: Cancel | null = null;
  let pause: Cancel | null = null;
  let isRestored = false;
  /** Over the premium, not told of yet. */
  let largest: FlashTrade | null = null;
  let untold = 0;

  /** Read when it is first needed, and again for another person after `destroy()`. */
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

  function ring(): void {
    if (quiet !== null) return;
    tones.play();
    quiet = scheduler.after(toneEveryMs, () => {
      quiet = null;
    });
  }

  /** Tells of what is untold, unless a notification went out just now: then after the pause. */
  function tell(): void {
    if (pause !== null || largest === null || watcher === null || !$state.get().notify) return;
    notifier.show({ ...watcher.describe(largest, untold - 1), tag });
    forgetUntold();
    pause = scheduler.after(noticeEveryMs, () => {
      pause = null;
      tell();
    });
  }

  function forgetUntold(): void {
    largest = null;
    untold = 0;
  }

  function onTrades(trades: readonly FlashTrade[]): void {
    const { sound, notify, leastPremium } = $state.get();
    if (watcher === null || !(sound || notify)) return;
    const { ticker } = watcher;
    const over = trades.filter(
      (trade) => trade.dollars > leastPremium && (ticker === '' || rootBelongsTo(trade.option.root, ticker)),
    );
    if (over.length === 0) return;
    if (sound) ring();
    if (!notify) return;
    for (const trade of over) if (largest === null || trade.dollars > largest.dollars) largest = trade;
    untold += over.length;
    tell();
  }

  function stopTimers(): void {
    quiet?.();
    quiet = null;
    pause?.();
    pause = null;
    forgetUntold();
  }

  return {
    $state,
    watch(next) {
      restore();
      watcher = next;
      unlisten ??= flash.listen(onTrades);
      return () => {
        if (watcher !== next) return;
        watcher = null;
        unlisten?.();
        unlisten = null;
        stopTimers();
      };
    },
    setSound(on) {
      choose({ sound: on });
      if (on) tones.play();
    },
    async setNotify(on) {
      if (on && notifications.permission() === 'default') await notifications.request();
      if (!on) forgetUntold();
      choose({ notify: on });
    },
    setLeastPremium(dollars) {
      if (Number.isFinite(dollars) && dollars >= 0) choose({ leastPremium: dollars });
    },
    destroy() {
      watcher = null;
      unlisten?.();
      unlisten = null;
      stopTimers();
      isRestored = false;
      $state.set({ ...noAlerts, permission: 'default' });
    },
  };
}
