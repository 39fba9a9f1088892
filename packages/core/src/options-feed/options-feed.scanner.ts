// Reads frames of the options feed without building anything for trades that nobody wants.
//
// The provider writes every trade alike: {"ev":"T","sym":…,"x":…,"p":…,"s":…,"c":[…],"t":…,"q":…}. The scanner walks
// the frame's bytes and checks every one of them against that skeleton; at the first that differs (another key order,
// a space, an escape, an unknown field, a status) the whole frame goes to JSON.parse. So both ways give the same, for
// every frame, and the usual one costs some tens of nanoseconds an event and no object.
import type { FeedStatusEvent, FeedTradeEvent } from '../contract/index.ts';
import { readParsedFrame } from './options-feed.frame.ts';
import type { FrameReading, TradeFilter } from './options-feed.types.ts';

/** Conditions under this are looked up in a table; the provider's end at 248. */
const TABLE = 1024;

/** Longer numbers are left to JSON.parse. */
const MAX_DIGITS = 15;

const encoder: TextEncoder = new TextEncoder();
const noStatuses: readonly FeedStatusEvent[] = [];

function bytesOf(text: string): Uint8Array {
  return encoder.encode(text);
}

const OPEN = bytesOf('{"ev":"T","sym":"');
const EXCHANGE = bytesOf(',"x":');
const PRICE = bytesOf(',"p":');
const SIZE = bytesOf(',"s":');
const CONDITIONS = bytesOf(',"c":[');
const TIME = bytesOf(',"t":');
const SEQUENCE = bytesOf(',"q":');

const QUOTE = 34;
const COMMA = 44;
const DOT = 46;
const ZERO = 48;
const NINE = 57;
const BRACKET = 91;
const BRACKET_END = 93;
const BRACE_END = 125;

