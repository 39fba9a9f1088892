import { type OptionSymbol, parseOptionSymbol } from '../../option-symbol/index.ts';

/** Sorts after every readable text. */
const LAST = '\uffff';

/** Sort key of an option symbol in any spelling: root, expiry, calls before puts, strike; malformed symbols last. */
export function optionKey(text: string): string {
  return contractKey(parseOptionSymbol(text), text);
}

/** {@link optionKey} of a parsed text. */
export function contractKey(symbol: OptionSymbol | null, text: string): string {
  if (symbol === null) return LAST + text;
  const { root, expiry, type, strike } = symbol;
  return `${root.padEnd(6, ' ')}${expiry}${type === 'call' ? 'C' : 'P'}${String(strike).padStart(8, '0')}`;
}

/** Parses a market text `<bid>x<ask>`, in dollars; null when malformed. */
export function parseMarket(text: string): { readonly bid: number; readonly ask: number } | null {
  const match = /^\s*(\d{1,9}(?:\.\d+)?|\.\d+)\s*[xX×]\s*(\d{1,9}(?:\.\d+)?|\.\d+)\s*$/.exec(text);
  return match === null ? null : { bid: Number(match[1]), ask: Number(match[2]) };
}

function sortableDollars(value: number): string {
  return value.toFixed(6).padStart(16, '0');
}

/** Sort key of a market text: bid, then ask, as numbers; malformed texts last. */
export function marketKey(text: string): string {
  const market = parseMarket(text);
  return market === null ? LAST + text : sortableDollars(market.bid) + sortableDollars(market.ask);
}
