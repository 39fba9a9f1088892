import dayjs from 'dayjs';
import { describe, expect, test } from 'vitest';
import { formatInstant } from '../../../packages/core/src/shared/dates.ts';

describe('date formats', () => {
  const pad = (value: number): string => String(value).padStart(2, '0');
  const at = new Date(2026, 10, 1, 15, 4, 5);

  test("use the viewer's local time", () => {
    const iso = at.toISOString();
    expect(formatInstant(iso, 'DD MMM YYYY hh:mm a')).toBe('01 Nov 2026 03:04 pm');
    expect(formatInstant(iso, 'Do MMMM YYYY, hh:mm:ss a')).toBe('1st November 2026, 03:04:05 pm');
    expect(formatInstant(iso, 'MMMM Do YYYY, h:mm:ss A')).toBe('November 1st 2026, 3:04:05 PM');
    expect(formatInstant(iso, 'HH:mm')).toBe(`${pad(at.getHours())}:04`);
  });

  test('have an ordinal for every day of a month', () => {
    const ordinals = Array.from({ length: 31 }, (_, day) =>
      formatInstant(new Date(2026, 9, day + 1, 12).toISOString(), 'Do'),
    );
    expect(ordinals.slice(0, 4)).toEqual(['1st', '2nd', '3rd', '4th']);
    expect(ordinals.slice(10, 13)).toEqual(['11th', '12th', '13th']);
    expect(ordinals.slice(20, 23)).toEqual(['21st', '22nd', '23rd']);
    expect(ordinals.slice(29)).toEqual(['30th', '31st']);
  });

  test('do not change the dayjs instance of the host', () => {
    formatInstant(at.toISOString(), 'Do MMMM YYYY');
    expect(dayjs(at).format('Q x')).toBe('Q x');
  });

  test('return an empty string for an invalid date', () => {
    expect(formatInstant('abc', 'DD MMM YYYY')).toBe('');
    expect(formatInstant(null, 'DD MMM YYYY')).toBe('');
  });
});
