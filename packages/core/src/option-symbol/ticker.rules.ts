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

const LETTER_A = 65;
const adjusted = /^[A-Z]+[1-9]$/;
/** FLEX options of a ticker: their roots begin with a digit, such as 2SPX. */
const flex = /^[1-9](?=[A-Z])/;

/** Preferred shares: with a lower-case `p` (BACpL), and as other systems write them in upper case. */
const preferred = /^([A-Z]{1,5})p([A-Z])$/;
const otherPreferred = /^([A-Z]{1,5})(?:[-/ _]P|[-./ _]PR[-./ _]?|\^)([A-Z])$/;
const joinedPreferred = /^([A-Z]{3,4})PR([A-Z])$/;

/** Returns a typed text in ASCII where it has an equivalent: narrow letters, plain dashes, no invisible characters. */
function plainText(text: string): string {
  const plain = /[^ -~]/.test(text)
    ? text
        .normalize('NFKC')
        .replace(/\p{Cf}/gu, '')
        .replace(/\p{Pd}/gu, '-')
    : text;
  return plain.trim();
}

/** Returns a trimmed preferred share as `BACpL`; null for other text. */
function readPreferred(text: string): string | null {
  const upper = text.toUpperCase();
  const match = preferred.exec(text) ?? otherPreferred.exec(upper) ?? joinedPreferred.exec(upper);
  return match === null ? null : `${match[1]}p${match[2]}`;
}

/**
 * Reads a typed ticker: in upper case, without the `$` of posts, in any width, a class share with a slash or a space as one with a dot (`BRK/B` is BRK.B), and a
 * preferred share with a lower-case p (`BAC-PL` and `BAC PR L` are BACpL). Null for text that no ticker can be, which
 * must not be sent to a provider.
 */
export function readTicker(text: string): string | null {
  const trimmed = plainText(text).replace(/^\$(?=[A-Z])/i, '');
  const share = readPreferred(trimmed);
  if (share !== null) return share;
  const ticker = trimmed.toUpperCase().replace(/^([A-Z]{2,5})[/ _]([A-Z])$/, '$1.$2');
  return /^[A-Z0-9.\-:^]{1,15}$/.test(ticker) && /[A-Z0-9]/.test(ticker) ? ticker : null;
}

/**
 * Returns a ticker without differences of spelling: `BRKB` for BRK.B, BRK/B and brk-b, `BACPL` for BACpL and BAC PR L, and
 * `SPX` for I:SPX and ^SPX. Two spellings of one ticker have equal results.
 */
export function tickerKey(text: string): string {
  const trimmed = plainText(text);
  return (readPreferred(trimmed) ?? trimmed)
    .toUpperCase()
    .replace(/^(?:I:|[$^])/, '')
    .replace(/[^A-Z0-9]/g, '');
}

/** Returns the underlying of a root: SPX of `SPXW` and of the FLEX root `2SPX`, GME of the adjusted `GME1`. */
function underlyingOfRoot(root: string): string {
  const listed = root.replace(flex, '');
  const ticker = adjusted.test(listed) ? listed.slice(0, -1) : listed;
  return indexRoots.get(ticker) ?? ticker;
}

/** Returns the {@link tickerKey} of the underlying of a ticker or a root: `SPX` of SPXW and 2SPX, `BRKB` of BRKB1. */
export function underlyingOf(text: string): string {
  return underlyingOfRoot(tickerKey(text));
}

/**
 * Returns a function that is true for the roots of a ticker's options: the ticker itself however it is spelled (`BRKB` of
 * BRK.B), an adjusted contract (`GME1` of GME), an index's weeklies (`SPXW` of SPX), and FLEX options (`2SPX` of SPX). A root
 * counts as its underlying.
 */
export function rootFilter(ticker: string): (root: string) => boolean {
  const wanted = underlyingOf(ticker);
  if (wanted === '') return () => false;
  // Nearly all roots differ in their first letter. Roots that begin with a digit are few.
  const first = wanted.charCodeAt(0);
  return (root) =>
    root === wanted ||
    ((root.charCodeAt(0) === first || root.charCodeAt(0) < LETTER_A || indexRoots.has(root)) &&
      underlyingOfRoot(root) === wanted);
}

/** {@link rootFilter} for one root. */
export function rootBelongsTo(root: string, ticker: string): boolean {
  return rootFilter(ticker)(root);
}
