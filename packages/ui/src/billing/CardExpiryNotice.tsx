'use client';

import { formatExpiryMonth } from '@openbell/core/billing/payment-method';
import { useBillingOutlook, useCardExpiry } from '@openbell/react-hooks';
import type { ReactNode } from 'react';
import { PlainLink, useTexts } from '../primitives/index.ts';
import type { PastDueNoticeProps } from './PastDueNotice.tsx';

/** A one-line notice with a link to the profile from 30 days before the card expires, unless a payment has failed. */
export function CardExpiryNotice(props: PastDueNoticeProps): ReactNode {
  const text = useTexts();
  const { outlook } = useBillingOutlook();
  const expiresAt = useCardExpiry();
  const { link: Link = PlainLink, profileHref = '/profile' } = props;
  if (expiresAt === null || outlook.kind === 'past-due') return null;
  return (
    <p className="ob-past-due-notice" role="status" data-part="card-expiry-notice">
      <span>{text('billing.cardExpires', { month: formatExpiryMonth(expiresAt) })}</span>
      <Link className="ob-link" href={profileHref}>
        {text('billing.updateCard')}
      </Link>
    </p>
  );
}
