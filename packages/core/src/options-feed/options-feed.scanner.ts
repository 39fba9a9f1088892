// Reads frames of the options feed without building anything for trades that nobody wants.
//
// The provider writes every trade alike: {"ev":"T","sym":…,"x":…,"p":…,"s":…,"c":[…],"t":…,"q":…}. The scanner walks
// the frame's bytes and checks every one of them against that skeleton; at the first that differs (another key order,
// a space, an escape, an unknown field, a status) the whole frame goes to JSON.parse. So both ways give the same, for
// every frame, and the usual one costs some tens of nanoseconds an event and no object.
import type { FeedStatusEvent, FeedTradeEvent } from '../contract/index.ts';
import { makeTrade, readParsedFrame } from './options-feed.frame.ts';
import type { FrameReading, TradeFilter } from './options-feed.types.ts';

/** Conditions under this are looked up in a table; the provider's end at 248. */
const TABLE = 1024;

/** Longer numbers are left to JSON.parse. */
const MAX_DIGITS = 15;

const encoder: TextEncoder = new TextEncoder();
const noStatuses: readonly FeedStatusEvent[] = [];

/** Four characters as the number that a little-endian read of them gives. */
function word(text: string): number {
  return new DataView(encoder.encode(text).buffer).getInt32(0, true);
}

// {"ev":"T","sym":"
const OPEN_1: number = word('{"ev');
const OPEN_2: number = word('":"T');
const OPEN_3: number = word('","s');
const OPEN_4: number = word('ym":');
// The first four characters of what stands before a value, which a colon follows.
const EXCHANGE: number = word(',"x"');
const PRICE: number = word(',"p"');
const SIZE: number = word(',"s"');
const CONDITIONS: number = word(',"c"');
const TIME: number = word(',"t"');
const SEQUENCE: number = word(',"q"');

const QUOTE = 34;
const COLON = 58;
const COMMA = 44;
const DOT = 46;
const ZERO = 48;
const BRACKET = 91;
const BRACKET_END = 93;
const BRACE_END = 125;

/** 1 for what a JSON text may hold as it stands: printable ASCII but the quote and the backslash. */
const kinds: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 32 && byte <= 126 && byte !== QUOTE && byte !== 92 ? 1 : 0,
);

// Four ASCII digits in one number: each byte is 0x30 to 0x39.
const HIGH = 0xf0f0f0f0 | 0;
const DIGITS = 0x30303030;
const SIX = 0x06060606;
// Four characters from the zero up to before the backslash: with the first the top bit of each byte is set, with the
// second of none.
const FROM_ZERO = 0x50505050;
const FROM_BACKSLASH = 0x24242424;
const TOPS = 0x80808080 | 0;

/** True for the place of a whole number that JSON allows and that is exact: not empty, no leading zero, not too long. */
function isInteger(bytes: Uint8Array, start: number, end: number): boolean {
  const length = end - start;
  return length === 1 || (length > 1 && length <= MAX_DIGITS && bytes[start] !== ZERO);
}

/**
 * The trades of a frame that follows the skeleton throughout, or null. One long function with everything in place:
 * as smaller ones it takes twice the time, because the engine stops putting them into each other; and one for all
 * scanners, because a function that is made twice is compiled for neither of the two.
 */
