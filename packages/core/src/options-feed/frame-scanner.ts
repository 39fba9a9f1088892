// Reads frames of the options feed without building objects for trades that the filter drops.
//
// Providers write all trades alike: {"ev":"T","sym":…,"x":…,"p":…,"s":…,"c":[…],"t":…,"q":…}, and the filter drops nearly
// all. A regular expression, which engines compile to fast machine code, skips up to six dropped trades at once; others
// match a single trade of any plain form, whose numbers are then read. All check every character. At the first difference
// (key order, space, escape, unknown field, status) JSON.parse reads the whole frame, so the result is the same.
import type { FeedTradeEvent } from '../contract/index.ts';
import { omitAbsent, readParsedFrame } from './options-feed.frame.ts';
import type { FrameReading, TradeFilter } from './options-feed.types.ts';

/** JSON.parse reads longer events: numbers of a shorter one are finite. */
const MAX_LENGTH = 300;

/** Trades skipped at once; more are not faster. */
const SKIP = 6;

/** The longest usual trade with its separator. None is shorter than 98, so a skipped length gives their number. */
const MAX_USUAL = 116;

const SYMBOL_AT = '{"ev":"T","sym":"'.length;

const BRACKET = 91;
const COMMA = 44;
const POINT = 46;
const ZERO = 48;
const NINE = 57;
const C = 99;
const X = 120;

const INTEGER = '(?:0|[1-9]\\d*)';

/** The separator after a trade, or the end of the frame. */
const AFTER = '(?:,|\\]$)';

/** Matches whole numbers up to `most`. It may miss some: trades that are not skipped are read. */
function upToPattern(most: number): string {
  const digits = String(Math.min(Math.floor(most), 999_999));
  if (!/^\d+$/.test(digits)) return '(?!)';
  const patterns = ['0'];
  for (let length = 1; length < digits.length; length += 1) patterns.push(digitsPattern(length));
  for (let i = 0; i < digits.length; i += 1) {
    const least = i === 0 ? 1 : 0;
    const below = Number(digits[i]) - 1;
    if (below < least) continue;
    patterns.push(`${digits.slice(0, i)}[${least}-${below}]${'\\d'.repeat(digits.length - i - 1)}`);
  }
  patterns.push(digits);
  return `(?:${patterns.join('|')})`;
}

/** Matches numbers of a number of digits. */
function digitsPattern(count: number): string {
  return `[1-9]${'\\d'.repeat(count - 1)}`;
}

/** Matches a trade of any plain form, with sizes and conditions of the given patterns. */
function plainPattern(size: string, condition: string): RegExp {
  return new RegExp(
    `\\{"ev":"T","sym":"[^"\\\\\\x00-\\x1f]*"(?:,"x":${INTEGER})?,"p":${INTEGER}(?:\\.\\d+)?,"s":${size}` +
      `(?:,"c":\\[(?:${condition}(?:,${condition})*)?\\])?,"t":${INTEGER}(?:,"q":${INTEGER})?\\}${AFTER}`,
    'y',
  );
}

const plain = plainPattern(INTEGER, INTEGER);

/**
 * Match dropped trades: up to {@link SKIP} of usual lengths, and one of any plain form. Lengths are written out, the most
 * frequent first, because quantifiers are slower.
 */
function droppedPatterns({ sizeOver, conditions }: TradeFilter): readonly [usual: RegExp, other: RegExp] {
  // The patterns match whole numbers only.
  const wanted = [...conditions].filter((condition) => Number.isSafeInteger(condition) && condition >= 0);
  const noneWanted = wanted.length === 0 ? '' : `(?!(?:${wanted.join('|')})[,\\]])`;
  const size = upToPattern(sizeOver);
  const two = digitsPattern(2);
  const three = digitsPattern(3);
  const price = `\\d\\.\\d\\d|${two}\\.\\d\\d|\\d\\.\\d|${two}\\.\\d|${three}\\.\\d\\d?|\\d|${two}|${three}`;
  const symbol = [20, 21, 19, 18, 22, 23].map((length) => `${'[0-Z]'.repeat(length - 18)}"`).join('|');
  const usual = new RegExp(
    `(?:\\{"ev":"T","sym":"${'[0-Z]'.repeat(18)}(?:${symbol}),"x":${three},"p":(?:${price}),"s":${size},` +
      `"c":\\[${noneWanted}${three}\\],"t":${digitsPattern(13)},"q":${digitsPattern(7)}(?:\\d\\d\\d|\\d\\d|\\d|)\\}${AFTER}){0,${SKIP}}`,
    'y',
  );
  return [usual, plainPattern(size, noneWanted + INTEGER)];
}

/** Reads the trade at a place where {@link plain} matches; null when the filter drops it. */
function tradeAt(text: string, at: number, filter: TradeFilter): FeedTradeEvent | null {
  const symbolAt = at + SYMBOL_AT;
  const symbolEnd = text.indexOf('"', symbolAt);
  /** The end of the last value read. */
  let end = symbolEnd + 1;

  /** Reads a number. With up to 15 digits each step is exact, and the division rounds as JSON.parse does. */
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
  let isWanted = s > filter.sizeOver;
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
  return omitAbsent({ ev: 'T', sym: text.slice(symbolAt, symbolEnd), x, p, s, c, t, q });
}

/** Returns a function that reads frames for a filter. */
export function createFrameScanner(filter: TradeFilter): (text: string) => FrameReading {
  const [usual, other] = droppedPatterns(filter);

  /** Reads a frame of plain trades; null for any other. */
  function scan(text: string): FrameReading | null {
    const { length } = text;
    if (text.charCodeAt(0) !== BRACKET || !text.endsWith('}]')) return null;
    const trades: FeedTradeEvent[] = [];
    let seen = 0;
    let at = 1;
    while (at < length) {
      usual.lastIndex = at;
      usual.test(text);
      const skipped = Math.ceil((usual.lastIndex - at) / MAX_USUAL);
      seen += skipped;
      at = usual.lastIndex;
      if (skipped === SKIP) continue;
      // Most often the next trade passes the filter. If none was skipped, dropped ones may have another form.
      other.lastIndex = at;
      while (skipped === 0 && at < length && other.test(text)) {
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
