// Reads rows from outside, one by one and without building anything for them: the same values that the
// contract's `tradeSchema` gives, at a small part of its cost, since an answer holds up to a million rows.
import { lenientList, readWire, type Trade, tradeSchema } from '../../contract/index.ts';
import { parseInstant } from '../../shared/instants.ts';

const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

/** A number, or a number written as text; null for anything else. */
export function readNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || !NUMBER.test(value)) return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/** Text; anything else is the empty text. */
export function readText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Two digits at `at`, or NaN. */
function two(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48;
  const ones = text.charCodeAt(at + 1) - 48;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

/** Reads instants; remembers the last day, because the rows of an answer are nearly all of one. */
export function createInstantReader(): (value: unknown) => number | null {
  let day = '';
  let dayStart: number | null = null;
  return (value) => {
    if (typeof value !== 'string' && typeof value !== 'number') return null;
    // `2026-11-20T14:30:00.000Z`: what a backend in JavaScript writes, and the reference server does.
    if (typeof value !== 'string' || value.length !== 24 || value.charCodeAt(23) !== 90) {
      return parseInstant(value);
    }
    const prefix = value.slice(0, 11);
    if (prefix !== day) {
      day = prefix;
      dayStart = prefix.endsWith('T') ? parseInstant(`${prefix}00:00:00.000Z`) : null;
    }
    const plain = value.charCodeAt(13) === 58 && value.charCodeAt(16) === 58 && value.charCodeAt(19) === 46;
    const hour = two(value, 11);
    const minute = two(value, 14);
    const second = two(value, 17);
    const thousandths = two(value, 20) * 10 + value.charCodeAt(22) - 48;
    const lastDigit = value.charCodeAt(22);
    const known = plain && lastDigit >= 48 && lastDigit <= 57 && hour < 24 && minute < 60 && second < 60;
    if (dayStart === null || !known || Number.isNaN(thousandths)) return parseInstant(value);
    return dayStart + hour * 3_600_000 + minute * 60_000 + second * 1000 + thousandths;
  };
}

const tradesSchema = lenientList(tradeSchema);

/** The trades of a short list: whole rows, of which those that cannot be read are left out. */
export function readTrades(rows: readonly unknown[]): readonly Trade[] {
  const reading = readWire(tradesSchema, rows);
  return reading.ok ? reading.value : [];
}
