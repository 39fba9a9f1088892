import { atom } from 'nanostores';
import type { FeedAction, FeedStatusEvent } from '../contract/index.ts';
import {
  browserPage,
  browserSockets,
  type Cancel,
  type Clock,
  type Log,
  type OnError,
  type Page,
  type Random,
  type SocketConnection,
  type SocketFactory,
  silentLog,
  systemClock,
  systemRandom,
  systemTimers,
  type Timers,
} from '../ports/index.ts';
import {
  type BackOff,
  delayBefore,
  evictedBackOff,
  evictionCode,
  isRefusal,
  leftOutOf,
  lostBackOff,
  meaningOf,
  socketAddress,
} from './options-feed.rules.ts';
import { createFrameScanner } from './options-feed.scanner.ts';
import type {
  FeedListener,
  FeedState,
  FrameReading,
  OptionsFeed,
  TradeFilter,
} from './options-feed.types.ts';

export interface OptionsFeedOptions {
  /** Where the feed is: the reference server's `/options`, or any provider that speaks the protocol. */
  readonly url: string | (() => string);
  /** What the hand-shake's `auth` carries: the access token at the reference server. Null when there is none. */
  readonly auth: () => string | null;
  /** Default `T.*`: the trades of all contracts. */
  readonly subscription?: string;
  readonly socketFactory?: SocketFactory | undefined;
  readonly scheduler?: Timers | undefined;
  readonly clock?: Clock | undefined;
  readonly page?: Page | undefined;
  readonly random?: Random | undefined;
  readonly log?: Log | undefined;
  readonly onError?: OnError | undefined;
  /** Milliseconds from the first byte to the acknowledged subscription. Default 10,000. */
  readonly handshakeMs?: number;
  readonly backOff?: BackOff;
  readonly evictedBackOff?: BackOff;
}

const idle: FeedState = {
  status: 'idle',
  attempt: 0,
  retryAt: null,
  message: '',
  isInterrupted: false,
  leftOut: 0,
};
const none: Cancel = () => {};
const silenceMs = 60_000;
/** Keeps no trade: reads the statuses when nobody listens. */
const nothing: TradeFilter = { minSize: Number.POSITIVE_INFINITY, conditions: new Set() };

