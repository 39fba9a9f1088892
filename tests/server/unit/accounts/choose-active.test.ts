import type { Subscription } from '@openbell/core/contract';
import { expect, test } from 'vitest';
import { chooseActive } from '../../../../examples/server/src/accounts/project-user.ts';

const now = Date.UTC(2026, 10, 21);
const future = '2026-12-21T00:00:00.000Z';
const later = '2027-11-21T00:00:00.000Z';
const past = '2026-10-21T00:00:00.000Z';

let id = 0;
function plan(status: string, end: string | null): Subscription {
  id += 1;
  return {
    id,
    status,
    provider: 'stripe',
    provider_subscription_id: `sub_${id}`,
    period: 1,
    current_period_start: past,
    current_period_end: end,
    subscription_histories: [],
    trial_ends_at: null,
    next_charge_at: null,
    next_amount: null,
    cancel_at_period_end: false,
    payment_method: null,
  };
}

test('returns null when no subscription is active', () => {
  expect(chooseActive([], now)).toBeNull();
  expect(
    chooseActive([plan('incomplete', future), plan('unpaid', future), plan('odd', future)], now),
  ).toBeNull();
});

test('prefers active, then trialing, past due and cancelled, in any order and letter case', () => {
  const plans = [
    plan('canceled', later),
    plan('past_due', later),
    plan('trialing', later),
    plan('ACTIVE', future),
  ];
  expect(chooseActive(plans, now)?.status).toBe('ACTIVE');
  expect(chooseActive(plans.slice(0, 3), now)?.status).toBe('trialing');
  expect(chooseActive(plans.slice(0, 2), now)?.status).toBe('past_due');
  expect(chooseActive(plans.slice(0, 1), now)?.status).toBe('canceled');
});

test('prefers the longer of two subscriptions in the same state', () => {
  const [short, long] = [plan('active', future), plan('active', later)];
  expect(chooseActive([short, long], now)).toBe(long);
  expect(chooseActive([long, short], now)).toBe(long);
});

test('includes a cancelled plan until its paid time ends', () => {
  expect(chooseActive([plan('cancelled', future)], now)).not.toBeNull();
  expect(chooseActive([plan('canceled', past)], now)).toBeNull();
  expect(chooseActive([plan('canceled', null)], now)).toBeNull();
});
