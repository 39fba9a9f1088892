import { parseInstant } from '../shared/instants.ts';

/**
 * Parses an instant to milliseconds since the epoch. Text without a zone is UTC. Null for anything but a date of the years
 * 1 to 9999 (`''`, `'0000-00-00'`, `'abc'`, 31 April, `NaN`). Never throws.
 */
export function readInstant(value: unknown): number | null {
  return parseInstant(value instanceof Date ? value.getTime() : value);
}
