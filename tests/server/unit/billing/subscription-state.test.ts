import { describe, expect, it } from 'vitest';
import {
  expiredAtOf,
  type SubscriptionRow,
  shownStatus,
  stateOf,
} from '../../../../examples/server/src/billing/subscription-state.ts';
import type { ProviderSubscription } from '../../../../examples/server/src/providers/payments.types.ts';

const DAY = 86_400_000;
const now = Date.parse('2026-11-21T12:00:00.000Z');

const row = (changes: Partial<SubscriptionRow>): SubscriptionRow => ({
  id: 1,
  userId: 1,
  programId: 1,
  provider: 'stripe',
  providerSubscriptionId: 'sub_1',
  status: 'active',
  period: 1,
  currentPeriodStart: new Date(now - 10 * DAY),
  currentPeriodEnd: new Date(now + 20 * DAY),
  trialEnd: null,
  card: null,
  cancelAtPeriodEnd: false,
  canceledAt: null,
  pastDueSince: null,
  paymentReversed: false,
  amountCents: 5000,
  nextChargeAt: null,
  readNumber: 1,
  createdAt: new Date(now - 40 * DAY),
  updatedAt: new Date(now),
  ...changes,
});

const provider = (changes: Partial<ProviderSubscription>): ProviderSubscription => ({
  id: 'sub_1',
  customerId: 'cus_1',
  reference: 1,
  status: 'active',
  currentPeriodStart: now - 10 * DAY,
  currentPeriodEnd: now + 20 * DAY,
  trialEnd: null,
  amountCents: 5000,
  nextChargeAt: null,
  cancelAtPeriodEnd: false,
  canceledAt: null,
  endedByFailedPayment: false,
  failingSince: null,
  ...changes,
});

const unpaidSince = (pastDueSince: Date | null) => ({
  pastDueSince,
  currentPeriodEnd: null,
  amountCents: null,
  trialEnd: null,
  card: null,
});

const expiry = (rows: SubscriptionRow[], before: number | null = null) =>
  expiredAtOf(rows, before === null ? null : new Date(before), now)?.getTime() ?? null;

describe('end of access', () => {
  it('adds a day to the period end while the plan runs, and none after a cancel', () => {
    expect(expiry([row({})])).toBe(now + 21 * DAY);
    expect(expiry([row({ status: 'trialing' })])).toBe(now + 21 * DAY);
    expect(expiry([row({ cancelAtPeriodEnd: true })])).toBe(now + 20 * DAY);
    expect(expiry([row({ status: 'canceled' })])).toBe(now + 20 * DAY);
  });

  it('is three days after a failed payment, also when the plan ended because of it', () => {
    const failed = new Date(now - DAY);
    expect(expiry([row({ status: 'past_due', pastDueSince: failed })])).toBe(now + 2 * DAY);
    expect(expiry([row({ status: 'canceled', pastDueSince: failed })])).toBe(now + 2 * DAY);
  });

  it('is the latest of several plans', () => {
    const ended = row({ id: 2, status: 'canceled', currentPeriodEnd: new Date(now - DAY) });
    expect(expiry([ended, row({})])).toBe(now + 21 * DAY);
  });

  it('is null for a pending plan and without a plan', () => {
    expect(expiry([row({ status: 'pending', currentPeriodEnd: null })])).toBeNull();
    expect(expiry([])).toBeNull();
  });

  it('is at most the current time for an unpaid plan', () => {
    expect(expiry([row({ status: 'unpaid' })], now + 5 * DAY)).toBe(now);
    expect(expiry([row({ status: 'unpaid' })], now - 5 * DAY)).toBe(now - 5 * DAY);
  });
});

describe('the state from the provider', () => {
  it('shows a plan that ends with its period as canceled, unless it is past due', () => {
    expect(shownStatus({ status: 'active', cancelAtPeriodEnd: true })).toBe('canceled');
    expect(shownStatus({ status: 'trialing', cancelAtPeriodEnd: true })).toBe('canceled');
    expect(shownStatus({ status: 'past_due', cancelAtPeriodEnd: true })).toBe('past_due');
    expect(shownStatus({ status: 'active', cancelAtPeriodEnd: false })).toBe('active');
  });

  it('stores when a payment first failed, keeps that time, and clears it on payment', () => {
    const first = stateOf(provider({ status: 'past_due' }), unpaidSince(null), now).pastDueSince;
    expect(first?.getTime()).toBe(now - 10 * DAY);
    const earlier = new Date(now - 12 * DAY);
    expect(stateOf(provider({ status: 'past_due' }), unpaidSince(earlier), now).pastDueSince).toBe(earlier);
    expect(
      stateOf(provider({ status: 'canceled', endedByFailedPayment: true }), unpaidSince(null), now)
        .pastDueSince,
    ).toEqual(first);
    expect(stateOf(provider({ status: 'active' }), unpaidSince(earlier), now).pastDueSince).toBeNull();
    // Canceled by the member while unpaid: the unpaid period gives no access.
    expect(stateOf(provider({ status: 'canceled' }), unpaidSince(earlier), now).pastDueSince).toBe(earlier);
    expect(stateOf(provider({ status: 'canceled' }), unpaidSince(null), now).pastDueSince).toBeNull();
  });
});
