import { writePdf } from '../../../server/src/documents/write-pdf.ts';
import type { InvoiceObject } from './objects.ts';

const money = (cents: number, currency: string) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100);
const day = (seconds: number | null) =>
  seconds === null ? '-' : new Date(seconds * 1000).toISOString().slice(0, 10);

/** The document of a sandbox invoice: one page, marked as such. */
export function renderInvoicePdf(invoice: InvoiceObject): Uint8Array {
  return writePdf([
    [
      [20, 'Invoice'],
      [11, 'Sandbox: no money has moved.'],
      [11, ''],
      [11, `Number: ${invoice.number ?? '-'}`],
      [11, `Date: ${day(invoice.created)}`],
      [11, `Billed to: ${invoice.customer_name ?? '-'} (${invoice.customer_email ?? '-'})`],
      [11, `Period: ${day(invoice.period_start)} to ${day(invoice.period_end)} (UTC)`],
      [11, `Total: ${money(invoice.total, invoice.currency)}`],
      [
        11,
        `Paid: ${money(invoice.amount_paid, invoice.currency)} on ${day(invoice.status_transitions.paid_at)}`,
      ],
      [11, `Status: ${invoice.status ?? '-'}`],
    ],
  ]);
}
