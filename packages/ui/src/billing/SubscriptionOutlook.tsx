'use client';

import { type BillingOutlook, formatDay, formatDollars, unsubscribePath } from '@openbell/core/billing';
import type { Texts } from '@openbell/core/catalogue';
import { isServerId, type Subscription } from '@openbell/core/contract';
import { useBillingOutlook } from '@openbell/react-hooks';
import type { ReactNode } from 'react';
import { type LinkComponent, PlainLink, useTexts } from '../primitives/index.ts';

export interface SubscriptionOutlookProps {
  pricingHref?: string | undefined;
  contactHref?: string | undefined;
  /** Link component for links inside the site. */
  link?: LinkComponent | undefined;
}

/** The next charge with its date and amount, or the end of a trial or canceled plan, with the link to cancel. */
export function SubscriptionOutlook(props: SubscriptionOutlookProps): ReactNode {
  const text = useTexts();
  const { displayed, outlook } = useBillingOutlook();
  const { link: Link = PlainLink, pricingHref = '/#pricing' } = props;
  const lines = isGranted(displayed, outlook)
    ? [text('billing.grantedUntil', { date: formatDay(outlook.at) })]
    : outlookLines(text, outlook);
  const runs = outlook.kind === 'trial' || outlook.kind === 'renews' || outlook.kind === 'past-due';
  const cancelableId = runs && displayed !== null && isServerId(displayed.id) ? displayed.id : null;
  if (lines.length === 0 && cancelableId === null && outlook.kind !== 'ended') return null;
  return (
    <div className="ob-outlook" data-part="outlook" data-status={outlook.kind}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {cancelableId === null ? null : (
        <Link className="ob-link ob-outlook-action" href={unsubscribePath(cancelableId)}>
          {text('billing.cancelSubscription')}
        </Link>
      )}
      {outlook.kind === 'ended' ? (
        <Link className="ob-link ob-outlook-action" href={pricingHref}>
          {text('billing.enrollAgain')}
        </Link>
      ) : null}
    </div>
  );
}

/** Whether the owner of the site granted the access by hand. */
function isGranted(
  displayed: Subscription | null,
  outlook: BillingOutlook,
): outlook is { readonly kind: 'ends'; readonly at: number } {
  return displayed?.provider === 'manual' && outlook.kind === 'ends' && outlook.at !== null;
}

/** A failed payment and what to do about it; renders nothing when all payments succeeded. */
export function PastDueBanner(props: SubscriptionOutlookProps): ReactNode {
  const text = useTexts();
  const { displayed, outlook } = useBillingOutlook();
  const { link: Link = PlainLink, contactHref = '/#contact' } = props;
  if (outlook.kind !== 'past-due') return null;
  return (
    <aside className="ob-past-due" data-part="past-due" aria-label={text('billing.pastDueTitle')}>
      <p className="ob-past-due-title">{text('billing.pastDueTitle')}</p>
      <p>{outlookLines(text, outlook).join(' ')}</p>
      <p>{text(whatToDo[displayed?.payment_method?.type ?? 'other'])}</p>
      <Link className="ob-link" href={contactHref}>
        {text('billing.contactUs')}
      </Link>
    </aside>
  );
}

/** Text codes of the advice after a failed payment, by payment method. */
const whatToDo = {
  card: 'billing.pastDueUpdateCard',
  wallet: 'billing.pastDueWallet',
  other: 'billing.pastDueWhatToDo',
} as const;

function outlookLines(text: Texts, outlook: BillingOutlook): string[] {
  const lines: string[] = [];
  switch (outlook.kind) {
    case 'trial': {
      const { endsAt, chargeAt, amount } = outlook;
      if (endsAt !== null) lines.push(text('billing.trialEnds', { date: formatDay(endsAt) }));
      if (chargeAt !== null) {
        const date = formatDay(chargeAt);
        lines.push(
          amount === null
            ? text('billing.firstChargeUnnamed', { date })
            : text('billing.firstCharge', { amount: formatDollars(amount), date }),
          text('billing.cancelFree', { date: formatDay(endsAt ?? chargeAt) }),
        );
      }
      return lines;
    }
    case 'renews': {
      if (outlook.at === null) return lines;
      const date = formatDay(outlook.at);
      return [
        outlook.amount === null
          ? text('billing.nextChargeUnnamed', { date })
          : text('billing.nextCharge', { amount: formatDollars(outlook.amount), date }),
      ];
    }
    case 'past-due': {
      if (outlook.retryAt !== null) {
        const date = formatDay(outlook.retryAt);
        lines.push(
          outlook.amount === null
            ? text('billing.pastDueRetry', { date })
            : text('billing.pastDueRetryAmount', { amount: formatDollars(outlook.amount), date }),
        );
      }
      if (outlook.accessUntil !== null) {
        lines.push(text('billing.pastDueAccess', { date: formatDay(outlook.accessUntil) }));
      }
      return lines;
    }
    case 'ends':
      return outlook.at === null ? lines : [text('billing.endsOn', { date: formatDay(outlook.at) })];
    case 'ended':
      return outlook.at === null ? lines : [text('billing.planEnded', { date: formatDay(outlook.at) })];
    case 'pending':
      return [text('billing.pending')];
    default:
      return lines;
  }
}
