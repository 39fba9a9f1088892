import { type Handler, listOf } from './call.ts';
import { newId } from './ids.ts';
import type { InvoiceObject } from './objects.ts';
import { invalid, missing } from './problems.ts';

/** A paid invoice has one payment intent, with an id that is derived from the invoice's. */
const intentOf = (invoice: string) => invoice.replace(/^in_/, 'pi_');
const invoiceOf = (intent: string) => intent.replace(/^pi_/, 'in_');

export const listInvoicePayments: Handler = async ({ store, params }) => {
  const id = params.text('invoice') ?? '';
  // Read only so that they are accepted: params.done() rejects unread names.
  params.text('status');
  params.integer('limit', 1, 100);
  const invoice = await store.get('invoice', id, 'invoice');
  const isPaid = invoice.status === 'paid' && invoice.amount_paid > 0;
  return listOf('/v1/invoice_payments', isPaid ? [paymentOf(invoice)] : [], false);
};

function paymentOf({ id, amount_paid, created, currency }: InvoiceObject): object {
  return {
    id: id.replace(/^in_/, 'inpay_'),
    object: 'invoice_payment',
    amount_paid,
    amount_requested: amount_paid,
    created,
    currency,
    invoice: id,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: intentOf(id) },
    status: 'paid',
  };
}

export const createRefund: Handler = async ({ store, params, now }) => {
  const intent = params.text('payment_intent') ?? '';
  const invoice = await store.find('invoice', invoiceOf(intent));
  if (invoice === undefined) throw missing('payment_intent', intent, 'payment_intent');
  const earlier = await store.list('refund', { parent: invoice.id, limit: 100 });
  const left = invoice.amount_paid - earlier.data.reduce((sum, { amount }) => sum + amount, 0);
  const amount = params.integer('amount', 1, 99_999_999) ?? left;
  if (amount > left || left === 0) {
    throw invalid(
      left === 0
        ? 'Charge has already been refunded.'
        : `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
      { param: 'amount' },
    );
  }
  return store.put(
    'refund',
    {
      id: newId('refund'),
      object: 'refund',
      amount,
      created: now,
      currency: invoice.currency,
      metadata: {},
      payment_intent: intent,
      status: 'succeeded',
    },
    { parent: invoice.id },
  );
};
