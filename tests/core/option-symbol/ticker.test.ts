import { readTicker, rootBelongsTo, rootFilter, tickerKey, underlyingOf } from '@openbell/core/option-symbol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

describe('spellings of tickers', () => {
  test.each([
    [' aapl ', 'AAPL'],
    ['BRK.B', 'BRK.B'],
    ['brk/b', 'BRK.B'],
    ['BRK B', 'BRK.B'],
    ['BRK-B', 'BRK-B'],
    ['I:SPX', 'I:SPX'],
    ['^SPX', '^SPX'],
    ['', null],
    ['..', null],
    ['../v3', null],
    ['..%2F', null],
    ['A/B', null],
    ['A B', null],
    ['BRK//B', null],
    ['A?x=1', null],
    ['A\u0000', null],
    ['ÄÖ', null],
    ['-', null],
    ['A'.repeat(16), null],
  ])('reads %j as %j [market.ticker-spellings]', (text, ticker) => {
    expect(readTicker(text)).toBe(ticker);
  });

  test.each([
    ['BRKB', ['BRK.B', 'BRKB', 'BRK/B', 'BRK-B', 'brk b', ' brk.b ', 'BRK_B']],
    ['SPX', ['SPX', 'I:SPX', '^SPX', '$spx']],
    ['', ['', '...', '-/', 'ä']],
  ])('%j is the key of each spelling [market.ticker-spellings]', (key, spellings) => {
    expect(spellings.map(tickerKey)).toEqual(spellings.map(() => key));
  });

  test.each([
    ['BRKB', ['BRK.B', 'BRK/B', 'BRKB1', 'BRK.B1']],
    ['SPX', ['SPX', 'SPXW', 'spxw', 'I:SPX', 'SPXW1']],
    ['NDX', ['NDXP']],
    ['VIX', ['VIXW', '^VIX']],
    ['TSLA', ['TSLA', 'TSLA1', 'tsla2']],
    ['TSLA0', ['TSLA0']],
    ['TSLA12', ['TSLA12']],
    ['XSP', ['XSP', 'XSPW']],
  ])('%s is the underlying of each spelling and root [market.ticker-spellings]', (underlying, spellings) => {
    expect(spellings.map(underlyingOf)).toEqual(spellings.map(() => underlying));
  });

  test.each([
    ['SPY', 'SPY', true],
    ['SPY', ' spy ', true],
    ['SPY', 'SP', false],
    ['SP', 'SPY', false],
    // Adjusted contracts have one digit from 1 to 9 after the ticker.
    ['GME1', 'GME', true],
    ['GME9', 'GME', true],
    ['GME0', 'GME', false],
    ['GME12', 'GME', false],
    ['GMEX', 'GME', false],
    // Weeklies of an index have their own roots.
    ['SPXW', 'SPX', true],
    ['NDXP', 'NDX', true],
    ['VIXW', 'VIX', true],
    ['RUTW', 'RUT', true],
    ['SPXW', 'SPY', false],
    // Roots have no dots.
    ['BRKB', 'BRK.B', true],
    ['BRKB1', 'BRK.B', true],
    ['BRKB', 'BRKB', true],
    ['BRKB', 'BRK/B', true],
    ['BRKB', 'BRK-B', true],
    ['BRKB', 'brk b', true],
    ['BRKB1', 'BRK-B', true],
    ['BRKB', 'BRKB1', true],
    ['BRKB', 'BRK', false],
    // A typed root counts as its underlying.
    ['SPX', 'SPXW', true],
    ['SPXW', 'SPXW', true],
    ['SPXW', 'I:SPX', true],
    ['SPX', '^spx', true],
    ['XEO', 'OEX', true],
    ['SPY', 'SPXW', false],
    ['XSP', 'SPX', false],
    ['GME', 'GME1', true],
    ['GME1', 'GME2', true],
    ['GME', 'GMEX', false],
    ['BRKA', 'BRK.B', false],
    ['SPY', '', false],
    ['1', '...', false],
  ])('root %s belongs to ticker %j: %s [market.symbols] [market.ticker-spellings]', (root, ticker, isOf) => {
    expect(rootBelongsTo(root, ticker)).toBe(isOf);
  });

  test('filters roots as their underlyings compare [market.ticker-spellings]', () => {
    const roots = fc.stringMatching(/^[SNRVXOWPE]{1,4}[0-9]?$/);
    fc.assert(
      fc.property(roots, roots, (root, ticker) => {
        expect(rootFilter(ticker)(root)).toBe(underlyingOf(root) === underlyingOf(ticker));
      }),
    );
  });
});
