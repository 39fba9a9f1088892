import { type Handler, listOf } from './call.ts';
import { newId } from './ids.ts';
import type { ChargeObject, InvoiceObject } from './objects.ts';
import { invalid, missing } from './problems.ts';
import type { Store } from './store.ts';

/** A paid invoice has one payment intent with one charge, whose ids are derived from the invoice's. */
const intentOf = (invoice: string) => invoice.replace(/^in_/, 'pi_');
const chargeOf = (invoice: string) => invoice.replace(/^in_/, 'ch_');
const invoiceOf = (id: string) => id.replace(/^(?:pi|ch)_/, 'in_');

/** Returns the payment intent or the charge of an invoice by its id. Undefined for other ids. */
export async function findPaymentObject(store: Store, id: string): Promise<object | undefined> {
  if (id.startsWith('pi_')) {
    const latest_charge = chargeOf(invoiceOf(id));
    return { id, object: 'payment_intent', latest_charge };
  }
  return id.startsWith('ch_') ? readCharge(store, await store.get('invoice', invoiceOf(id))) : undefined;
}

async function readCharge(store: Store, { id, amount_paid }: InvoiceObject): Promise<ChargeObject> {
  const refunds = await store.list('refund', { parent: id, limit: 100 });
  const disputes = await store.list('dispute', { parent: id, limit: 1 });
  const amount_refunded = refunds.data.reduce((sum, { amount }) => sum + amount, 0);
  return {
    id: chargeOf(id),
    object: 'charge',
    amount: amount_paid,
    amount_refunded,
    disputed: disputes.data.length > 0,
    payment_intent: intentOf(id),
    refunded: amount_refunded === amount_paid,
  };
}

export const listDisputes: Handler = async ({ store, params }) => {
  const parent = invoiceOf(params.text('charge') ?? '');
  const limit = params.integer('limit', 1, 100) ?? 10;
  const { data, hasMore } = await store.list('dispute', { parent, limit });
  return listOf('/v1/disputes', data, hasMore);
};

export const listInvoicePayments: Handler = async ({ store, params }) => {
  const payment = params.child('payment');
  payment.text('type');
  const id = params.text('invoice') ?? invoiceOf(payment.text('payment_intent') ?? '');
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
  const refund = await store.put(
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
  await store.emit('charge.refunded', await readCharge(store, invoice));
  return refund;
};
