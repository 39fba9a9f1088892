// Parses untrusted dates. Separate from dates.ts, so that it does not import dayjs.

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type EpochMs = number;

const DATE =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;
/** The last accepted instant; the years 1 to 9999 are accepted. */
const latest = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/**
 * Parses an untrusted date. A date without a zone is UTC (`new Date` would read it as local time); a number is
 * milliseconds since 1970. Returns null for anything else, including '0000-00-00' and 30 February.
 */
export function parseInstant(input: unknown): EpochMs | null {
  if (typeof input === 'number') return Number.isFinite(input) && Math.abs(input) <= latest ? input : null;
  if (typeof input !== 'string') return null;
  const match = DATE.exec(input.trim());
  if (match === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const fraction = match[7] === undefined ? 0 : Math.trunc(Number(`0.${match[7]}`) * 1000);
  if (year < 1 || hour > 23 || minute > 59 || second > 60) return null;
  const date = new Date(fraction);
  // An invalid day would roll over into the next month.
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  return date.setUTCHours(hour, minute, second) - zoneOffset(match[8]);
}

function zoneOffset(zone: string | undefined): number {
  if (zone === undefined || zone === 'Z' || zone === 'z') return 0;
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2, 4));
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000;
}
