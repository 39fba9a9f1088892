const SHAPE =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/** From here on a bare number is milliseconds; below, unix seconds (10^11 seconds is the year 5138). */
const MILLISECONDS_FROM = 1e11;
const LAST_INSTANT = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/**
 * Reads a moment tolerantly: milliseconds since the epoch, or null for anything that is not a date of the years 1 to
 * 9999 (`''`, `'0000-00-00'`, `'abc'`, 31 April, `NaN`). Text without a zone is UTC (decisions.md 1), never the
 * machine's zone. Never throws.
 */
export function readInstant(value: unknown): number | null {
  if (value instanceof Date) return bounded(value.getTime());
  if (typeof value === 'number') {
    return bounded(Math.abs(value) < MILLISECONDS_FROM ? value * 1000 : value);
  }
  if (typeof value !== 'string') return null;
  const parts = SHAPE.exec(value.trim());
  if (parts === null) return null;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone = 'Z'] = parts;
  const fields: readonly number[] = [year, month, day, hour, minute, second].map(Number);
  const [y = 0, mo = 0, d = 0, h = 0, mi = 0, s = 0] = fields;
  if (y === 0 || h > 23 || mi > 59 || s > 59) return null;
  const local = new Date(0);
  local.setUTCFullYear(y, mo - 1, d);
  // An overflowing day (31 April) rolls over; the round trip finds it.
  if (local.getUTCMonth() !== mo - 1 || local.getUTCDate() !== d) return null;
  local.setUTCHours(h, mi, s, Number(fraction.slice(0, 3).padEnd(3, '0')));
  const offset = readOffset(zone);
  return offset === null ? null : bounded(local.getTime() - offset);
}

function readOffset(zone: string): number | null {
  if (zone === 'Z' || zone === 'z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(':', ''));
  if (hours > 14 || minutes > 59) return null;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

function bounded(instant: number): number | null {
  return Number.isFinite(instant) && Math.abs(instant) <= LAST_INSTANT ? Math.trunc(instant) : null;
}
