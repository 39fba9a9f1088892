import type { FeedTradeEvent } from '../../contract/index.ts';
import type { FeedState } from '../../options-feed/index.ts';
import type { Cancel } from '../../ports/index.ts';
import { createRecentTrades } from '../../shared/recent-trades.ts';
import type { LiveSource } from '../time-sales.types.ts';
import { everyTrade, isReadable } from './live-row.ts';

/** Trades that are told apart by symbol and sequence: more than come between a break and the way back. */
const mostKnown = 20_000;

interface LiveTradesOptions {
  readonly feed: LiveSource;
  /** Hears of each frame's trades, none of them twice, and of how many there were that could not be read. */
  readonly onTrades: (events: readonly FeedTradeEvent[], unreadable: number) => void;
  /** The feed is back after a break: it replays nothing, so that what it left out is missing. */
  readonly onBack: () => void;
}

/** What a table of trades hears of an options feed. */
export interface LiveTrades {
  connect(): void;
  disconnect(): void;
}

export function createLiveTrades({ feed, onTrades, onBack }: LiveTradesOptions): LiveTrades {
  const isKnown = createRecentTrades(mostKnown);
  /** Leaves the feed; null while it is not listened to. */
  let leave: Cancel | null = null;

  function watchBreaks(): Cancel {
    let wasLive = false;
    let isBroken = false;
    return feed.$state.subscribe(({ status, isInterrupted }: FeedState) => {
      if (status !== 'live' || isInterrupted) {
        isBroken ||= wasLive;
        return;
      }
      wasLive = true;
      if (!isBroken) return;
      isBroken = false;
      onBack();
    });
  }

  return {
    connect() {
      if (leave !== null) return;
      const unlisten = feed.listen({
        filter: everyTrade,
        onFrame({ trades, malformed }) {
          const fresh = trades.filter(({ sym, q }) => q === undefined || !isKnown(sym, q));
          const readable = fresh.filter(isReadable);
          onTrades(readable, malformed + fresh.length - readable.length);
        },
      });
      const unwatch = watchBreaks();
      const stop = feed.start();
      leave = () => {
        unlisten();
        unwatch();
        stop();
      };
    },
    disconnect() {
      leave?.();
      leave = null;
    },
  };
}
