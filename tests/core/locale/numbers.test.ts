// Small, negative, absent and large numbers, in every format.
import { formatDollars } from '@openbell/core/billing';
import { clockSeconds, priceDigits } from '@openbell/core/chart';
import type { Candle } from '@openbell/core/contract';
import {
  fixedText,
  numberText,
  priceDollarsText,
  priceText,
  readNumber,
  setLocale,
} from '@openbell/core/locale';
import { countText, dollarsText, shortDollarsText } from '@openbell/core/time-sales';
import { afterEach, describe, expect, test } from 'vitest';

afterEach(() => setLocale(null));

describe('formats', () => {
  test.each([
    ['priceText', priceText(1.25), '1.25'],
    ['priceText', priceText(1.5), '1.50'],
    ['priceText', priceText(0.125), '0.125'],
    ['priceText', priceText(0.0012), '0.0012'],
    ['priceText', priceText(0.000_012_34), '0.00001234'],
    ['priceText', priceText(-0.0012), '-0.0012'],
    ['priceText', priceText(0), '0.00'],
    ['priceText', priceText(-0), '0.00'],
    ['priceText', priceText(12_345.6), '12,345.60'],
    ['priceText', priceText(Number.NaN), '–'],
    ['priceDollarsText', priceDollarsText(0.0012), '$0.0012'],
    ['priceDollarsText', priceDollarsText(150), '$150.00'],
    ['priceDollarsText', priceDollarsText(-0.004), '-$0.004'],
    ['formatDollars', formatDollars(-0.001), '$0.00'],
    ['formatDollars', formatDollars(-0), '$0.00'],
    ['formatDollars', formatDollars(-0.01), '-$0.01'],
    ['formatDollars', formatDollars(null), ''],
    ['dollarsText', dollarsText(-0.4), '$0'],
    ['dollarsText', dollarsText(Number.NaN), '–'],
    ['shortDollarsText', shortDollarsText(-0.001), '$0'],
    ['shortDollarsText', shortDollarsText(-1_250_000), '-$1.25M'],
    ['countText', countText(-0), '0'],
    ['fixedText', fixedText(-0.001, 2), '0.00'],
    ['fixedText', fixedText(-0.04, 1), '0.0'],
    ['fixedText', fixedText(-0.456, 2), '-0.46'],
    ['fixedText', fixedText(Number.POSITIVE_INFINITY, 2), '–'],
    ['numberText', numberText(-0.000_01, { style: 'percent', signDisplay: 'exceptZero' }), '0%'],
  ])('%s writes %s as %s [market.price-digits]', (_name, written, expected) => {
    expect(written).toBe(expected);
  });

  test('no format of a locale has a minus sign before zero [market.price-digits]', () => {
    setLocale('de-DE');
    expect([fixedText(-0.001, 2), priceText(-0), formatDollars(-0.001)].join(' ')).not.toMatch(/[-−]/);
  });
});

describe('readNumber', () => {
  const largest = 999_999_999_999;

  test.each(['en-US', 'de-DE', 'fr-FR', 'de-CH', 'hi-IN', 'ar-EG', 'pt-PT', 'sv-SE'])(
    'reads each number that %s writes [market.number-locales]',
    (locale) => {
      setLocale(locale);
      for (const value of [0, 1, 12.5, 1_000, 100_000, 1_000_000, 1_234_567.25, largest])
        expect(readNumber(countText(value), largest)).toBe(value);
      // The width of the field: `maxLength` of the input.
      expect(countText(largest).length).toBeLessThanOrEqual(24);
    },
  );

  test.each([
    ['1000000', 1_000_000],
    ['$1,000,000', 1_000_000],
    ['1 000', 1_000],
    ['.5', 0.5],
    ['5.', 5],
    ['9999999999999', largest],
    // As Asian keyboards and copied cells write them.
    ['１０００', 1_000],
    ['１，０００．５', 1_000.5],
    ['\u202D1,000\u202C', 1_000],
    ['\u200E＄1,000', 1_000],
    ['', null],
    ['.', null],
    ['-5', null],
    ['1.5.0', null],
    ['1e5', null],
    ['1,', null],
    ['ten', null],
  ])('reads %j as %s [market.number-locales]', (typed, expected) => {
    expect(readNumber(typed, largest)).toBe(expected);
  });
});

describe('a chart', () => {
  const zone = process.env.TZ;
  afterEach(() => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });

  test.each([
    ['America/New_York', '2026-11-27T14:30:00Z', '2026-11-27T09:30:00Z'],
    ['America/New_York', '2026-07-01T13:30:00Z', '2026-07-01T09:30:00Z'],
    ['Asia/Kolkata', '2026-11-27T14:30:00Z', '2026-11-27T20:00:00Z'],
    ['UTC', '2026-11-27T14:30:00Z', '2026-11-27T14:30:00Z'],
  ])('has the clock of %s at %s [market.chart-zone]', (name, at, clock) => {
    process.env.TZ = name;
    expect(clockSeconds(Date.parse(at) / 1000)).toBe(Date.parse(clock) / 1000);
  });

  test('never goes back in the hour that the clock shows twice [market.chart-zone]', () => {
    process.env.TZ = 'America/New_York';
    const start = Date.parse('2026-11-01T05:00:00Z') / 1000;
    const times: number[] = [];
    for (let hour = 0; hour < 4; hour += 1) times.push(clockSeconds(start + hour * 3600, times.at(-1)));
    expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
  });

  test.each([
    [[150, 151], 2],
    [[0.5, 2], 4],
    [[0.0012, 0.5], 6],
    [[0, 3], 2],
    [[], 2],
  ])('draws the prices %j with %i decimals [market.price-digits]', (lows, digits) => {
    const candles = lows.map(
      (low, time): Candle => ({ time, open: low, high: low, low, close: low, volume: 1 }),
    );
    expect(priceDigits(candles)).toBe(digits);
  });
});
