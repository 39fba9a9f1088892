'use client';

import { useStore } from '@nanostores/react';
import type { Cancellation, CancellingState, SubscriptionInfoState } from '@openbell/core/billing';
import { useEffect } from 'react';
import { useFeature } from './openbell-provider.tsx';

/** Cancelling as a component reads it. */
export interface CancellationBinding
  extends Pick<Cancellation, 'loadSubscriptionInfo' | 'requestCancel' | 'cancel'> {
  readonly info: SubscriptionInfoState;
  readonly cancelling: CancellingState;
}

/**
 * Ending a subscription. With an id, what is known about that subscription is loaded when the component appears; null
 * loads nothing.
 */
export function useCancellation(id: number | null = null, instance?: Cancellation): CancellationBinding {
  const cancellation = useFeature(instance, (openbell) => openbell.billing);
  const info = useStore(cancellation.$subscriptionInfo);
  const cancelling = useStore(cancellation.$cancelling);
  useEffect(() => {
    if (id !== null) void cancellation.loadSubscriptionInfo(id);
  }, [cancellation, id]);
  // Somebody else is signed in now, or it has only now become known who is: what was loaded is not theirs.
  const isForgotten = info.status === 'idle';
  useEffect(() => {
    if (id !== null && isForgotten) void cancellation.loadSubscriptionInfo(id);
  }, [cancellation, id, isForgotten]);
  const { loadSubscriptionInfo, requestCancel, cancel } = cancellation;
  return { info, cancelling, loadSubscriptionInfo, requestCancel, cancel };
}
