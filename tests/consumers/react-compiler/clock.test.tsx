import type { Session } from '@openbell/core/session';
import { useCardExpiry } from '@openbell/react-hooks';
import { renderHook } from '@testing-library/react';
import { atom } from 'nanostores';
import { expect, it } from 'vitest';

it('announces the expiry of a card with the passing of time when compiled [billing.card-expiry]', () => {
  const expiresAt = Date.UTC(2027, 0, 1);
  const subscription = {
    status: 'active',
    cancel_at_period_end: false,
    payment_method: {
      type: 'card',
      brand: 'visa',
      last4: '4242',
      expires_at: new Date(expiresAt).toISOString(),
    },
  };
  let now = Date.UTC(2026, 10, 1);
  const session = {
    $user: atom({ active_subscription: subscription, expired_at: null }),
    $subscriptions: atom([subscription]),
    $isSubscribed: atom(true),
    now: () => now,
  } as unknown as Session;
  const { result, rerender } = renderHook(() => useCardExpiry(session));
  expect(result.current).toBeNull();
  now = Date.UTC(2026, 11, 20);
  rerender();
  expect(result.current).toBe(expiresAt);
});
