// Reads frames of the options feed without building anything for trades that nobody wants.
//
// The provider writes every trade alike: {"ev":"T","sym":…,"x":…,"p":…,"s":…,"c":[…],"t":…,"q":…}, and nearly all are
// unwanted. A regular expression made from the filter leaps over six of those at once: engines compile it to machine
// code that compares several characters at a time. Where it stops, others look at a trade of any plain form; a wanted one
// is then read number by number. All check every character; at the first that differs (another key order, a space, an
// escape, an unknown field, a status) the whole frame goes to JSON.parse. So all ways give the same, for every frame.
import type { FeedTradeEvent } from '../contract/index.ts';
import { makeTrade, readParsedFrame } from './options-feed.frame.ts';
import type { FrameReading, TradeFilter } from './options-feed.types.ts';

/** Events that are longer are left to JSON.parse: in a shorter one no number is infinite. */
const MAX_LENGTH = 300;

/** Trades of one leap: more are no faster. */
const LEAP = 6;

/** No usual trade is longer, with what follows it; none is shorter than 98: six are longer than five of the longest. */
const LONGEST_USUAL = 116;

const SYMBOL_AT = '{"ev":"T","sym":"'.length;

const BRACKET = 91;
const COMMA = 44;
const POINT = 46;
const ZERO = 48;
const NINE = 57;
const C = 99;
const X = 120;

const INTEGER = '(?:0|[1-9]\\d*)';

/** What follows a trade: the next one, or the bracket that ends the frame. */
const AFTER = '(?:,|\\]$)';

/** Whole numbers up to the given one; fewer than all are no fault, for what is not leapt over is read. */
function upToPattern(most: number): string {
  const digits = String(Math.min(Math.floor(most), 999_999));
  if (!/^\d+$/.test(digits)) return '(?!)';
  const ways = ['0'];
  for (let length = 1; length < digits.length; length += 1) ways.push(digitsPattern(length));
  for (let i = 0; i < digits.length; i += 1) {
    const least = i === 0 ? 1 : 0;
    const below = Number(digits[i]) - 1;
    if (below < least) continue;
    ways.push(`${digits.slice(0, i)}[${least}-${below}]${'\\d'.repeat(digits.length - i - 1)}`);
  }
  ways.push(digits);
  return `(?:${ways.join('|')})`;
}

/** Numbers of so many digits. */
function digitsPattern(count: number): string {
  return `[1-9]${'\\d'.repeat(count - 1)}`;
}

/** A trade of any plain form, of some sizes and conditions. */
function plainPattern(size: string, condition: string): RegExp {
  return new RegExp(
    `\\{"ev":"T","sym":"[^"\\\\\\x00-\\x1f]*"(?:,"x":${INTEGER})?,"p":${INTEGER}(?:\\.\\d+)?,"s":${size}` +
      `(?:,"c":\\[(?:${condition}(?:,${condition})*)?\\])?,"t":${INTEGER}(?:,"q":${INTEGER})?\\}${AFTER}`,
    'y',
  );
}

const plain = plainPattern(INTEGER, INTEGER);

/**
 * Unwanted trades: up to {@link LEAP} of the usual lengths, and one of any plain form. Lengths are written out and tried
 * by their frequency: what is counted, or may be any, takes engines longer.
 */
function unwantedPatterns({ minSize, conditions }: TradeFilter): readonly [usual: RegExp, other: RegExp] {
  // What no whole number can be is in no trade that is leapt over.
  const wanted = [...conditions].filter((condition) => Number.isSafeInteger(condition) && condition >= 0);
  const unwanted = wanted.length === 0 ? '' : `(?!(?:${wanted.join('|')})[,\\]])`;
  const size = upToPattern(minSize);
  const two = digitsPattern(2);
  const three = digitsPattern(3);
  const price = `\\d\\.\\d\\d|${two}\\.\\d\\d|\\d\\.\\d|${two}\\.\\d|${three}\\.\\d\\d?|\\d|${two}|${three}`;
  const symbol = [20, 21, 19, 18, 22, 23].map((length) => `${'[0-Z]'.repeat(length - 18)}"`).join('|');
  const usual = new RegExp(
    `(?:\\{"ev":"T","sym":"${'[0-Z]'.repeat(18)}(?:${symbol}),"x":${three},"p":(?:${price}),"s":${size},` +
      `"c":\\[${unwanted}${three}\\],"t":${digitsPattern(13)},"q":${digitsPattern(7)}(?:\\d\\d\\d|\\d\\d|\\d|)\\}${AFTER}){0,${LEAP}}`,
    'y',
  );
  return [usual, plainPattern(size, unwanted + INTEGER)];
}

