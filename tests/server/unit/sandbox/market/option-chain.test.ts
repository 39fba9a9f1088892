import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMPANIES, companyOf } from '../../../../../examples/sandbox/src/market/companies.ts';
import {
  createOptionChain,
  type Quote,
  smile,
  tickAt,
} from '../../../../../examples/sandbox/src/market/option-chain.ts';
import { sessionOf } from '../../../../../examples/server/src/providers/market/calendar.ts';

const DAY = '2026-11-20';
const NOON = sessionOf(DAY).open + 2.5 * 3_600_000;
const quoteOf = (ticker: string, expiry: number, moneyness: number, call: boolean) => {
  const company = companyOf(ticker);
  if (company === undefined) throw new TypeError(ticker);
  const chain = createOptionChain(company, DAY);
  const strike = Math.max(0.5, Math.round(company.price * Math.exp(moneyness) * 2) / 2);
  const quote: Quote = { bid: 0, ask: 0, delta: 0, iv: 0, value: 0 };
  chain.quote(chain.contract(expiry, strike, call), { spot: company.price, at: NOON }, quote);
  return quote;
};
const anyContract = fc.record({
  ticker: fc.constantFrom(...COMPANIES.map(({ ticker }) => ticker)),
  expiry: fc.integer({ min: 0, max: 7 }),
  moneyness: fc.double({ min: -0.4, max: 0.4, noNaN: true }),
  call: fc.boolean(),
});

describe('the simulated option chain', () => {
  it('shows a bid below the ask around the theoretical value, in whole ticks', () => {
    fc.assert(
      fc.property(anyContract, ({ ticker, expiry, moneyness, call }) => {
        const quote = quoteOf(ticker, expiry, moneyness, call);
        expect(quote.bid).toBeGreaterThanOrEqual(0);
        expect(quote.ask).toBeGreaterThan(quote.bid);
        expect(quote.bid).toBeLessThanOrEqual(quote.value);
        expect(quote.ask).toBeGreaterThanOrEqual(quote.value);
        expect(Number.isInteger(quote.bid) && Number.isInteger(quote.ask)).toBe(true);
        const tick = tickAt(quote.value, (companyOf(ticker)?.weight ?? 0) >= 1);
        expect(quote.bid % tick).toBe(0);
        expect(quote.iv).toBeGreaterThanOrEqual(0.05);
        expect(quote.iv).toBeLessThanOrEqual(4);
      }),
    );
  });

  it('values a call lower when its strike is higher', () => {
    const values = [-0.2, -0.1, 0, 0.1, 0.2].map((moneyness) => quoteOf('NVDA', 5, moneyness, true).value);
    expect(values).toEqual(values.toSorted((a, b) => b - a));
  });

  it('has a volatility smile: higher in both wings, most at low strikes', () => {
    const company = companyOf('AAPL');
    if (company === undefined) throw new TypeError('AAPL');
    const at = (moneyness: number) => smile(company, moneyness, 30 / 365);
    expect(at(-3)).toBeGreaterThan(at(0));
    expect(at(3)).toBeGreaterThan(at(1.2));
    expect(at(-2)).toBeGreaterThan(at(2));
  });

  it('uses OCC symbols, and returns the same object for the same contract', () => {
    const company = companyOf('BRK.B');
    if (company === undefined) throw new TypeError('BRK.B');
    const chain = createOptionChain(company, DAY);
    expect(chain.contract(0, 492.5, true).symbol).toBe('BRKB261120C00492500');
    expect(chain.contract(0, 492.5, true)).toBe(chain.contract(0, 492.5, true));
    expect(chain.contract(0, 492.5, false)).not.toBe(chain.contract(0, 492.5, true));
  });
});
