import { atom } from 'nanostores';
import type { FeedAction, FeedStatusEvent } from '../contract/index.ts';
import {
  type Clock,
  type Log,
  type OnError,
  type Page,
  type Random,
  type SocketFactory,
  silentLog,
  systemClock,
  type Timers,
} from '../ports/index.ts';
import {
  createReconnectingSocket,
  type ReconnectingSocket,
  randomPart,
} from '../shared/reconnecting-socket.ts';
import { createFrameScanner } from './frame-scanner.ts';
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
import type {
  FeedListener,
  FeedState,
  FrameReading,
  OptionsFeed,
  TradeFilter,
} from './options-feed.types.ts';

export interface OptionsFeedOptions {
  /** URL of the feed: the reference server's `/options`, or any provider of the same protocol. */
  readonly url: string | (() => string);
  /** The key for the handshake: the access token at the reference server; null without one. */
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
const silenceMs = 60_000;
/** Passes no trade: reads statuses while there is no listener. */
const noTrades: TradeFilter = { sizeOver: Number.POSITIVE_INFINITY, conditions: new Set() };

/** The connection of an options feed: handshake, statuses and backoff. Each listener has its own filter. */
export function createOptionsFeed(options: OptionsFeedOptions): OptionsFeed {
  const { subscription = 'T.*', clock = systemClock, log = silentLog } = options;
  const $state = atom<FeedState>(idle);
  const listeners = createListeners(options.onError);
  /** Counts the breaks, of this connection and of the server's own. */
  let connection = 0;

  const socket = createReconnectingSocket(options, options.handshakeMs ?? 10_000, {
    target() {
      if ((options.auth() ?? '') === '') return refuse('');
      connection += 1;
      patch({ status: 'connecting', retryAt: null, isInterrupted: false });
      const url = typeof options.url === 'function' ? options.url() : options.url;
      return [socketAddress(url, typeof location === 'undefined' ? null : location.href), []];
    },
    message: onMessage,
    close(code, reason) {
      if (isRefusal(code)) return refuse(reason);
      const evicted = code === evictionCode;
      const attempt = $state.get().attempt + 1;
      const plan = evicted ? (options.evictedBackOff ?? evictedBackOff) : (options.backOff ?? lostBackOff);
      const wait = delayBefore(attempt, plan, randomPart(options.random));
      const message = reason || $state.get().message;
      patch({ status: evicted ? 'evicted' : 'waiting', attempt, retryAt: clock.now() + wait, message });
      return wait;
    },
    online: wake,
    visible: wake,
    // Without a network the connection stays open and silent for minutes.
    offline: () => socket.fail(),
    end: () => $state.set(idle),
  });
  const silence = createSilenceWatch(socket);

  function wake(): void {
    if ($state.get().status === 'waiting') socket.connect();
  }

  function patch(part: Partial<FeedState>): void {
    $state.set({ ...$state.get(), ...part });
  }

  function send(action: FeedAction): void {
    socket.send(JSON.stringify(action));
  }

  function refuse(message: string): null {
    socket.close();
    patch({ status: 'refused', retryAt: null, message });
    return null;
  }

  function onStatus(event: FeedStatusEvent): void {
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
      // Does not wait for the provider's close: a connection left open would count as live.
      socket.fail(evictionCode, event.message);
    } else if (meaning === 'interrupted') {
      connection += 1;
      patch({ isInterrupted: true });
    } else if (meaning === 'restored') {
      if ($state.get().isInterrupted) patch({ isInterrupted: false });
    } else if (meaning === 'behind') {
      patch({ leftOut: $state.get().leftOut + leftOutOf(event) });
    } else if (meaning === 'trouble') {
      log('Options feed', event);
      patch({ message: event.message });
    }
  }

  function goLive(): void {
    // The provider does not acknowledge a repeated subscription.
    silence.watch(() => send({ action: 'subscribe', params: subscription }));
    patch({ status: 'live', retryAt: null });
  }

  function onMessage(text: string | null, isCurrent: () => boolean): void {
    silence.end();
    const read = text === null ? null : listeners.deliver(text, connection);
    if (!read?.isValid) {
      log('Invalid options feed frame', text?.slice(0, 200) ?? null);
      return;
    }
    for (const event of read.statuses) if (isCurrent()) onStatus(event);
    // Only trades prove a good connection: one that is evicted gets the greeting first.
    if (read.seen > 0 && isCurrent()) {
      const { status, attempt, message, isInterrupted } = $state.get();
      if (status !== 'live') goLive();
      if (attempt > 0 || message !== '' || isInterrupted)
        patch({ attempt: 0, message: '', isInterrupted: false });
    }
  }

  return {
    $state,
    start: socket.start,
    listen: listeners.add,
    retry() {
      if (!socket.canConnect()) return;
      patch({ attempt: 0, message: '' });
      socket.connect();
    },
    destroy() {
      socket.destroy();
      listeners.clear();
    },
  };
}

/** The listeners of the trades, each with its own filter. */
function createListeners(onError: OnError | undefined) {
  const listeners = new Map<FeedListener, (text: string) => FrameReading>();
  const readStatuses = createFrameScanner(noTrades);
  return {
    add(listener: FeedListener) {
      listeners.set(listener, createFrameScanner(listener.filter));
      return () => void listeners.delete(listener);
    },
    clear: () => listeners.clear(),
    deliver(text: string, connection: number): FrameReading {
      let read: FrameReading | null = null;
      for (const [listener, scan] of [...listeners]) {
        read = scan(text);
        try {
          if (read.seen > 0) listener.onFrame(read, connection);
        } catch (error) {
          onError?.({ where: 'options feed listener', error });
        }
      }
      return read ?? readStatuses(text);
    },
  };
}

/** A half-open connection (after sleep, or behind a router that dropped it) stays silent until something is sent. */
function createSilenceWatch(socket: ReconnectingSocket) {
  let isSilent = true;
  function watch(ping: () => void): void {
    isSilent = true;
    socket.after(silenceMs, () => {
      if (isSilent) ping();
      watch(ping);
    });
  }
  return {
    watch,
    end() {
      isSilent = false;
    },
  };
}
