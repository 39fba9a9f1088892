'use client';

import { billingDate, formatDay } from '@openbell/core/billing';
import type { Subscription, User } from '@openbell/core/contract';
import { hasPlan } from '@openbell/core/entitlement';
import type { ReactNode } from 'react';
import { SubscriptionOutlook } from '../../billing/SubscriptionOutlook.tsx';
import { type LinkComponent, useTexts } from '../../primitives/index.ts';
import { providerName } from '../subscriptions/provider-name.ts';
import { StatusBadge } from '../subscriptions/StatusBadge.tsx';
import { subscriptionName } from '../subscriptions/subscription-name.ts';

export interface ProfileFactsProps {
  user: User;
  /** The subscription that the page shows; null when there is none. */
  displayed: Subscription | null;
}

export interface SubscriptionFactsProps extends ProfileFactsProps {
  /** Link component for links inside the site. */
  link?: LinkComponent | undefined;
}

/** Contact information: phone, email, start and end of the subscription. */
export function ProfileFacts({ user, displayed }: ProfileFactsProps): ReactNode {
  const text = useTexts();
  const none = text('accounts.notAvailable');
  return (
    <section className="ob-profile-section" data-part="contact-information">
      <h2>{text('accounts.contactInformation')}</h2>
      <dl className="ob-facts">
        <dt>{text('accounts.phone')}</dt>
        <dd>{user.phone ? <bdi dir="ltr">{user.phone}</bdi> : none}</dd>
        <dt>{text('accounts.email')}</dt>
        <dd>{user.email || none}</dd>
        <dt>{text('accounts.subscriptionStart')}</dt>
        <dd>{formatDay(displayed?.current_period_start ?? null) || none}</dd>
        <dt>{text('accounts.subscriptionEnd')}</dt>
        <dd>{formatDay(displayed?.current_period_end ?? user.expired_at) || none}</dd>
      </dl>
    </section>
  );
}

/** Subscription information: provider, id, status, expiry or next billing date. */
export function SubscriptionFacts({ user, displayed, link }: SubscriptionFactsProps): ReactNode {
  const text = useTexts();
  const none = text('accounts.notAvailable');
  const date = displayed === null ? null : billingDate(displayed, user);
  return (
    <section className="ob-profile-section" data-part="subscription-information">
      <h2>{text('accounts.subscriptionInformation')}</h2>
      {displayed === null || date === null ? (
        // Members whose plan has ended see that below instead.
        hasPlan(user) ? null : (
          <p className="ob-profile-empty">{text('accounts.noSubscriptions')}</p>
        )
      ) : (
        <dl className="ob-facts">
          <dt>{text('accounts.provider')}</dt>
          <dd>{providerName(text, displayed.provider)}</dd>
          <dt>{text('accounts.subscriptionId')}</dt>
          <dd className="ob-table-id">{subscriptionName(displayed) || none}</dd>
          <dt>{text('accounts.status')}</dt>
          <dd>
            <StatusBadge status={displayed.status} />
          </dd>
          <dt>{text(date.kind === 'expiry' ? 'accounts.expiry' : 'accounts.nextBillingDate')}</dt>
          <dd>{formatDay(date.at) || none}</dd>
        </dl>
      )}
      <SubscriptionOutlook link={link} />
    </section>
  );
}
