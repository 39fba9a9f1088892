import { formatOptionSymbol, optionLabel, parseOptionSymbol, strikeText } from '@openbell/core/option-symbol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const ROOT_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'.split('');

const symbols = fc.record({
  root: fc.string({ unit: fc.constantFrom(...ROOT_CHARACTERS), minLength: 1, maxLength: 6 }),
  expiry: fc
    .date({
      min: new Date('2000-01-01T00:00:00Z'),
      max: new Date('2099-12-31T00:00:00Z'),
      noInvalidDate: true,
    })
    .map((date) => date.toISOString().slice(0, 10)),
  type: fc.constantFrom('call' as const, 'put' as const),
  strike: fc.integer({ min: 0, max: 99_999_999 }),
});

describe('option symbol (underlying, yymmdd, C or P, strike times 1000 in 8 digits)', () => {
  test('reads a plain symbol [market.symbols]', () => {
    expect(parseOptionSymbol('AAPL251219C00150000')).toEqual({
      root: 'AAPL',
      expiry: '2025-12-19',
      type: 'call',
      strike: 150_000,
    });
  });

  test.each([
    ['O:SPXW251208P06840000', { root: 'SPXW', expiry: '2025-12-08', type: 'put', strike: 6_840_000 }],
    ['O:GME1270115P00003000', { root: 'GME1', expiry: '2027-01-15', type: 'put', strike: 3_000 }],
    ['1SPX251219C06000000', { root: '1SPX', expiry: '2025-12-19', type: 'call', strike: 6_000_000 }],
    ['SPY   251219C00650000', { root: 'SPY', expiry: '2025-12-19', type: 'call', strike: 650_000 }],
    ['O:SPY   251219C00650000', { root: 'SPY', expiry: '2025-12-19', type: 'call', strike: 650_000 }],
    ['o:spy251219p00000500', { root: 'SPY', expiry: '2025-12-19', type: 'put', strike: 500 }],
    ['O240229C00001001', { root: 'O', expiry: '2024-02-29', type: 'call', strike: 1_001 }],
    ['123456251219C00000001', { root: '123456', expiry: '2025-12-19', type: 'call', strike: 1 }],
  ])('parses %s from the end', (text, symbol) => {
    expect(parseOptionSymbol(text)).toEqual(symbol);
  });

  test.each([
    '',
    'O:',
    'AAPL',
    '251219C00150000',
    'O:251219C00150000',
    'ABCDEFG251219C00150000',
    'AAPL251319C00150000',
    'AAPL250230C00150000',
    'AAPL230229C00150000',
    'AAPL251200C00150000',
    'AAPL251219X00150000',
    'AAPL251219C0015000O',
    'AAPL2512 9C00150000',
    'AA L251219C00150000',
    'SPY 251219C00650000',
    ' SPY  251219C00650000',
    'BRK.B251219C00150000',
    'ÄPL251219C00150000',
    'X:AAPL251219C00150000',
    'AAPL251219C00150000 ',
    'AAPL251219C-0150000',
    'AAPL251219C1e150000',
  ])('returns null for %j', (text) => {
    expect(parseOptionSymbol(text)).toBeNull();
  });

  test('parses every formatted symbol back [market.symbol-format]', () => {
    fc.assert(
      fc.property(symbols, fc.boolean(), fc.boolean(), (symbol, prefix, padded) => {
        const text = formatOptionSymbol(symbol, { prefix, padded });
        expect(parseOptionSymbol(text)).toEqual(symbol);
        expect(parseOptionSymbol(text.toLowerCase())).toEqual(symbol);
        if (padded && !prefix) expect(text).toHaveLength(21);
      }),
    );
  });

  test('formats every parsed text back', () => {
    fc.assert(
      fc.property(symbols, (symbol) => {
        const text = formatOptionSymbol(symbol);
        const read = parseOptionSymbol(text);
        expect(read === null ? null : formatOptionSymbol(read)).toBe(text);
      }),
    );
  });

  test('never throws [market.symbol-malformed]', () => {
    const anything = fc.oneof(
      fc.array(fc.nat(0xffff)).map((codes) => String.fromCharCode(...codes)),
      fc.string({ minLength: 14, maxLength: 24 }),
    );
    fc.assert(
      fc.property(anything, (text) => {
        const symbol = parseOptionSymbol(text);
        if (symbol !== null) expect(parseOptionSymbol(formatOptionSymbol(symbol))).toEqual(symbol);
      }),
    );
  });

  test('formats back to the same text when a character is changed', () => {
    fc.assert(
      fc.property(symbols, fc.nat(20), fc.string({ minLength: 1, maxLength: 1 }), (symbol, at, other) => {
        const text = formatOptionSymbol(symbol);
        const changed = text.slice(0, at) + other + text.slice(at + 1);
        const read = parseOptionSymbol(changed);
        // A space after five characters is padding to six, as in the OCC format.
        if (read !== null) {
          expect(changed.toUpperCase().replaceAll(' ', '')).toContain(formatOptionSymbol(read));
        }
      }),
    );
  });

  test('throws for a value that a symbol cannot hold', () => {
    const symbol = { root: 'SPY', expiry: '2025-12-19', type: 'call', strike: 1 } as const;
    expect(() => formatOptionSymbol({ ...symbol, root: 'TOOLONG' })).toThrow(TypeError);
    expect(() => formatOptionSymbol({ ...symbol, expiry: '1999-01-01' })).toThrow(TypeError);
    expect(() => formatOptionSymbol({ ...symbol, strike: 0.5 })).toThrow(TypeError);
    expect(() => formatOptionSymbol({ ...symbol, strike: 100_000_000 })).toThrow(TypeError);
  });

  test('formats a contract for display', () => {
    expect(optionLabel('O:AAPL251219C00150000')).toBe('AAPL 150 C 12/19/25');
    expect(optionLabel('O:SPY251219P00002500')).toBe('SPY 2.5 P 12/19/25');
    expect(optionLabel('nonsense')).toBe('nonsense');
    expect(strikeText(125)).toBe('0.125');
  });
});
