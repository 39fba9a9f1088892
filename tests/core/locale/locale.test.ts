// Dates and numbers as in a locale that the host chose.
import { formatDollars } from '@openbell/core/billing';
import { formatListTime, formatMessageTime } from '@openbell/core/chat';
import { fixedText, numberText, setLocale } from '@openbell/core/locale';
import { countText, dollarsText, shortDollarsText } from '@openbell/core/time-sales';
import { afterEach, describe, expect, test } from 'vitest';
import { datePartsOf } from '../../../packages/core/src/locale/date-parts.ts';

const at = '2026-11-26T15:04:05.000Z';

afterEach(() => setLocale(null));

/** Spaces of a locale may be narrow or not breakable. */
const plain = (text: string): string => text.replaceAll(/\s/gu, ' ');

describe('setLocale', () => {
  test('writes dates, counts and dollars as in the locale [embed.locale]', () => {
    setLocale('de-DE');
    expect(plain(formatListTime(at))).toMatch(/^26\. Nov\. 2026, \d\d:04$/);
    expect(plain(formatMessageTime(at))).toMatch(/^\d\d:04$/);
    expect(countText(1_250.5)).toBe('1.250,5');
    expect(plain(dollarsText(1_250_000))).toBe('1.250.000 $');
    expect(plain(formatDollars(49.9))).toBe('49,90 $');
    expect(fixedText(-0.456, 2)).toBe('-0,46');
    expect(numberText(0.5, { style: 'percent' }).replaceAll(/\s/gu, '')).toBe('50%');
  });

  test('restores the formats of the specification with null', () => {
    const read = () => [
      formatListTime(at),
      formatMessageTime(at),
      countText(1_250),
      shortDollarsText(1_250_000),
      formatDollars(1),
    ];
    const specified = read();
    setLocale('ar-EG');
    expect(read()).not.toEqual(specified);
    setLocale(null);
    expect(read()).toEqual(specified);
  });

  test('rejects a tag that is not valid and keeps the formats', () => {
    const specified = countText(1_250);
    expect(() => setLocale('not a tag')).toThrow(RangeError);
    expect(countText(1_250)).toBe(specified);
  });

  test('leaves an unreadable date empty', () => {
    setLocale('fr-FR');
    expect(formatMessageTime('0000-00-00')).toBe('');
  });
});

test.each([
  ['DD MMM', { month: 'short', day: 'numeric' }],
  ['HH:mm:ss', { hour: 'numeric', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }],
  ['dddd, D MMMM YYYY', { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' }],
  [
    'DD MMM YYYY hh:mm a',
    { year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  ],
])('reads the parts of the format %s', (letters, parts) => {
  expect(datePartsOf(letters)).toEqual(parts);
});
