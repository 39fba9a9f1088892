import { displayedSubscription, displayStatus, periodOf } from '@openbell/core/billing';
import { describe, expect, it } from 'vitest';
import { subscriptionOf } from './billing-support.ts';

const subscription = (id: number, status: string) => subscriptionOf({ id, status });

describe('subscription display', () => {
  it.each([
    ['active', 'ACTIVE', 'positive'],
    ['Active', 'ACTIVE', 'positive'],
    ['canceled', 'CANCELED', 'negative'],
    ['cancelled', 'CANCELED', 'negative'],
    ['CANCELLED', 'CANCELED', 'negative'],
    ['trialing', 'TRIALING', 'caution'],
    ['past_due', 'PAST_DUE', 'caution'],
    ['', '', 'caution'],
  ])('status %s is shown as %s (%s) [billing.status]', (status, text, tone) => {
    expect(displayStatus(status)).toEqual({ text, tone });
  });

  it('shows the first active subscription, ignoring case, otherwise active_subscription [billing.displayed]', () => {
    const fallback = subscription(9, 'trialing');
    const list = [subscription(1, 'canceled'), subscription(2, 'ACTIVE'), subscription(3, 'active')];
    expect(displayedSubscription(list, { active_subscription: fallback })?.id).toBe(2);
    expect(displayedSubscription([subscription(1, 'trialing')], { active_subscription: fallback })?.id).toBe(
      9,
    );
    expect(displayedSubscription([], { active_subscription: null })).toBeNull();
    expect(displayedSubscription([], null)).toBeNull();
  });

  it.each([
    [1, 'monthly'],
    [2, 'yearly'],
    [0, 'yearly'],
    [12, 'yearly'],
  ])('period %d is %s', (period, word) => {
    expect(periodOf(period)).toBe(word);
  });
});
