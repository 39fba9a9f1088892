// The only file that imports dayjs: the formats of product.md 9 are kept in one place.
import dayjs from 'dayjs';
import advancedFormat from 'dayjs/plugin/advancedFormat.js';
import { parseInstant } from './instants.ts';

dayjs.extend(advancedFormat);

/**
 * Formats an instant in the viewer's zone, by the format letters of product.md 9
 * ('DD MMM YYYY hh:mm a', 'Do MMMM YYYY, hh:mm:ss a', 'MMMM Do YYYY, h:mm:ss A').
 * Gives the empty string for an unreadable date.
 */
export function formatInstant(input: string | number | null | undefined, format: string): string {
  const instant = parseInstant(input);
  return instant === null ? '' : dayjs(instant).format(format);
}
