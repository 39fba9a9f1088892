import type { Term } from '../contract/index.ts';

const DAY = 86_400_000;
/** Whole days in UTC, counted from the day of the payment, which is day 1. */
const ANNUAL_REFUND = { firstDay: 31, lastDay: 60, deductionCents: 10_000, withinDays: 25 } as const;
const RETURNING_MONTHLY_DAYS = 3;
const RENEWAL_PERCENT = { annual: 10, biannual: 5 } as const;

/** The payment to refund. */
export interface RefundablePayment {
  /** 1 = monthly, 2 = yearly. */
  readonly term: Term;
  /** When it was paid, in milliseconds since the epoch. */
  readonly paidAt: number;
  /** What was paid, in cents. */
  readonly amountCents: number;
  /** Whether the member had a plan before this one. */
  readonly returning: boolean;
}

/**
 * The refund under the terms: `refund` of `amountCents` (within `withinDays`, if the terms set a time), `none`, or `open`
 * where the terms do not say.
 */
export type RefundQuote =
  | { readonly kind: 'refund'; readonly amountCents: number; readonly withinDays: number | null }
  | { readonly kind: 'none' }
  | { readonly kind: 'open' };

/**
 * Reads the refund windows of the terms for a member who cancels at `at` (milliseconds since the epoch):
 * a yearly plan less $100 on days 31 to 60 and nothing from day 61 on, all of a returning member's monthly plan in its
 * first 3 days. It moves no money.
 */
export function refundQuote(payment: RefundablePayment, at: number): RefundQuote {
  const { term, amountCents, returning } = payment;
  const day = Math.floor(at / DAY) - Math.floor(payment.paidAt / DAY) + 1;
  if (!(day >= 1)) return { kind: 'open' };
  if (term === 1) {
    const whole = returning && day <= RETURNING_MONTHLY_DAYS;
    return whole ? refund(amountCents, null) : { kind: 'open' };
  }
  const { firstDay, lastDay, deductionCents, withinDays } = ANNUAL_REFUND;
  if (day < firstDay) return { kind: 'open' };
  return day <= lastDay ? refund(amountCents - deductionCents, withinDays) : { kind: 'none' };
}

function refund(amountCents: number, withinDays: number | null): RefundQuote {
  return amountCents > 0 ? { kind: 'refund', amountCents, withinDays } : { kind: 'none' };
}

/** The monthly price in cents after a longer term: 10 % of the annual price, 5 % of the biannual one, rounded. */
export function monthlyRenewalCents(after: 'annual' | 'biannual', priceCents: number): number {
  return Math.round((priceCents * RENEWAL_PERCENT[after]) / 100);
}
