// Compares the scanner with JSON.parse, mostly on frames with a few mutations.
import {
  createFrameScanner,
  type FrameReading,
  readParsedFrame,
  type TradeFilter,
} from '@openbell/core/options-feed';

const filter: TradeFilter = { sizeOver: 100, conditions: new Set([15, 16, 37, 201, 5000]) };

export interface Comparison {
  /** Frames with different results; stops at the third. */
  readonly differing: readonly string[];
  /** Trades that the filter keeps. */
  readonly stored: number;
  /** Frames that are valid JSON. */
  readonly valid: number;
}

/** Reads the given number of frames with both parsers. The same seed gives the same frames. */
export function compareReadings(cases: number, seed: number): Comparison {
  // Most frames are invalid JSON, and the stack traces of their errors would take most of the time.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  const scan = createFrameScanner(filter);
  const next = createFrames(createPick(seed));
  const differing: string[] = [];
  let stored = 0;
  let valid = 0;
  for (let i = 0; i < cases && differing.length < 3; i++) {
    const text = next();
    const expected = readParsedFrame(text, filter);
    if (!isSame(scan(text), expected)) differing.push(text);
    stored += expected.trades.length;
    if (expected.isValid) valid += 1;
  }
  Error.stackTraceLimit = stackTraceLimit;
  return { differing, stored, valid };
}

/** Integers below `most`, the same for the same seed (mulberry32). */
function createPick(from: number): (most: number) => number {
  let state = from >>> 0;
  return (most) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % most;
  };
}

const symbols = [
  'O:SPY251219C00650000',
  'O:F251219C00650000',
  'O:SPXW251208P06840000',
  'O:GOOGL260116C00190000',
  'O:GME1270115P00003000',
  'O:ABCDEF270115P00003000',
  'O:ABCDEFG270115P00003000',
  'SPXW251208P06840000',
  'x',
  '',
];
const prices = [
  '1.25',
  '120.5',
  '0',
  '12.34',
  '999.99',
  '1000.01',
  '7.5',
  '340',
  '0.05',
  '5',
  '123456.7891',
  '1e3',
  '01',
  '1.',
  '.5',
  '-1',
  '99999999999999.9',
  '1.50',
];
const sizes = [
  '1',
  '100',
  '101',
  '250',
  '0',
  '1.5',
  '1e3',
  '0101',
  '9007199254740993',
  '-101',
  '"101"',
  'null',
];
const conditions = [
  '[209]',
  '[]',
  '[15]',
  '[236,37]',
  '[5000]',
  '[4999,201]',
  '[1.5]',
  '[015]',
  '[ 16 ]',
  'null',
];
const times = ['1765227583506', '1', '0', '12345678901234567', '1765227583506.5', '-1', 'true'];
/** Characters that a mutation writes: syntax of a frame, and some invalid ones. */
const alphabet = [
  ...'0123456789"\\,:[]{}.eE+-TOevsymxpctq \n\t',
  '\u0000',
  '\u007f',
  'é',
  '\u2028',
  '\ud800',
];

function createFrames(pick: (most: number) => number): () => string {
  const one = <T>(list: readonly T[]): T => list[pick(list.length)] as T;
  /** Mostly the first entry, so that frames often contain two valid trades. */
  const usual = <T>(list: readonly T[]): T => (pick(4) === 0 ? one(list) : (list[pick(2)] as T));
  function trade(): string {
    const x = pick(8) === 0 ? '' : `,"x":${pick(400)}`;
    const c = pick(8) === 0 ? '' : `,"c":${usual(conditions)}`;
    const q = pick(8) === 0 ? '' : `,"q":${pick(10 ** (5 + pick(7)))}`;
    const sym = pick(4) === 0 ? one(symbols) : symbols[0];
    const size = pick(8) === 0 ? one(sizes) : String(pick(203));
    return `{"ev":"T","sym":"${sym}"${x},"p":${usual(prices)},"s":${size}${c},"t":${usual(times)}${q}}`;
  }
  return () => {
    let text = '[';
    // Sometimes enough trades for several skips of the scanner.
    const count = pick(8) === 0 ? 2 + pick(7) : 1 + Number(pick(4) === 0);
    for (let left = count; left > 0; left--) text += `${trade()}${left > 1 ? ',' : ']'}`;
    for (let left = pick(3); left > 0; left--) {
      const place = pick(text.length + 1);
      const kind = pick(4);
      // Inserts, replaces, deletes or moves a part of the frame.
      const from = pick(text.length);
      const part = kind === 3 ? text.slice(from, from + pick(12)) : kind === 2 ? '' : one(alphabet);
      text = text.slice(0, place) + part + text.slice(place + (kind === 1 || kind === 2 ? 1 : 0));
    }
    return text;
  };
}

function isSame(a: FrameReading, b: FrameReading): boolean {
  if (a.isValid !== b.isValid || a.seen !== b.seen || a.malformed !== b.malformed) return false;
  if (a.trades.length !== b.trades.length || a.statuses.length !== b.statuses.length) return false;
  if (a.trades.length === 0 && a.statuses.length === 0) return true;
  return JSON.stringify(a) === JSON.stringify(b);
}
