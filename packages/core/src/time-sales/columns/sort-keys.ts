import { parseOptionSymbol } from '../../option-symbol/index.ts';

/** After every readable text. */
const LAST = '\uffff';

/**
 * Contracts are ordered by root, expiry, calls before puts, and strike, whatever way the symbol is written;
 * malformed symbols come after all of them.
 */
export function optionKey(text: string): string {
  const symbol = parseOptionSymbol(text);
  if (symbol === null) return LAST + text;
  const { root, expiry, type, strike } = symbol;
  return `${root.padEnd(6, ' ')}${expiry}${type === 'call' ? 'C' : 'P'}${String(strike).padStart(8, '0')}`;
}

/** The bid and the ask of a market text `<bid>x<ask>` in dollars, or null when it is something else. */
export function parseMarket(text: string): { readonly bid: number; readonly ask: number } | null {
  const match = /^\s*(\d{1,9}(?:\.\d+)?|\.\d+)\s*[xX×]\s*(\d{1,9}(?:\.\d+)?|\.\d+)\s*$/.exec(text);
  return match === null ? null : { bid: Number(match[1]), ask: Number(match[2]) };
}

function sortableDollars(value: number): string {
  return value.toFixed(6).padStart(16, '0');
}

/** Markets are ordered by bid, then ask, as numbers; unreadable ones come last. */
export function marketKey(text: string): string {
  const market = parseMarket(text);
  return market === null ? LAST + text : sortableDollars(market.bid) + sortableDollars(market.ask);
}
