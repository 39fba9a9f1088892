// Reads frames of the options feed without building anything for trades that nobody wants.
//
// The provider writes every trade alike: {"ev":"T","sym":…,"x":…,"p":…,"s":…,"c":[…],"t":…,"q":…}, and nearly all are
// unwanted. A regular expression made from the filter leaps over any number of those at once: engines compile it to
// machine code that compares several characters at a time. Where it stops, a second one takes one trade apart. Both
// check every character; at the first that differs (another key order, a space, an escape, an unknown field, a status)
// the whole frame goes to JSON.parse. So all ways give the same, for every frame.
import type { FeedTradeEvent } from '../contract/index.ts';
import { isWanted, makeTrade, readParsedFrame } from './options-feed.frame.ts';
import type { FrameReading, TradeFilter } from './options-feed.types.ts';

/** Events that are longer are left to JSON.parse: in a shorter one no number is infinite. */
const MAX_LENGTH = 300;

/** No event is shorter than this, up to its brace. */
const MIN_LENGTH = '{"ev":"T","sym":"","p":0,"s":0,"t":0'.length;

/** Events of one leap. An engine keeps a way back for each, and the memory for that has an end. */
const MAX_LEAP = 4096;

const BRACKET = 91;
const COMMA = 44;

const INTEGER = '(?:0|[1-9]\\d*)';
const DECIMAL = `${INTEGER}(?:\\.\\d+)?`;

/** A trade as the provider writes it, with a pattern in the place of each value. */
function tradePattern(sym: string, x: string, p: string, s: string, c: string, t: string, q: string): string {
  return `\\{"ev":"T","sym":"${sym}"(?:,"x":${x})?,"p":${p},"s":${s}(?:,"c":\\[${c}\\])?,"t":${t}(?:,"q":${q})?\\}`;
}

function listPattern(item: string): string {
  return `(?:${item}(?:,${item})*)?`;
}

/** Whole numbers up to the given one; fewer than all are no fault, for what is not leapt over is read. */
function upToPattern(most: number): string {
  const digits = String(Math.min(Math.floor(most), 999_999));
  if (!/^\d+$/.test(digits)) return '(?!)';
  const ways = ['0'];
  for (let length = 1; length < digits.length; length += 1) ways.push(`[1-9]${'\\d'.repeat(length - 1)}`);
  for (let i = 0; i < digits.length; i += 1) {
    const least = i === 0 ? 1 : 0;
    const below = Number(digits[i]) - 1;
    if (below < least) continue;
    ways.push(`${digits.slice(0, i)}[${least}-${below}]${'\\d'.repeat(digits.length - i - 1)}`);
  }
  ways.push(digits);
  return `(?:${ways.join('|')})`;
}

/** As many unwanted trades as follow one another, each with the comma after it, or the bracket that ends the frame. */
function leapPattern({ minSize, conditions }: TradeFilter): RegExp {
  // What no whole number can be is in no trade that is leapt over.
  const wanted = [...conditions].filter((condition) => Number.isSafeInteger(condition) && condition >= 0);
  const condition = wanted.length === 0 ? INTEGER : `(?!(?:${wanted.join('|')})[,\\]])${INTEGER}`;
  // The usual symbol and time first, written out instead of counted: that is what engines do fastest.
  const symbol = `(?:${'[0-Z]'.repeat(18)}[0-Z]*|[^"\\\\}\\x00-\\x1f]*)`;
  const time = `(?:[1-9]${'\\d'.repeat(12)}|${INTEGER})`;
  const sequence = `(?:[1-9]${'\\d'.repeat(6)}\\d*|${INTEGER})`;
  const trade = tradePattern(
    symbol,
    INTEGER,
    DECIMAL,
    upToPattern(minSize),
    listPattern(condition),
    time,
    sequence,
  );
  return new RegExp(`(?:${trade}(?:,|\\]$)){0,${MAX_LEAP}}`, 'y');
}

const oneTrade: RegExp = new RegExp(
  tradePattern(
    '([^"\\\\\\x00-\\x1f]*)',
    `(${INTEGER})`,
    `(${DECIMAL})`,
    `(${INTEGER})`,
    `(${listPattern(INTEGER)})`,
    `(${INTEGER})`,
    `(${INTEGER})`,
  ),
  'y',
);

function optional(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

/** A trade as {@link oneTrade} takes it apart. */
function tradeOf([, sym, x, p, s, c, t, q]: RegExpExecArray): FeedTradeEvent {
  const conditions = c === undefined ? undefined : c === '' ? [] : c.split(',').map(Number);
  return makeTrade(sym as string, optional(x), Number(p), Number(s), conditions, Number(t), optional(q));
}

/** Reads frames for one filter. */
export function createFrameScanner(filter: TradeFilter): (text: string) => FrameReading {
  const leap = leapPattern(filter);

  /** The trades of a frame that is written as usual throughout, or null. */
  function scan(text: string): FrameReading | null {
    const { length } = text;
    if (text.charCodeAt(0) !== BRACKET || !text.endsWith('}]')) return null;
    const trades: FeedTradeEvent[] = [];
    let seen = 0;
    let at = 1;
    for (;;) {
      leap.lastIndex = at;
      leap.test(text);
      for (const landing = leap.lastIndex; at < landing; seen += 1) {
        const next = text.indexOf('}', at + MIN_LENGTH) + 2;
        if (next - at > MAX_LENGTH) return null;
        at = next;
      }
      if (at < length) {
        oneTrade.lastIndex = at;
        const parts = oneTrade.exec(text);
        if (parts === null || parts[0].length > MAX_LENGTH) return null;
        const trade = tradeOf(parts);
        if (isWanted(trade, filter)) trades.push(trade);
        seen += 1;
        at += parts[0].length + 1;
        if (at < length && text.charCodeAt(at - 1) !== COMMA) return null;
      }
      if (at === length) return { isValid: true, trades, statuses: [], seen, malformed: 0 };
    }
  }

  return (text) => scan(text) ?? readParsedFrame(text, filter);
}
