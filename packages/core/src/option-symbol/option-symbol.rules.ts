import type { FormatOptions, OptionSymbol, OptionType } from './option-symbol.types.ts';

/** Length of the tail: yymmdd, C or P, and eight digits of strike. The root's length varies. */
const TAIL = 15;
const ROOT_MAX = 6;
const STRIKE_MAX = 99_999_999;
const ROOT = /^[A-Z0-9]{1,6}$/;
const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** Parses `count` digits from index `at`; -1 when one of them is not a digit. */
function digits(text: string, at: number, count: number): number {
  let value = 0;
  for (let i = at; i < at + count; i++) {
    const digit = text.charCodeAt(i) - 48;
    if (!(digit >= 0 && digit <= 9)) return -1;
    value = value * 10 + digit;
  }
  return value;
}

function isDay(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false;
  if (month === 2 && day === 29) return year % 4 === 0; // every year is 20yy, and 2000 was a leap year
  return day <= (DAYS[month - 1] ?? 0);
}

function two(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}

/** Returns the root in upper case without the OCC padding; null when it is invalid. */
function readRoot(text: string): string | null {
  const root = text.toUpperCase();
  if (ROOT.test(root)) return root;
  // Padding fills the root to exactly six characters; any other space is invalid.
  if (root.length !== ROOT_MAX) return null;
  const bare = root.trimEnd();
  return ROOT.test(bare) ? bare : null;
}

/**
 * Parses an OCC option symbol: `AAPL251219C00150000`, with or without the prefix `O:`, padded, with an adjusted root
 * (`GME1…`) or in lower case. It reads from the tail, because a root may end in digits. Returns null for malformed
 * symbols and impossible dates. Never throws.
 */
export function parseOptionSymbol(text: string): OptionSymbol | null {
  if (typeof text !== 'string') return null;
  const start = text.charCodeAt(1) === 58 && (text.charCodeAt(0) | 32) === 111 ? 2 : 0;
  const tail = text.length - TAIL;
  if (tail <= start || tail - start > ROOT_MAX) return null;
  const root = readRoot(text.slice(start, tail));
  if (root === null) return null;
  const year = digits(text, tail, 2);
  const month = digits(text, tail + 2, 2);
  const day = digits(text, tail + 4, 2);
  if (year < 0 || !isDay(year, month, day)) return null;
  const right = text.charCodeAt(tail + 6) | 32;
  if (right !== 99 && right !== 112) return null;
  const strike = digits(text, tail + 7, 8);
  if (strike < 0) return null;
  const type: OptionType = right === 99 ? 'call' : 'put';
  return { root, expiry: `20${two(year)}-${two(month)}-${two(day)}`, type, strike };
}

/**
 * Formats an option symbol: `AAPL251219C00150000`, optionally with `O:` and OCC padding. Throws a TypeError for values
 * that a symbol cannot hold; parse untrusted text with {@link parseOptionSymbol}.
 */
export function formatOptionSymbol(symbol: OptionSymbol, options: FormatOptions = {}): string {
  const { root, expiry, type, strike } = symbol;
  if (!ROOT.test(root)) {
    throw new TypeError(`option symbol: the root must be 1 to 6 of A-Z and 0-9, got ${JSON.stringify(root)}`);
  }
  if (!/^20\d\d-\d\d-\d\d$/.test(expiry)) {
    throw new TypeError(`option symbol: the expiry must be 20YY-MM-DD, got ${JSON.stringify(expiry)}`);
  }
  if (!Number.isInteger(strike) || strike < 0 || strike > STRIKE_MAX) {
    throw new TypeError(`option symbol: the strike must be 0 to ${STRIKE_MAX} thousandths, got ${strike}`);
  }
  const day = expiry.slice(2, 4) + expiry.slice(5, 7) + expiry.slice(8, 10);
  const shownRoot = options.padded === true ? root.padEnd(ROOT_MAX, ' ') : root;
  const right = type === 'call' ? 'C' : 'P';
  return `${options.prefix === true ? 'O:' : ''}${shownRoot}${day}${right}${String(strike).padStart(8, '0')}`;
}

/** Formats a strike (thousandths of a dollar) in dollars: `150`, `2.5`, `0.125`. */
export function strikeText(strike: number): string {
  const dollars = Math.floor(strike / 1000);
  const rest = strike % 1000;
  if (rest === 0) return String(dollars);
  return `${dollars}.${String(rest).padStart(3, '0').replace(/0+$/, '')}`;
}

/** Formats a contract for display: `AAPL 150 C 12/19/25`; the symbol itself when it is malformed. */
export function optionLabel(text: string): string {
  const symbol = parseOptionSymbol(text);
  if (symbol === null) return text;
  const { root, expiry, type, strike } = symbol;
  return `${root} ${strikeText(strike)} ${type === 'call' ? 'C' : 'P'} ${expiryText(expiry)}`;
}

/** Formats an expiry (`YYYY-MM-DD`) for display: `12/19/25`. */
export function expiryText(expiry: string): string {
  return `${expiry.slice(5, 7)}/${expiry.slice(8, 10)}/${expiry.slice(2, 4)}`;
}
