'use client';

import { formatDay, isCanceled, keptUntil } from '@openbell/core/billing';
import { useSession } from '@openbell/react-hooks';
import type { ReactNode } from 'react';
import { useTexts } from '../primitives/index.ts';

/**
 * Explains the effect of cancelling: until when access lasts, if known, and that no further charges follow; or that the
 * subscription is already canceled.
 */
export function KeptUntil({ id }: { id: number | null }): ReactNode {
  const text = useTexts();
  const { user, subscriptions } = useSession();
  const subscription = subscriptions.find((one) => one.id === id);
  if (subscription === undefined || user === null) return null;
  const until = keptUntil(subscription, user);
  if (isCanceled(subscriptions, subscription.id)) {
    return (
      <p className="ob-unsubscribe-note" data-part="already-canceled">
        {text('billing.endsOn', { date: formatDay(until) || text('billing.notAvailable') })}
      </p>
    );
  }
  return (
    <p className="ob-unsubscribe-note" data-part="kept-until">
      {until === null
        ? text('billing.nothingCharged')
        : `${text('billing.keptUntil', { date: formatDay(until) })} ${text('billing.nothingCharged')}`}
    </p>
  );
}
