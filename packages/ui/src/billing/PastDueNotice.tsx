'use client';

import { useBillingOutlook } from '@openbell/react-hooks';
import type { ReactNode } from 'react';
import { type LinkComponent, PlainLink, useTexts } from '../primitives/index.ts';

export interface PastDueNoticeProps {
  /** The page with the details: when the payment is retried and what to do. Default `/profile`. */
  profileHref?: string | undefined;
  /** Link component for links inside the site. */
  link?: LinkComponent | undefined;
}

/** A one-line notice with a link to the profile while the last payment has failed; renders nothing otherwise. */
export function PastDueNotice(props: PastDueNoticeProps): ReactNode {
  const text = useTexts();
  const { displayed, outlook } = useBillingOutlook();
  const { link: Link = PlainLink, profileHref = '/profile' } = props;
  if (outlook.kind !== 'past-due') return null;
  return (
    <p className="ob-past-due-notice" role="status" data-part="past-due-notice">
      <span>{text('billing.pastDueTitle')}</span>
      <Link className="ob-link" href={profileHref}>
        {text(
          displayed?.payment_method?.type === 'card' ? 'billing.updateCard' : 'billing.pastDueSeeProfile',
        )}
      </Link>
    </p>
  );
}
