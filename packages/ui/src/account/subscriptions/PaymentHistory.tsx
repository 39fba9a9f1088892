'use client';

import { formatDay, formatDollars, invoiceLink } from '@openbell/core/billing';
import type { SubscriptionHistory } from '@openbell/core/contract';
import type { ReactNode } from 'react';
import { SafeLink, useTexts } from '../../primitives/index.ts';

export interface PaymentHistoryProps {
  entries: readonly SubscriptionHistory[];
  /** The API's origin, for invoices that the API serves. */
  apiOrigin?: string | undefined;
}

/** A subscription's payments: date, amount, and the invoice or N/A. */
export function PaymentHistory({ entries, apiOrigin }: PaymentHistoryProps): ReactNode {
  const text = useTexts();
  if (entries.length === 0) return <p className="ob-payments-empty">{text('accounts.noPaymentHistory')}</p>;
  return (
    <table className="ob-table ob-payments" data-part="payment-history">
      <caption className="ob-visually-hidden">{text('accounts.paymentHistory')}</caption>
      <thead>
        <tr>
          <th scope="col">{text('accounts.date')}</th>
          <th scope="col" data-align="end">
            {text('accounts.amount')}
          </th>
          <th scope="col">{text('accounts.invoice')}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => {
          const link = invoiceLink(entry, apiOrigin === undefined ? {} : { apiOrigin });
          return (
            <tr key={entry.id}>
              <td>{formatDay(entry.billed_at) || text('accounts.notAvailable')}</td>
              <td data-align="end">{formatDollars(entry.amount) || text('accounts.notAvailable')}</td>
              <td>
                {link === null ? (
                  text('accounts.notAvailable')
                ) : (
                  <SafeLink className="ob-link" href={link} target="_blank">
                    {text('accounts.viewPdf')}
                  </SafeLink>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