/** The options feed's connection: hand-shake, statuses and back-off. Frames go to the listeners, read once for each. */
export function createOptionsFeed(options: OptionsFeedOptions): OptionsFeed {
  const { subscription = 'T.*', handshakeMs = 10_000 } = options;
  const openSocket = options.socketFactory ?? browserSockets;
  const scheduler = options.scheduler ?? systemTimers;
  const clock = options.clock ?? systemClock;
  const page = options.page ?? browserPage;
  const random = options.random ?? systemRandom;
  const log = options.log ?? silentLog;
  const $state = atom<FeedState>(idle);
  const listeners = new Map<FeedListener, (text: string) => FrameReading>();
  const readStatuses = createFrameScanner(nothing);

  let users = 0;
  let connection: SocketConnection | null = null;
  /** Tells the present connection's events from those of one that was given up. */
  let generation = 0;
  /** Tells the present users' stops from those of who used it before `destroy()`. */
  let era = 0;
  let cancelTimer: Cancel = none;
  /** Whether nothing has been heard since the last look. */
  let isSilent = true;
  let cancelClose: Cancel = none;
  let unwatch: Cancel | null = null;

  function patch(part: Partial<FeedState>): void {
    $state.set({ ...$state.get(), ...part });
  }

  function send(action: FeedAction): void {
    if (connection?.isOpen === true) connection.send(JSON.stringify(action));
  }

  function hangUp(): void {
    cancelTimer();
    cancelTimer = none;
    generation += 1;
    const open = connection;
    connection = null;
    open?.close(1000);
  }

  function refuse(message: string): void {
    hangUp();
    patch({ status: 'refused', retryAt: null, message });
  }

  function dial(): void {
    hangUp();
    if ((options.auth() ?? '') === '') {
      refuse('');
      return;
    }
    const mine = generation;
    patch({ status: 'connecting', retryAt: null, isInterrupted: false });
    const url = typeof options.url === 'function' ? options.url() : options.url;
    const here = typeof location === 'undefined' ? null : location.href;
    connection = openSocket(socketAddress(url, here), [], {
      open: () => {},
      message: (text) => mine === generation && received(text),
      close: (code, reason) => mine === generation && closed(code, reason),
    });
    cancelTimer = scheduler.after(handshakeMs, () => {
      if (mine !== generation) return;
      hangUp();
      closed(1006, '');
    });
  }

  function closed(code: number, reason: string): void {
    hangUp();
    if (isRefusal(code)) {
      refuse(reason);
      return;
    }
    const evicted = code === evictionCode;
    const attempt = $state.get().attempt + 1;
    const plan = evicted ? (options.evictedBackOff ?? evictedBackOff) : (options.backOff ?? lostBackOff);
    const part = Number.parseInt(random.uuid().slice(0, 8), 16) / 0x1_0000_0000;
    const wait = delayBefore(attempt, plan, Number.isFinite(part) ? part : 0);
    const message = reason === '' ? $state.get().message : reason;
    patch({ status: evicted ? 'evicted' : 'waiting', attempt, retryAt: clock.now() + wait, message });
    cancelTimer = scheduler.after(wait, dial);
  }

  function heard(event: FeedStatusEvent): void {
    const meaning = meaningOf(event);
    const { status } = $state.get();
    if (meaning === 'connected' && status === 'connecting') {
      patch({ status: 'authenticating' });
      send({ action: 'auth', params: options.auth() ?? '' });
    } else if (meaning === 'authenticated' && status === 'authenticating') {
      patch({ status: 'subscribing' });
      send({ action: 'subscribe', params: subscription });
    } else if (meaning === 'subscribed' && status === 'subscribing') {
      goLive();
    } else if (meaning === 'refused') {
      log('The options feed refused the key', event.message);
      refuse(event.message);
    } else if (meaning === 'evicted') {
      // Also after a hand-shake that had succeeded. The provider's close would follow; it is not waited for, since a
      // connection that says so and stays open would be taken for a live one.
      closed(evictionCode, event.message);
    } else if (meaning === 'interrupted') {
      patch({ isInterrupted: true });
    } else if (meaning === 'behind') {
      patch({ leftOut: $state.get().leftOut + leftOutOf(event) });
    } else if (meaning === 'trouble') {
      log('Options feed', event);
      patch({ message: event.message });
    }
  }

  function goLive(): void {
    cancelTimer();
    patch({ status: 'live', retryAt: null });
    watchSilence();
  }

  /**
   * A connection of which only this end is left (the machine slept, a router forgot it) stays open and silent for ever;
   * it breaks when something is sent. What is subscribed to already the provider does not acknowledge again.
   */
  function watchSilence(): void {
    isSilent = true;
    cancelTimer = scheduler.after(silenceMs, () => {
      if (isSilent) send({ action: 'subscribe', params: subscription });
      watchSilence();
    });
  }

  function received(text: string | null): void {
    isSilent = false;
    if (text === null) {
      log('Invalid options feed frame', null);
      return;
    }
    let read: FrameReading | null = null;
    for (const [listener, scan] of [...listeners]) {
      read = scan(text);
      if (read.seen > 0) deliver(listener, read);
    }
    read ??= readStatuses(text);
    if (!read.isValid) {
      log('Invalid options feed frame', text.slice(0, 200));
      return;
    }
    const mine = generation;
    for (const event of read.statuses) if (mine === generation) heard(event);
    // Only data shows that the connection is good: an evicted one is still greeted first.
    if (read.seen > 0 && mine === generation) {
      const { status, attempt, message, isInterrupted } = $state.get();
      if (status !== 'live') goLive();
      if (attempt !== 0 || message !== '' || isInterrupted)
        patch({ attempt: 0, message: '', isInterrupted: false });
    }
  }

  function deliver(listener: FeedListener, reading: FrameReading): void {
    try {
      listener.onFrame(reading);
    } catch (error) {
      options.onError?.({ where: 'options feed listener', error });
    }
  }

  function wake(): void {
    if (users > 0 && $state.get().status === 'waiting') dial();
  }

  function begin(): void {
    unwatch = page.onChange((event) => {
      if (event === 'online' || event === 'visible') wake();
      // A connection without a network stays open, silent, for minutes: nobody is left to close it.
      if (event === 'offline' && connection !== null) closed(1006, '');
    });
    $state.set(idle);
    dial();
  }

  function end(): void {
    unwatch?.();
    unwatch = null;
    hangUp();
    $state.set(idle);
  }

  return {
    $state,
    start() {
      cancelClose();
      cancelClose = none;
      users += 1;
      if (unwatch === null) begin();
      const mine = era;
      let isStopped = false;
      return () => {
        if (isStopped || mine !== era) return;
        isStopped = true;
        users -= 1;
        // Closing waits for the end of the tick: StrictMode unmounts and mounts again within it.
        if (users === 0) cancelClose = scheduler.after(0, () => users === 0 && end());
      };
    },
    listen(listener) {
      listeners.set(listener, createFrameScanner(listener.filter));
      return () => void listeners.delete(listener);
    },
    retry() {
      // A try that is under way goes on: giving it up for another one would only take longer.
      if (users === 0 || connection !== null) return;
      patch({ attempt: 0, message: '' });
      dial();
    },
    destroy() {
      cancelClose();
      cancelClose = none;
      era += 1;
      users = 0;
      end();
      listeners.clear();
    },
  };
}
