import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blackScholes, normalCdf } from '../../../../../examples/sandbox/src/market/black-scholes.ts';

const terms = fc.record({
  spot: fc.double({ min: 1, max: 2_000, noNaN: true }),
  moneyness: fc.double({ min: -0.7, max: 0.7, noNaN: true }),
  years: fc.double({ min: 1 / 365, max: 3, noNaN: true }),
  volatility: fc.double({ min: 0.05, max: 2, noNaN: true }),
  rate: fc.double({ min: 0, max: 0.1, noNaN: true }),
  dividendYield: fc.double({ min: 0, max: 0.08, noNaN: true }),
});
const strikeOf = ({ spot, moneyness }: { spot: number; moneyness: number }) => spot * Math.exp(moneyness);

describe('Black-Scholes', () => {
  it('gives the textbook values', () => {
    const atm = { spot: 100, strike: 100, years: 1, volatility: 0.2, rate: 0.05, dividendYield: 0 };
    expect(blackScholes({ ...atm, call: true }).price).toBeCloseTo(10.4505835721856, 10);
    expect(blackScholes({ ...atm, call: false }).price).toBeCloseTo(5.57352602225697, 10);
    expect(blackScholes({ ...atm, call: true }).delta).toBeCloseTo(0.636830651175619, 12);
    const hull = { spot: 42, strike: 40, years: 0.5, volatility: 0.2, rate: 0.1, dividendYield: 0 };
    expect(blackScholes({ ...hull, call: true }).price).toBeCloseTo(4.759422, 6);
    expect(blackScholes({ ...hull, call: false }).price).toBeCloseTo(0.808599, 6);
  });

  it('has the distribution function of the standard normal', () => {
    expect(normalCdf(0)).toBe(0.5);
    expect(normalCdf(1.96)).toBeCloseTo(0.9750021048517795, 14);
    expect(normalCdf(-3)).toBeCloseTo(0.0013498980316300933, 16);
    expect(normalCdf(-8)).toBeGreaterThan(0);
    expect(normalCdf(60)).toBe(1);
  });

  it('keeps put-call parity: call minus put is forward minus strike, discounted', () => {
    fc.assert(
      fc.property(terms, (input) => {
        const strike = strikeOf(input);
        const call = blackScholes({ ...input, strike, call: true });
        const put = blackScholes({ ...input, strike, call: false });
        const forward = input.spot * Math.exp(-input.dividendYield * input.years);
        const parity = forward - strike * Math.exp(-input.rate * input.years);
        expect(Math.abs(call.price - put.price - parity)).toBeLessThan(1e-9 * input.spot);
        expect(call.delta - put.delta).toBeCloseTo(Math.exp(-input.dividendYield * input.years), 12);
      }),
    );
  });

  it('has a delta that is the slope of the price', () => {
    fc.assert(
      fc.property(terms, fc.boolean(), (input, call) => {
        const strike = strikeOf(input);
        const step = input.spot * 1e-5;
        const at = (spot: number) => blackScholes({ ...input, spot, strike, call }).price;
        const slope = (at(input.spot + step) - at(input.spot - step)) / (2 * step);
        expect(Math.abs(blackScholes({ ...input, strike, call }).delta - slope)).toBeLessThan(1e-4);
      }),
    );
  });

  it('returns the intrinsic value of an expired option', () => {
    const expired = { spot: 110, strike: 100, years: 0, volatility: 0.3, rate: 0.05, dividendYield: 0 };
    expect(blackScholes({ ...expired, call: true })).toEqual({ price: 10, delta: 1 });
    expect(blackScholes({ ...expired, call: false })).toEqual({ price: 0, delta: 0 });
  });
});
