import type { FeedTradeEvent } from '../contract/index.ts';

/** Identifies a trade, if it has a sequence. Numbers start again each day, and are used by several symbols. */
function identityOf({ sym, q, t, p, s, x, c = [] }: FeedTradeEvent): string {
  return `${sym} ${q} ${t} ${p} ${s} ${x} ${c.join()}`;
}

const isNumbered = ({ q }: FeedTradeEvent): boolean => q !== undefined && q !== 0;

/**
 * Returns a function that is true for a trade which a provider repeats after a reconnect: it equals one of the newest
 * `limit` trades of earlier connections in every field. Each of those is repeated once, within the first `limit` trades
 * of the connection. The trades of one connection are all distinct, and so are those without a sequence.
 *
 * @param connection A number that changes with each connection.
 */
export function createReplayFilter(limit: number): (trade: FeedTradeEvent, connection: number) => boolean {
  /** The newest trades, oldest first; trimmed in blocks. */
  let recent: FeedTradeEvent[] = [];
  let current: number | null = null;
  /** How often each trade of the earlier connections may be repeated; null outside the window after a reconnect. */
  let repeatable: Map<string, number> | null = null;
  /** Trades until the window ends. */
  let left = 0;

  function reconnect(): void {
    repeatable = new Map();
    for (const trade of recent.slice(-limit)) {
      const identity = identityOf(trade);
      repeatable.set(identity, (repeatable.get(identity) ?? 0) + 1);
    }
    left = limit;
  }

  function isRepeat(trade: FeedTradeEvent): boolean {
    if (repeatable === null) return false;
    const identity = identityOf(trade);
    const times = repeatable.get(identity) ?? 0;
    if (times > 1) repeatable.set(identity, times - 1);
    else repeatable.delete(identity);
    left -= 1;
    if (left === 0 || repeatable.size === 0) repeatable = null;
    return times > 0;
  }

  return (trade, connection) => {
    if (connection !== current) {
      if (current !== null) reconnect();
      current = connection;
    }
    if (!isNumbered(trade)) return false;
    if (isRepeat(trade)) return true;
    recent.push(trade);
    if (recent.length > limit * 2) recent = recent.slice(-limit);
    return false;
  };
}
