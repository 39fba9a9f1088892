import type { FeedStatusEvent, FeedTradeEvent } from '@openbell/core/contract';
import type { Timers } from '../../timers.ts';

/** Trades that left the source together; `text` is the whole frame, written once for everyone who gets all of it. */
export interface FeedFrame {
  readonly trades: readonly FeedTradeEvent[];
  readonly text: Buffer;
}

export interface FeedListener {
  frame(frame: FeedFrame): void;
  /** Word about the source itself, for every browser: also for who comes after it was said, until trades come again. */
  status(event: FeedStatusEvent): void;
}

/** One stream of trades that any number of browsers share. It runs while somebody listens. */
export interface FeedSource {
  listen(listener: FeedListener): () => void;
  /** Ends it for good. */
  close(): void;
}

/** The provider's symbol form for a frame: with the prefix `O:`. */
export function prefixed(symbol: string): string {
  return symbol.startsWith('O:') ? symbol : `O:${symbol}`;
}

export function frameOf(trades: readonly FeedTradeEvent[]): FeedFrame {
  return { trades, text: Buffer.from(JSON.stringify(trades)) };
}

/**
 * The part of a source that is the same everywhere: who listens, and that `start` runs with the first listener and
 * what it returned when the last one has been gone for `linger` ms (at once without it), so that a page that
 * reloads does not make the source begin anew. A listener that throws disturbs no other.
 */
export function createShared(
  start: (all: FeedListener) => () => void,
  onError: (error: unknown) => void,
  linger?: { readonly timers: Timers; readonly ms: number },
): FeedSource {
  const listeners = new Set<FeedListener>();
  let stop: (() => void) | null = null;
  let cancelStop = () => {};
  /** What the source has said of itself since its last trade. */
  let latest: FeedStatusEvent | null = null;
  let closed = false;

  const end = () => {
    cancelStop();
    stop?.();
    stop = null;
    latest = null;
  };

  const toAll = (tell: (listener: FeedListener) => void) => {
    for (const listener of [...listeners]) {
      try {
        tell(listener);
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
      latest = event;
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
