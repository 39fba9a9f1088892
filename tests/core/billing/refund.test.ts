import { monthlyRenewalCents, type RefundablePayment, refundQuote } from '@openbell/core/billing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const DAY = 86_400_000;
/** Late in the evening in UTC: the next day is two minutes away. */
const PAID = Date.parse('2026-01-10T23:58:00Z');
const yearly: RefundablePayment = { term: 2, paidAt: PAID, amountCents: 45_000, returning: false };
const monthly: RefundablePayment = { term: 1, paidAt: PAID, amountCents: 5_000, returning: true };
/** The first and the last millisecond of a day of the plan, in UTC; day 1 is the day of payment. */
const day = (count: number): readonly number[] => {
  const start = Date.parse('2026-01-10T00:00:00Z') + (count - 1) * DAY;
  return count === 1 ? [PAID, start + DAY - 1] : [start, start + DAY - 1];
};
const quotes = (payment: RefundablePayment, count: number) =>
  day(count).map((at) => refundQuote(payment, at));
const twice = <T>(quote: T): T[] => [quote, quote];

describe('refunds', () => {
  it('yearly: $100 less on days 31 to 60 in UTC, nothing from day 61 [billing.refund-annual]', () => {
    const less = { kind: 'refund', amountCents: 35_000, withinDays: 25 } as const;
    expect(quotes(yearly, 31)).toEqual(twice(less));
    expect(quotes(yearly, 60)).toEqual(twice(less));
    expect(quotes(yearly, 61)).toEqual(twice({ kind: 'none' }));
    expect(quotes(yearly, 400)).toEqual(twice({ kind: 'none' }));
    expect(quotes({ ...yearly, amountCents: 9_000 }, 40)).toEqual(twice({ kind: 'none' }));
  });

  it('monthly: a full refund for a returning member in the first 3 days [billing.refund-monthly]', () => {
    const whole = { kind: 'refund', amountCents: 5_000, withinDays: null } as const;
    expect(quotes(monthly, 1)).toEqual(twice(whole));
    expect(quotes(monthly, 3)).toEqual(twice(whole));
  });

  it('cases that the terms do not define are open [billing.refund-open]', () => {
    const open = twice({ kind: 'open' });
    expect(quotes(yearly, 1)).toEqual(open);
    expect(quotes(yearly, 30)).toEqual(open);
    expect(quotes(monthly, 4)).toEqual(open);
    expect(quotes({ ...monthly, returning: false }, 1)).toEqual(open);
    expect(refundQuote(yearly, PAID - DAY)).toEqual({ kind: 'open' });
    expect(refundQuote({ ...yearly, paidAt: Number.NaN }, PAID)).toEqual({ kind: 'open' });
  });

  it('never exceeds the payment, and is at least one cent', () => {
    const payment = fc.record({
      term: fc.constantFrom(1 as const, 2 as const),
      paidAt: fc.integer({ min: 0, max: 4_000_000_000_000 }),
      amountCents: fc.nat(1_000_000),
      returning: fc.boolean(),
    });
    fc.assert(
      fc.property(payment, fc.integer({ min: -DAY, max: 100 * DAY }), (paid, later) => {
        const quote = refundQuote(paid, paid.paidAt + later);
        if (quote.kind !== 'refund') return;
        expect(quote.amountCents).toBeGreaterThanOrEqual(1);
        expect(quote.amountCents).toBeLessThanOrEqual(paid.amountCents);
      }),
    );
  });

  it('monthly renewal is 10% of the annual price, or 5% of the biannual price [billing.renewal-price]', () => {
    expect(monthlyRenewalCents('annual', 45_000)).toBe(4_500);
    expect(monthlyRenewalCents('biannual', 45_000)).toBe(2_250);
    expect(monthlyRenewalCents('biannual', 44_999)).toBe(2_250);
  });
});
