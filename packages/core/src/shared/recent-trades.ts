/** Trades of one generation, identified by symbol and sequence. */
interface Known {
  /** The first symbol of each sequence. */
  readonly symbols: Map<number, string>;
  /** Further symbols of those sequences, as `symbol sequence` keys. */
  readonly others: Set<string>;
}

const nothing = (): Known => ({ symbols: new Map(), others: new Set() });

/**
 * Creates a duplicate check for trades: true for a trade among at least the newest `limit` (at most twice as many).
 *
 * It uses two generations and drops the older when the newer is full. Deleting the oldest entry of one set per trade is
 * ten times slower. A string key is built only when two symbols share a sequence.
 */
export function createRecentTrades(limit: number): (symbol: string, sequence: number) => boolean {
  let older = nothing();
  let newer = nothing();
  return (symbol, sequence) => {
    const first = newer.symbols.get(sequence) ?? older.symbols.get(sequence);
    if (first === symbol) return true;
    if (newer.others.size + older.others.size > 0 || first !== undefined) {
      const other = `${symbol} ${sequence}`;
      if (newer.others.has(other) || older.others.has(other)) return true;
      if (first !== undefined) newer.others.add(other);
    }
    if (first === undefined) newer.symbols.set(sequence, symbol);
    if (newer.symbols.size + newer.others.size >= limit) {
      older = newer;
      newer = nothing();
    }
    return false;
  };
}
