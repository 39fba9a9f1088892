import { writePdf } from '../documents/write-pdf.ts';
import type { InvoiceObject } from './objects.ts';

/** The fields of an invoice that its document prints. */
type PrintedInvoice = Pick<
  InvoiceObject,
  | 'amount_paid'
  | 'created'
  | 'currency'
  | 'customer_email'
  | 'customer_name'
  | 'number'
  | 'period_end'
  | 'period_start'
  | 'status'
  | 'status_transitions'
  | 'total'
>;

const money = (cents: number, currency: string) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100);
const day = (seconds: number | null) =>
  seconds === null ? '-' : new Date(seconds * 1000).toISOString().slice(0, 10);

/** Renders a sandbox invoice as a PDF of one page, marked as such. */
export function renderInvoicePdf(invoice: PrintedInvoice): Promise<Uint8Array> {
  const lines = [
    'Sandbox: no money has moved.',
    '',
    `Number: ${invoice.number ?? '-'}`,
    `Date: ${day(invoice.created)}`,
    `Billed to: ${invoice.customer_name ?? '-'} (${invoice.customer_email ?? '-'})`,
    `Period: ${day(invoice.period_start)} to ${day(invoice.period_end)} (UTC)`,
    `Total: ${money(invoice.total, invoice.currency)}`,
    `Paid: ${money(invoice.amount_paid, invoice.currency)} on ${day(invoice.status_transitions.paid_at)}`,
    `Status: ${invoice.status ?? '-'}`,
  ];
  const page = [[20, 'Invoice'] as const, ...lines.map((text) => [11, text] as const)];
  return writePdf([page], new Date(invoice.created * 1000));
}