/** Reads frames for one filter; holds a buffer that it uses again and again. */
export function createFrameScanner(filter: TradeFilter): (text: string) => FrameReading {
  const { minSize, conditions } = filter;
  const wanted = new Uint8Array(TABLE);
  for (const condition of conditions) if (condition >= 0 && condition < TABLE) wanted[condition] = 1;
  let buffer = new Uint8Array(16_384);

  /** The place after `part`, or -1 when something else stands there. */
  function expect(bytes: Uint8Array, at: number, part: Uint8Array): number {
    for (let i = 0; i < part.length; i++) if (bytes[at + i] !== part[i]) return -1;
    return at + part.length;
  }

  /** The place after a whole number without sign, or -1. */
  function integerEnd(bytes: Uint8Array, start: number): number {
    let at = start;
    let byte = bytes[at] as number;
    if (byte < ZERO || byte > NINE) return -1;
    while (byte >= ZERO && byte <= NINE) {
      at += 1;
      byte = bytes[at] as number;
    }
    const length = at - start;
    if (length > MAX_DIGITS || (length > 1 && bytes[start] === ZERO)) return -1;
    return at;
  }

  /** The trades of a frame that follows the skeleton throughout, or null. */
  function scan(text: string, bytes: Uint8Array, end: number): FrameReading | null {
    if (bytes[0] !== BRACKET) return null;
    if (end === 2) return bytes[1] === BRACKET_END ? empty() : null;
    const trades: FeedTradeEvent[] = [];
    let seen = 0;
    let at = 1;
    for (;;) {
      at = expect(bytes, at, OPEN);
      if (at < 0) return null;
      const symbolStart = at;
      let byte = bytes[at] as number;
      // Printable ASCII without the quote and the backslash: what a JSON text may hold as it stands.
      while (byte !== QUOTE) {
        if (byte < 32 || byte > 126 || byte === 92) return null;
        at += 1;
        byte = bytes[at] as number;
      }
      const symbolEnd = at;
      at += 1;

      let exchangeStart = -1;
      let exchangeEnd = -1;
      if (bytes[at + 2] === 120) {
        exchangeStart = expect(bytes, at, EXCHANGE);
        if (exchangeStart < 0) return null;
        exchangeEnd = integerEnd(bytes, exchangeStart);
        if (exchangeEnd < 0) return null;
        at = exchangeEnd;
      }

      const priceStart = expect(bytes, at, PRICE);
      if (priceStart < 0) return null;
      let priceEnd = integerEnd(bytes, priceStart);
      if (priceEnd < 0) return null;
      if (bytes[priceEnd] === DOT) {
        const fraction = priceEnd + 1;
        priceEnd = fraction;
        while ((bytes[priceEnd] as number) >= ZERO && (bytes[priceEnd] as number) <= NINE) priceEnd += 1;
        if (priceEnd === fraction || priceEnd - priceStart > MAX_DIGITS) return null;
      }

      at = expect(bytes, priceEnd, SIZE);
      if (at < 0) return null;
      const sizeStart = at;
      at = integerEnd(bytes, sizeStart);
      if (at < 0) return null;
      let size = 0;
      for (let i = sizeStart; i < at; i++) size = size * 10 + (bytes[i] as number) - ZERO;
      let keep = size > minSize;

      let conditionsStart = -1;
      let conditionsEnd = -1;
      if (bytes[at + 2] === 99) {
        at = expect(bytes, at, CONDITIONS);
        if (at < 0) return null;
        conditionsStart = at;
        if (bytes[at] !== BRACKET_END) {
          for (;;) {
            const start = at;
            at = integerEnd(bytes, start);
            if (at < 0) return null;
            let condition = 0;
            for (let i = start; i < at; i++) condition = condition * 10 + (bytes[i] as number) - ZERO;
            if (condition < TABLE ? wanted[condition] === 1 : conditions.has(condition)) keep = true;
            if (bytes[at] !== COMMA) break;
            at += 1;
          }
          if (bytes[at] !== BRACKET_END) return null;
        }
        conditionsEnd = at;
        at += 1;
      }

      const timeStart = expect(bytes, at, TIME);
      if (timeStart < 0) return null;
      const timeEnd = integerEnd(bytes, timeStart);
      if (timeEnd < 0) return null;
      at = timeEnd;

      let sequenceStart = -1;
      if (bytes[at] === COMMA) {
        sequenceStart = expect(bytes, at, SEQUENCE);
        if (sequenceStart < 0) return null;
        at = integerEnd(bytes, sequenceStart);
        if (at < 0) return null;
      }
      if (bytes[at] !== BRACE_END) return null;
      seen += 1;

      if (keep) {
        trades.push({
          ev: 'T',
          sym: text.slice(symbolStart, symbolEnd),
          ...(exchangeStart < 0 ? {} : { x: Number(text.slice(exchangeStart, exchangeEnd)) }),
          p: Number(text.slice(priceStart, priceEnd)),
          s: size,
          ...(conditionsStart < 0 ? {} : { c: integers(text, conditionsStart, conditionsEnd) }),
          t: Number(text.slice(timeStart, timeEnd)),
          ...(sequenceStart < 0 ? {} : { q: Number(text.slice(sequenceStart, at)) }),
        });
      }

      at += 1;
      if (bytes[at] === COMMA) {
        at += 1;
        continue;
      }
      if (bytes[at] !== BRACKET_END || at + 1 !== end) return null;
      return { isValid: true, trades, statuses: noStatuses, seen, malformed: 0 };
    }
  }

  return (text) => {
    const { length } = text;
    // Room for the end mark; a text that is not plain ASCII takes more bytes than characters.
    if (buffer.length < length + 64) buffer = new Uint8Array(length * 2 + 64);
    const { written } = encoder.encodeInto(text, buffer);
    if (written !== length) return readParsedFrame(text, filter);
    // What an earlier, longer frame left behind is never read as part of this one.
    buffer.fill(0, length, length + 64);
    return scan(text, buffer, length) ?? readParsedFrame(text, filter);
  };
}

function empty(): FrameReading {
  return { isValid: true, trades: [], statuses: noStatuses, seen: 0, malformed: 0 };
}

function integers(text: string, start: number, end: number): number[] {
  return start === end ? [] : text.slice(start, end).split(',').map(Number);
}
