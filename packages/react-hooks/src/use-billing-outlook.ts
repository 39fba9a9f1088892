'use client';

import { useStore } from '@nanostores/react';
import { type BillingOutlook, billingOutlook, displayedSubscription } from '@openbell/core/billing';
import type { Subscription } from '@openbell/core/contract';
import type { Session } from '@openbell/core/session';
import { useFeature } from './openbell-provider.tsx';

/** The result of {@link useBillingOutlook}. */
export interface BillingOutlookBinding {
  /** The subscription shown on the profile; null when there is none. */
  readonly displayed: Subscription | null;
  readonly outlook: BillingOutlook;
}

/** Returns the next charge or the end of access, by the server's time. */
export function useBillingOutlook(instance?: Session): BillingOutlookBinding {
  // The outlook depends on the time of each render, which the React Compiler does not know.
  'use no memo';
  const session = useFeature(instance, (openbell) => openbell.session);
  const user = useStore(session.$user);
  const subscriptions = useStore(session.$subscriptions);
  // Renders again when access ends.
  useStore(session.$isSubscribed);
  const displayed = displayedSubscription(subscriptions, user);
  const outlook = billingOutlook(displayed, { expired_at: user?.expired_at ?? null }, session.now());
  return { displayed, outlook };
}
