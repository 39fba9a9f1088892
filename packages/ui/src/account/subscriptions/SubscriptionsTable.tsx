'use client';

import { formatDay, periodOf } from '@openbell/core/billing';
import type { Subscription } from '@openbell/core/contract';
import { ChevronRight } from 'lucide-react';
import { Fragment, type ReactNode, useId, useState } from 'react';
import { IconButton, useTexts } from '../../primitives/index.ts';
import { PaymentHistory } from './PaymentHistory.tsx';
import { providerName } from './provider-name.ts';
import { StatusBadge } from './StatusBadge.tsx';
import { subscriptionName } from './subscription-name.ts';

export interface SubscriptionsTableProps {
  subscriptions: readonly Subscription[];
  /** The API's origin, for invoices that the API serves. */
  apiOrigin?: string | undefined;
}

/** An empty table has no focusable button, so its scroll container must be focusable. */
const scrolledByKeys = { tabIndex: 0 } as const;

/** All subscriptions; each row expands to its payment history. */
export function SubscriptionsTable({ subscriptions, apiOrigin }: SubscriptionsTableProps): ReactNode {
  const text = useTexts();
  const id = useId();
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const toggle = (subscription: number): void =>
    setOpen((now) => {
      const next = new Set(now);
      if (!next.delete(subscription)) next.add(subscription);
      return next;
    });
  const columns = [
    text('accounts.serialNumber'),
    text('accounts.subscriptionId'),
    text('accounts.status'),
    text('accounts.provider'),
    text('accounts.period'),
    text('accounts.start'),
    text('accounts.end'),
  ];

  return (
    // A wide table scrolls horizontally on a phone; focus on its buttons scrolls it too.
    <section
      className="ob-table-box"
      aria-label={text('accounts.subscriptions')}
      {...(subscriptions.length === 0 ? scrolledByKeys : {})}
    >
      <table className="ob-table" data-part="subscriptions">
        <thead>
          <tr>
            <th scope="col">
              <span className="ob-visually-hidden">{text('accounts.paymentHistory')}</span>
            </th>
            {columns.map((column) => (
              <th scope="col" key={column}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {subscriptions.map((subscription, index) => {
            const shown = open.has(subscription.id);
            const panel = `${id}-${subscription.id}`;
            return (
              <Fragment key={subscription.id}>
                <tr data-status={shown ? 'open' : 'closed'}>
                  <td>
                    <IconButton
                      size="small"
                      label={text('accounts.showPaymentHistory', { number: index + 1 })}
                      aria-expanded={shown}
                      aria-controls={panel}
                      onClick={() => toggle(subscription.id)}
                    >
                      <ChevronRight
                        className="ob-table-chevron ob-directional"
                        size={16}
                        aria-hidden="true"
                      />
                    </IconButton>
                  </td>
                  <td>{index + 1}</td>
                  <td className="ob-table-id">
                    {subscriptionName(subscription) || text('accounts.notAvailable')}
                  </td>
                  <td>
                    <StatusBadge status={subscription.status} />
                  </td>
                  <td>{providerName(text, subscription.provider)}</td>
                  <td>
                    {subscription.period === null
                      ? text('accounts.notAvailable')
                      : text(`billing.${periodOf(subscription.period)}`)}
                  </td>
                  <td>{formatDay(subscription.current_period_start) || text('accounts.notAvailable')}</td>
                  <td>{formatDay(subscription.current_period_end) || text('accounts.notAvailable')}</td>
                </tr>
                <tr id={panel} hidden={!shown}>
                  <td colSpan={columns.length + 1} className="ob-table-detail">
                    {shown ? (
                      // Stays in view while the table scrolls.
                      <div className="ob-table-detail-view">
                        <PaymentHistory entries={subscription.subscription_histories} apiOrigin={apiOrigin} />
                      </div>
                    ) : null}
                  </td>
                </tr>
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
