import type { ReadableAtom } from 'nanostores';
import type { FeedListener, FeedState, OptionsFeed, TradeFilter } from '../../options-feed/index.ts';
import type { Cancel } from '../../ports/index.ts';
import { createReplayFilter } from '../../shared/replayed-trades.ts';
import type { TimedTrade } from '../timed-trade.ts';
import { readLiveTrades, rootsOf } from './live-row.ts';

/** The part of an options feed that live rows come from. */
export interface LiveSource extends Pick<OptionsFeed, '$state' | 'start'> {
  /** Adds a listener; returns a function that removes it. */
  listen(listener: FeedListener): () => void;
}

const everyTrade: TradeFilter = { sizeOver: Number.NEGATIVE_INFINITY, conditions: new Set() };

/** Trades remembered for deduplication: more than arrive between a break and the reconnect. */
const maxKnown = 20_000;

/** The ticker that loads, and the one that is shown. */
interface Tickers {
  readonly ticker: string;
  readonly shownTicker: string;
}

interface LiveTradesOptions {
  readonly feed: LiveSource;
  readonly $state: ReadableAtom<Tickers>;
  /** Receives each frame's wanted trades, deduplicated, and the number of all unreadable ones. */
  readonly onTrades: (trades: readonly TimedTrade[], unreadable: number) => void;
  /** Called when the feed is live again after a break, during which trades were missed. */
  readonly onReconnect: () => void;
}

/** Returns a function that subscribes to the trades of a feed, and unsubscribes. */
export function createLiveTrades({
  feed,
  $state,
  onTrades,
  onReconnect,
}: LiveTradesOptions): (isConnected: boolean) => void {
  const isReplayed = createReplayFilter(maxKnown);
  /** Null while not connected. */
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
      onReconnect();
    });
  }

  function connect(): Cancel {
    const unlisten = feed.listen({
      filter: everyTrade,
      onFrame({ trades, malformed }, connection = 0) {
        const fresh = trades.filter((trade) => !isReplayed(trade, connection));
        const read = readLiveTrades(fresh, wantedRoots($state.get()));
        onTrades(read.trades, malformed + read.unreadable);
      },
    });
    const unwatch = watchBreaks();
    const stop = feed.start();
    return () => {
      unlisten();
      unwatch();
      stop();
    };
  }

  return (isConnected) => {
    if (isConnected) leave ??= connect();
    else {
      leave?.();
      leave = null;
    }
  };
}

function wantedRoots({ ticker, shownTicker }: Tickers): (root: string) => boolean {
  const isOwn = rootsOf(ticker);
  if (ticker === shownTicker) return isOwn;
  const isShown = rootsOf(shownTicker);
  return (root) => isOwn(root) || isShown(root);
}