function scan(
  text: string,
  bytes: Uint8Array,
  view: DataView,
  minSize: number,
  conditions: ReadonlySet<number>,
  wanted: Uint8Array,
): FrameReading | null {
  const end = text.length;
  if (bytes[0] !== BRACKET) return null;
  if (end === 2) return bytes[1] === BRACKET_END ? empty() : null;
  const trades: FeedTradeEvent[] = [];
  let seen = 0;
  let at = 1;
  for (;;) {
    if (
      view.getInt32(at, true) !== OPEN_1 ||
      view.getInt32(at + 4, true) !== OPEN_2 ||
      view.getInt32(at + 8, true) !== OPEN_3 ||
      view.getInt32(at + 12, true) !== OPEN_4 ||
      bytes[at + 16] !== QUOTE
    ) {
      return null;
    }
    const symbolStart = at + 17;
    at = symbolStart;
    // Symbols are digits and capitals; what else a text may hold is looked up.
    let four = view.getInt32(at, true);
    while (((four + FROM_ZERO) & ~(four + FROM_BACKSLASH) & ~four & TOPS) === TOPS) {
      at += 4;
      four = view.getInt32(at, true);
    }
    while (kinds[bytes[at] as number] as number) at += 1;
    const symbolEnd = at;
    if (bytes[at] !== QUOTE) return null;
    at += 1;

    let key = view.getInt32(at, true);
    let exchangeStart = -1;
    let exchangeEnd = -1;
    if (key === EXCHANGE) {
      exchangeStart = at + 5;
      if (bytes[at + 4] !== COLON) return null;
      at = exchangeStart;
      while (((bytes[at] as number) - ZERO) >>> 0 < 10) at += 1;
      exchangeEnd = at;
      if (!isInteger(bytes, exchangeStart, at)) return null;
      key = view.getInt32(at, true);
    }

    const priceStart = at + 5;
    if (key !== PRICE || bytes[at + 4] !== COLON) return null;
    at = priceStart;
    while (((bytes[at] as number) - ZERO) >>> 0 < 10) at += 1;
    if (!isInteger(bytes, priceStart, at)) return null;
    if (bytes[at] === DOT) {
      const fraction = at + 1;
      at = fraction;
      while (((bytes[at] as number) - ZERO) >>> 0 < 10) at += 1;
      if (at === fraction || at - priceStart > MAX_DIGITS) return null;
    }
    const priceEnd = at;

    const sizeStart = at + 5;
    if (view.getInt32(at, true) !== SIZE || bytes[at + 4] !== COLON) return null;
    at = sizeStart;
    let size = 0;
    let digit = (bytes[at] as number) - ZERO;
    while (digit >>> 0 < 10) {
      size = size * 10 + digit;
      at += 1;
      digit = (bytes[at] as number) - ZERO;
    }
    if (!isInteger(bytes, sizeStart, at)) return null;
    let keep = size > minSize;

    key = view.getInt32(at, true);
    let conditionsStart = -1;
    let conditionsEnd = -1;
    if (key === CONDITIONS) {
      if (bytes[at + 4] !== COLON || bytes[at + 5] !== BRACKET) return null;
      at += 6;
      conditionsStart = at;
      if (bytes[at] !== BRACKET_END) {
        for (;;) {
          const start = at;
          let condition = 0;
          digit = (bytes[at] as number) - ZERO;
          while (digit >>> 0 < 10) {
            condition = condition * 10 + digit;
            at += 1;
            digit = (bytes[at] as number) - ZERO;
          }
          if (!isInteger(bytes, start, at)) return null;
          if (condition < TABLE ? wanted[condition] === 1 : conditions.has(condition)) keep = true;
          if (bytes[at] !== COMMA) break;
          at += 1;
        }
        if (bytes[at] !== BRACKET_END) return null;
      }
      conditionsEnd = at;
      at += 1;
      key = view.getInt32(at, true);
    }

    const timeStart = at + 5;
    if (key !== TIME || bytes[at + 4] !== COLON) return null;
    at = timeStart;
    // Long numbers, four digits at a time.
    four = view.getInt32(at, true);
    while ((four & HIGH) === DIGITS && ((four + SIX) & HIGH) === DIGITS) {
      at += 4;
      four = view.getInt32(at, true);
    }
    while (((bytes[at] as number) - ZERO) >>> 0 < 10) at += 1;
    if (!isInteger(bytes, timeStart, at)) return null;
    const timeEnd = at;

    let sequenceStart = -1;
    if (bytes[at] === COMMA) {
      sequenceStart = at + 5;
      if (view.getInt32(at, true) !== SEQUENCE || bytes[at + 4] !== COLON) return null;
      at = sequenceStart;
      four = view.getInt32(at, true);
      while ((four & HIGH) === DIGITS && ((four + SIX) & HIGH) === DIGITS) {
        at += 4;
        four = view.getInt32(at, true);
      }
      while (((bytes[at] as number) - ZERO) >>> 0 < 10) at += 1;
      if (!isInteger(bytes, sequenceStart, at)) return null;
    }
    if (bytes[at] !== BRACE_END) return null;
    seen += 1;

    if (keep) {
      trades.push(
        makeTrade(
          text.slice(symbolStart, symbolEnd),
          exchangeStart < 0 ? undefined : readDecimal(bytes, exchangeStart, exchangeEnd),
          readDecimal(bytes, priceStart, priceEnd),
          size,
          conditionsStart < 0 ? undefined : readIntegers(bytes, conditionsStart, conditionsEnd),
          readDecimal(bytes, timeStart, timeEnd),
          sequenceStart < 0 ? undefined : readDecimal(bytes, sequenceStart, at),
        ),
      );
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

/** Reads frames for one filter; holds a buffer that it uses again and again. */
export function createFrameScanner(filter: TradeFilter): (text: string) => FrameReading {
  const { minSize, conditions } = filter;
  const wanted = new Uint8Array(TABLE);
  for (const condition of conditions) if (condition >= 0 && condition < TABLE) wanted[condition] = 1;
  let bytes = new Uint8Array(16_384);
  let view = new DataView(bytes.buffer);

  return (text) => {
    const { length } = text;
    // Room for the end mark; a text that is not plain ASCII takes more bytes than characters.
    if (bytes.length < length + 64) {
      bytes = new Uint8Array(length * 2 + 64);
      view = new DataView(bytes.buffer);
    }
    const { written } = encoder.encodeInto(text, bytes);
    if (written !== length) return readParsedFrame(text, filter);
    // What an earlier, longer frame left behind is never read as part of this one.
    bytes.fill(0, length, length + 64);
    return scan(text, bytes, view, minSize, conditions, wanted) ?? readParsedFrame(text, filter);
  };
}

function empty(): FrameReading {
  return { isValid: true, trades: [], statuses: noStatuses, seen: 0, malformed: 0 };
}

/** Whole numbers with commas between them. */
function readIntegers(bytes: Uint8Array, start: number, end: number): number[] {
  const list: number[] = [];
  if (start === end) return list;
  let value = 0;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] as number;
    if (byte === COMMA) {
      list.push(value);
      value = 0;
    } else value = value * 10 + byte - ZERO;
  }
  list.push(value);
  return list;
}

/**
 * A number of at most 15 digits: both the digits and the power of ten are exact, so that their quotient is the number
 * that JSON.parse gives.
 */
function readDecimal(bytes: Uint8Array, start: number, end: number): number {
  let digits = 0;
  let scale = 0;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] as number;
    if (byte === DOT) scale = 1;
    else {
      digits = digits * 10 + byte - ZERO;
      scale *= 10;
    }
  }
  return scale === 0 ? digits : digits / scale;
}
