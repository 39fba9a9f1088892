import type { FeedStatusEvent, FeedTradeEvent } from '@openbell/core/contract';
import type { Timers } from '../../timers.ts';

/** Trades of one frame. `text` is its JSON, serialized once for all listeners. */
export interface FeedFrame {
  readonly trades: readonly FeedTradeEvent[];
  readonly text: Buffer;
}

export interface FeedListener {
  frame(frame: FeedFrame): void;
  /** Called with a status, and for a new listener with the latest one since the last trade or connection to the provider. */
  status(event: FeedStatusEvent): void;
}

/** A shared stream of trades. It runs while it has listeners. */
export interface FeedSource {
  listen(listener: FeedListener): () => void;
  /** Stops the source permanently. */
  close(): void;
}

/** Clients read what they missed after this status. */
export const upstreamUnavailable = {
  ev: 'status',
  status: 'upstream_unavailable',
  message: 'The market feed was interrupted. Reconnecting.',
} as const satisfies FeedStatusEvent;

/** Ends `upstream_unavailable` before the next trade. */
export const upstreamAvailable = {
  ev: 'status',
  status: 'upstream_available',
  message: 'The market feed is connected.',
} as const satisfies FeedStatusEvent;

/** Returns a symbol with the provider's prefix `O:`. */
export function prefixed(symbol: string): string {
  return symbol.startsWith('O:') ? symbol : `O:${symbol}`;
}

export function frameOf(trades: readonly FeedTradeEvent[]): FeedFrame {
  return { trades, text: Buffer.from(JSON.stringify(trades)) };
}

/**
 * Creates a source that calls `start` for the first listener and stops `linger.ms` after the last one was removed, so that it
 * continues during a page reload (default: stops at once). An error in a listener does not affect the others.
 */
export function createShared(
  start: (all: FeedListener) => () => void,
  onError: (error: unknown) => void,
  linger?: { readonly timers: Timers; readonly ms: number },
): FeedSource {
  const listeners = new Set<FeedListener>();
  let stop: (() => void) | null = null;
  let cancelStop = () => {};
  /** The last status since the last trade or connection to the provider. */
  let latest: FeedStatusEvent | null = null;
  let closed = false;

  const end = () => {
    cancelStop();
    stop?.();
    stop = null;
    latest = null;
  };

  const toAll = (send: (listener: FeedListener) => void) => {
    for (const listener of [...listeners]) {
      try {
        send(listener);
      } catch (error) {
        onError(error);
      }
    }
  };
  const all: FeedListener = {
    frame(frame) {
      latest = null;
      toAll((listener) => listener.frame(frame));
    },
    status(event) {
      latest = event.status === upstreamAvailable.status ? null : event;
      toAll((listener) => listener.status(event));
    },
  };

  return {
    listen(listener) {
      if (closed) return () => {};
      listeners.add(listener);
      cancelStop();
      if (latest !== null) listener.status(latest);
      stop ??= start(all);
      return () => {
        if (!listeners.delete(listener) || listeners.size > 0) return;
        if (linger === undefined) end();
        else cancelStop = linger.timers.after(linger.ms, end);
      };
    },
    close() {
      closed = true;
      listeners.clear();
      end();
    },
  };
}
