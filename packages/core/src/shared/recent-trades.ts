/** Trades of one span, told apart by symbol and sequence. */
interface Known {
  /** The symbol that a sequence was first heard of. */
  readonly symbols: Map<number, string>;
  /** Other symbols' trades of those sequences, as texts. */
  readonly others: Set<string>;
}

const nothing = (): Known => ({ symbols: new Map(), others: new Set() });

/**
 * Remembers at least the newest `limit` trades, and at most twice as many: true for one that it has heard before.
 *
 * In two halves, of which the older is dropped whole when the newer is full: one set that lets its oldest go at each
 * new one takes ten times as long, since it finds the oldest by walking over all that have left. A text for each
 * trade is only made where two symbols share a sequence.
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
