'use client';

import { useStore } from '@nanostores/react';
import type { BillingOptions } from '@openbell/core/billing';
import {
  cardExpiry,
  createPaymentMethodUpdate,
  type PaymentMethodUpdate,
  type PaymentMethodUpdateState,
} from '@openbell/core/billing/payment-method';
import type { Session } from '@openbell/core/session';
import { useEffect, useMemo } from 'react';
import { useFeature } from './openbell-provider.tsx';
import { useBillingOutlook } from './use-billing-outlook.ts';

/** The result of {@link usePaymentMethodUpdate}. */
export interface PaymentMethodUpdateBinding
  extends Pick<PaymentMethodUpdate, 'cardSetup' | 'open' | 'mountCard' | 'confirmCard' | 'close'> {
  readonly state: PaymentMethodUpdateState;
}

/** Returns the state and actions of changing the card or wallet of a subscription. One update for each component. */
export function usePaymentMethodUpdate(instance?: PaymentMethodUpdate): PaymentMethodUpdateBinding {
  const given = useFeature<PaymentMethodUpdate | BillingOptions>(instance, ({ billing }) => billing.options);
  const update = useMemo(() => ('confirmCard' in given ? given : createPaymentMethodUpdate(given)), [given]);
  const state = useStore(update.$state);
  // Another page drops a form that is open.
  useEffect(() => () => update.destroy(), [update]);
  const { cardSetup, open, mountCard, confirmCard, close } = update;
  return { state, cardSetup, open, mountCard, confirmCard, close };
}

/** Returns when the card of the displayed subscription expires, from 30 days before; else null. By the server's time. */
export function useCardExpiry(instance?: Session): number | null {
  // Depends on the time of each render, which the React Compiler does not know.
  'use no memo';
  const session = useFeature(instance, (openbell) => openbell.session);
  const { displayed } = useBillingOutlook(session);
  return cardExpiry(displayed, session.now());
}