/** The trade at a place where {@link plain} matches; null, and nothing is built, when it is not wanted. */
function tradeAt(text: string, at: number, filter: TradeFilter): FeedTradeEvent | null {
  const symbolAt = at + SYMBOL_AT;
  const symbolEnd = text.indexOf('"', symbolAt);
  /** Behind the last value, where the next field's comma is. */
  let end = symbolEnd + 1;

  /** The number at a place. Up to 15 digits every step is exact, and the division rounds as reading does. */
  function numberAt(from: number): number {
    let value = 0;
    let scale = 0;
    for (end = from; ; end += 1) {
      const code = text.charCodeAt(end);
      if (code >= ZERO && code <= NINE) {
        value = value * 10 + code - ZERO;
        scale *= 10;
      } else if (code === POINT) scale = 1;
      else break;
    }
    if (end - from > 15) return Number(text.slice(from, end));
    return scale === 0 ? value : value / scale;
  }
  const next = (): number => numberAt(end + ',"x":'.length);
  const isNext = (letter: number): boolean => text.charCodeAt(end + 2) === letter;

  const x = isNext(X) ? next() : undefined;
  const p = next();
  const s = next();
  let isWanted = s > filter.minSize;
  let c: number[] | undefined;
  if (isNext(C)) {
    const from = end + ',"c":'.length;
    const to = text.indexOf(']', from);
    const isEmpty = to === from + 1;
    for (end = from; !(isWanted || isEmpty) && end < to; )
      isWanted = filter.conditions.has(numberAt(end + 1));
    if (isWanted) {
      c = [];
      for (end = from; !isEmpty && end < to; ) c.push(numberAt(end + 1));
    }
    end = to + 1;
  }
  if (!isWanted) return null;
  const t = next();
  const q = text.charCodeAt(end) === COMMA ? next() : undefined;
  return makeTrade(text.slice(symbolAt, symbolEnd), x, p, s, c, t, q);
}

/** Reads frames for one filter. */
export function createFrameScanner(filter: TradeFilter): (text: string) => FrameReading {
  const [usual, other] = unwantedPatterns(filter);

  /** The trades of a frame that is written as usual throughout, or null. */
  function scan(text: string): FrameReading | null {
    const { length } = text;
    if (text.charCodeAt(0) !== BRACKET || !text.endsWith('}]')) return null;
    const trades: FeedTradeEvent[] = [];
    let seen = 0;
    let at = 1;
    while (at < length) {
      usual.lastIndex = at;
      usual.test(text);
      const leapt = Math.ceil((usual.lastIndex - at) / LONGEST_USUAL);
      seen += leapt;
      at = usual.lastIndex;
      if (leapt === LEAP) continue;
      // Most often the next is a wanted one; where not even one was leapt over, these may be written in another way.
      other.lastIndex = at;
      while (leapt === 0 && at < length && other.test(text)) {
        if (other.lastIndex - at > MAX_LENGTH) return null;
        seen += 1;
        at = other.lastIndex;
      }
      if (at === length) break;
      plain.lastIndex = at;
      if (!plain.test(text) || plain.lastIndex - at > MAX_LENGTH) return null;
      const trade = tradeAt(text, at, filter);
      if (trade !== null) trades.push(trade);
      seen += 1;
      at = plain.lastIndex;
    }
    return { isValid: true, trades, statuses: [], seen, malformed: 0 };
  }

  return (text) => scan(text) ?? readParsedFrame(text, filter);
}
