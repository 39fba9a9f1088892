'use client';

import { formatDay, keptUntil } from '@openbell/core/billing';
import { useSession } from '@openbell/react-hooks';
import type { ReactNode } from 'react';
import { useTexts } from '../primitives/index.ts';

/** How long access lasts after cancelling, where it is known. */
export function KeptUntil({ id }: { id: number | null }): ReactNode {
  const text = useTexts();
  const { user, subscriptions } = useSession();
  const subscription = subscriptions.find((one) => one.id === id) ?? null;
  const until = subscription === null || user === null ? null : keptUntil(subscription, user);
  if (until === null) return null;
  return (
    <p className="ob-unsubscribe-note" data-part="kept-until">
      {text('billing.keptUntil', { date: formatDay(until) })}
    </p>
  );
}
