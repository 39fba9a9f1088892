import { parseInstant } from '../shared/instants.ts';

/**
 * Parses a moment: milliseconds since the epoch, or null for anything that is not a date of the years 1 to 9999 (`''`, `'0000-00-00'`, `'abc'`, 31 April, `NaN`). Text without a zone is UTC. Never throws.
 */
export function readInstant(value: unknown): number | null {
  return parseInstant(value instanceof Date ? value.getTime() : value);
}
