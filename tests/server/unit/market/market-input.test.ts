import { readTicker } from '@openbell/core/option-symbol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HttpError } from '../../../../examples/server/src/http/http-error.ts';
import { readCandleRange, readQuery } from '../../../../examples/server/src/market/market-input.ts';

const NOW = Date.parse('2026-11-21T15:00:00Z');
const status = (run: () => unknown): number => {
  try {
    run();
    return 200;
  } catch (error) {
    return error instanceof HttpError ? error.status : 500;
  }
};

describe('input of market requests', () => {
  it('keeps an accepted ticker within one path segment', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (text) => {
        const ticker = readTicker(text);
        if (ticker === null) return;
        const { pathname } = new URL(
          `/v3/reference/tickers/${encodeURIComponent(ticker)}`,
          'https://example.com',
        );
        expect(pathname.split('/')).toHaveLength(5);
      }),
    );
  });

  it('returns 422 for an invalid request', () => {
    expect(readQuery(undefined)).toBe('');
    expect(readQuery('  apple inc. ')).toBe('apple inc.');
    expect(status(() => readQuery('x'.repeat(61)))).toBe(422);
    expect(status(() => readQuery('a\u0000b'))).toBe(422);
  });

  it('returns daily candles of a year by default, and rejects invalid times', () => {
    expect(readCandleRange({}, NOW)).toEqual({
      interval: '1d',
      from: NOW / 1000 - 366 * 86_400,
      to: NOW / 1000,
    });
    expect(readCandleRange({ interval: '5m', from: '10', to: '20' }, NOW)).toEqual({
      interval: '5m',
      from: 10,
      to: 20,
    });
    // A year up to the requested end, even a past one.
    expect(readCandleRange({ to: '1000000000' }, NOW)).toMatchObject({ from: 1_000_000_000 - 366 * 86_400 });
    expect(readCandleRange({ to: '9999999999' }, NOW)).toMatchObject({ from: NOW / 1000 - 366 * 86_400 });
    for (const bad of ['-1', '1e9', 'now', '99999999999', '1.5', '0x10', ' 1']) {
      expect(status(() => readCandleRange({ from: bad }, NOW))).toBe(422);
    }
    expect(status(() => readCandleRange({ interval: '2d' }, NOW))).toBe(422);
    expect(status(() => readCandleRange({ interval: 'constructor' }, NOW))).toBe(422);
  });
});
