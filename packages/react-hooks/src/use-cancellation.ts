'use client';

import { useStore } from '@nanostores/react';
import type { Cancellation, CancellingState, SubscriptionInfoState } from '@openbell/core/billing';
import { useEffect } from 'react';
import { useFeature } from './openbell-provider.tsx';

/** The result of {@link useCancellation}. */
export interface CancellationBinding
  extends Pick<Cancellation, 'loadSubscriptionInfo' | 'requestCancel' | 'cancel'> {
  readonly info: SubscriptionInfoState;
  readonly cancelling: CancellingState;
}

/**
 * Returns the state and actions of canceling a subscription. Loads the details of the subscription `id`; null (default)
 * loads nothing.
 */
export function useCancellation(id: number | null = null, instance?: Cancellation): CancellationBinding {
  const cancellation = useFeature(instance, (openbell) => openbell.billing);
  const info = useStore(cancellation.$subscriptionInfo);
  const cancelling = useStore(cancellation.$cancelling);
  useEffect(() => {
    if (id !== null) void cancellation.loadSubscriptionInfo(id);
  }, [cancellation, id]);
  // The session changed or was just resolved: the details belong to another user.
  const isForgotten = info.status === 'idle';
  useEffect(() => {
    if (id !== null && isForgotten) void cancellation.loadSubscriptionInfo(id);
  }, [cancellation, id, isForgotten]);
  const { loadSubscriptionInfo, requestCancel, cancel } = cancellation;
  return { info, cancelling, loadSubscriptionInfo, requestCancel, cancel };
}
