import dayjs from 'dayjs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatInstant } from '../../../packages/core/src/shared/dates.ts';
import { parseInstant } from '../../../packages/core/src/shared/instants.ts';

describe('reading dates (a date without a zone is UTC)', () => {
  test('a zoneless date is UTC, with a space or a T, with or without seconds [calls.naive-dates]', () => {
    const noon = Date.UTC(2026, 10, 21, 12, 0, 0);
    for (const text of [
      '2026-11-21 12:00:00',
      '2026-11-21T12:00:00',
      '2026-11-21 12:00',
      '2026-11-21T12:00:00.000',
    ]) {
      expect(parseInstant(text), text).toBe(noon);
    }
    expect(parseInstant('2026-11-21')).toBe(Date.UTC(2026, 10, 21));
  });

  test('applies a time zone offset', () => {
    expect(parseInstant('2026-11-21T12:00:00Z')).toBe(Date.UTC(2026, 10, 21, 12));
    expect(parseInstant('2026-11-21T12:00:00+02:00')).toBe(Date.UTC(2026, 10, 21, 10));
    expect(parseInstant('2026-11-21T12:00:00-0730')).toBe(Date.UTC(2026, 10, 21, 19, 30));
  });

  test('a leap second is the first instant of the next day', () => {
    expect(parseInstant('2026-12-31T23:59:60Z')).toBe(Date.UTC(2027, 0, 1));
    expect(parseInstant('2026-06-30 23:59:60')).toBe(Date.UTC(2026, 6, 1));
  });

  test.each([
    null,
    undefined,
    '',
    'abc',
    '0000-00-00',
    '2026-02-30',
    '2026-13-01',
    '2026-11-21T25:00:00Z',
    '11/21/2026',
    {},
    [],
    Number.NaN,
    1e20,
    true,
  ])('returns null for %j', (input) => {
    expect(parseInstant(input)).toBeNull();
  });

  test('accepts 29 February only in leap years', () => {
    expect(parseInstant('2028-02-29')).toBe(Date.UTC(2028, 1, 29));
    expect(parseInstant('2026-02-29')).toBeNull();
  });

  test('reads back every ISO instant exactly', () => {
    fc.assert(
      fc.property(
        fc.date({
          min: new Date('0001-01-01T00:00:00Z'),
          max: new Date('9999-12-31T23:59:59Z'),
          noInvalidDate: true,
        }),
        (date) => {
          expect(parseInstant(date.toISOString())).toBe(date.getTime());
          expect(parseInstant(date.toISOString().replace('Z', ''))).toBe(date.getTime());
        },
      ),
    );
  });
});

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
