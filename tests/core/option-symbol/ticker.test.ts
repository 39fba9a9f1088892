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
    ['2SPX', '2SPX'],
    // Preferred shares.
    ['BACpL', 'BACpL'],
    [' BACpL ', 'BACpL'],
    ['BAC-PL', 'BACpL'],
    ['bac-pl', 'BACpL'],
    ['BAC/PL', 'BACpL'],
    ['BAC PL', 'BACpL'],
    ['BAC.PRL', 'BACpL'],
    ['BAC.PR.L', 'BACpL'],
    ['BAC-PRL', 'BACpL'],
    ['BAC/PRL', 'BACpL'],
    ['BAC PR L', 'BACpL'],
    ['bac pr l', 'BACpL'],
    ['BACPRL', 'BACpL'],
    ['BAC^L', 'BACpL'],
    ['F-PB', 'FpB'],
    ['CpN', 'CpN'],
    // Not a preferred share: a stock, a fund, and a stock in Paris.
    ['BACPL', 'BACPL'],
    ['ABPRX', 'ABPRX'],
    ['MC.PA', 'MC.PA'],
    ['bacpl', 'BACPL'],
    // As posts, spreadsheets and Asian keyboards write them.
    ['$AAPL', 'AAPL'],
    ['$BRK.B', 'BRK.B'],
    ['ａａｐｌ', 'AAPL'],
    ['ＢＲＫ．Ｂ', 'BRK.B'],
    ['BRK\u2011B', 'BRK-B'],
    ['BRK\u2013B', 'BRK-B'],
    ['\u200EAAPL\u202C', 'AAPL'],
    ['$', null],
    ['$$', null],
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
    ['BRKB', ['BRK.B', 'BRKB', 'BRK/B', 'BRK-B', 'brk b', ' brk.b ', 'BRK_B', '$BRK.B', 'ＢＲＫ．Ｂ']],
    ['SPX', ['SPX', 'I:SPX', '^SPX', '$spx']],
    [
      'BACPL',
      [
        ...['BACpL', 'BAC-PL', 'BAC/PL', 'BAC.PRL', 'BAC.PR.L', 'BAC PR L', 'bac pr l', 'BACPRL', 'BAC^L'],
        ...['BACPL', 'bacpl', 'BAC_PL', 'bac/prl'],
      ],
    ],
    ['', ['', '...', '-/', 'ä']],
  ])('%j is the key of each spelling [market.ticker-spellings]', (key, spellings) => {
    expect(spellings.map(tickerKey)).toEqual(spellings.map(() => key));
  });

  test.each([
    ['BRKB', ['BRK.B', 'BRK/B', 'BRKB1', 'BRK.B1']],
    ['SPX', ['SPX', 'SPXW', 'spxw', 'I:SPX', 'SPXW1', '2SPX', '4spxw', '2SPXW1']],
    ['AAPL', ['1AAPL', '2aapl', '9AAPL', '1AAPL1']],
    ['0AAPL', ['0AAPL']],
    ['12AAPL', ['12AAPL']],
    ['BACPL', ['BACpL', 'BAC PR L']],
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
    // FLEX options have one digit from 1 to 9 before the root.
    ['2SPX', 'SPX', true],
    ['4SPXW', 'SPX', true],
    ['1AAPL', 'aapl', true],
    ['1AAPL1', 'AAPL', true],
    ['2BRKB', 'BRK.B', true],
    ['1F', 'F', true],
    ['SPX', '2SPX', true],
    ['1AAPL', '2AAPL', true],
    ['0AAPL', 'AAPL', false],
    ['12AAPL', 'AAPL', false],
    ['1AAPL', 'AAP', false],
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
    const roots = fc.stringMatching(/^[0-9]?[SNRVXOWPE]{1,4}[0-9]?$/);
    fc.assert(
      fc.property(roots, roots, (root, ticker) => {
        expect(rootFilter(ticker)(root)).toBe(underlyingOf(root) === underlyingOf(ticker));
      }),
    );
  });
});
