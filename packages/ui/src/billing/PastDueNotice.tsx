'use client';

import { useBillingOutlook } from '@openbell/react-hooks';
import type { ReactNode } from 'react';
import { type LinkComponent, PlainLink, useTexts } from '../primitives/index.ts';

/** Props of {@link PastDueNotice}. */
export interface PastDueNoticeProps {
  /** Where the whole story stands: when the payment is tried again, and what to do. */
  profileHref?: string | undefined;
  /** How links inside the site are drawn. */
  link?: LinkComponent | undefined;
}

/** One line on every page while the last payment has failed, with the way to the profile; nothing otherwise. */
export function PastDueNotice(props: PastDueNoticeProps): ReactNode {
  const text = useTexts();
  const { outlook } = useBillingOutlook();
  const { link: Link = PlainLink, profileHref = '/profile' } = props;
  if (outlook.kind !== 'past-due') return null;
  return (
    <p className="ob-past-due-notice" role="status" data-part="past-due-notice">
      <span>{text('billing.pastDueTitle')}</span>
      <Link className="ob-link" href={profileHref}>
        {text('billing.pastDueSeeProfile')}
      </Link>
    </p>
  );
}
