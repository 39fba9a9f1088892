/** Roots of index options that differ from their index, such as weeklies. */
const indexRoots: ReadonlyMap<string, string> = new Map([
  ['SPXW', 'SPX'],
  ['XSPW', 'XSP'],
  ['NDXP', 'NDX'],
  ['VIXW', 'VIX'],
  ['RUTW', 'RUT'],
  ['OEXW', 'OEX'],
  ['XEO', 'OEX'],
  ['XEOW', 'OEX'],
]);

const adjusted = /^[A-Z]+[1-9]$/;

/**
 * Reads a typed ticker: in upper case, and a class share with a slash or a space as one with a dot (`BRK/B` is BRK.B).
 * Null for text that no ticker can be, which must not be sent to a provider.
 */
export function readTicker(text: string): string | null {
  const ticker = text
    .trim()
    .toUpperCase()
    .replace(/^([A-Z]{2,5})[/ _]([A-Z])$/, '$1.$2');
  return /^[A-Z0-9.\-:^]{1,15}$/.test(ticker) && /[A-Z0-9]/.test(ticker) ? ticker : null;
}

/**
 * Returns a ticker without differences of spelling: `BRKB` for BRK.B, BRK/B and brk-b, and `SPX` for I:SPX and ^SPX. Two
 * spellings of one ticker have equal results.
 */
export function tickerKey(text: string): string {
  return text
    .trim()
    .toUpperCase()
    .replace(/^(?:I:|[$^])/, '')
    .replace(/[^A-Z0-9]/g, '');
}

/** Returns the underlying of a root: SPX of `SPXW`, GME of the adjusted `GME1`. */
function underlyingOfRoot(root: string): string {
  const ticker = adjusted.test(root) ? root.slice(0, -1) : root;
  return indexRoots.get(ticker) ?? ticker;
}

/** Returns the {@link tickerKey} of the underlying of a ticker or a root: `SPX` of SPXW, `BRKB` of BRK/B and BRKB1. */
export function underlyingOf(text: string): string {
  return underlyingOfRoot(tickerKey(text));
}

/**
 * Returns a function that is true for the roots of a ticker's options: the ticker itself however it is spelled (`BRKB` of
 * BRK.B), an adjusted contract (`GME1` of GME), and an index's weeklies (`SPXW` of SPX). A root counts as its underlying.
 */
export function rootFilter(ticker: string): (root: string) => boolean {
  const wanted = underlyingOf(ticker);
  if (wanted === '') return () => false;
  // Nearly all roots differ in their first letter.
  const first = wanted.charCodeAt(0);
  return (root) =>
    root === wanted ||
    ((root.charCodeAt(0) === first || indexRoots.has(root)) && underlyingOfRoot(root) === wanted);
}

/** {@link rootFilter} for one root. */
export function rootBelongsTo(root: string, ticker: string): boolean {
  return rootFilter(ticker)(root);
}
