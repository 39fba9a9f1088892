import { reschedule } from './billing-cycle.ts';
import type { Handler } from './call.ts';
import { chargeRefusal, retryInvoice } from './invoices.ts';
import { cardError, invalid } from './problems.ts';

/** Pays an open invoice now. A refused attempt leaves the schedule of the retries as it is. */
export const payInvoice: Handler = async ({ store, params, id, now }) => {
  const invoice = await store.get('invoice', id);
  const subscription = await store.get('subscription', invoice.parent.subscription_details.subscription);
  const given = params.text('payment_method');
  if (invoice.status === 'paid') throw invalid('Invoice is already paid');
  if (invoice.status !== 'open') throw invalid('This invoice can no longer be paid.');
  if (given !== undefined) {
    const { customer } = await store.get('payment_method', given, 'payment_method');
    if (customer !== invoice.customer)
      throw invalid('The payment method does not belong to the customer of the invoice.');
  }
  const refusal = await chargeRefusal(store, given ?? subscription.default_payment_method);
  const nextAttempt = invoice.next_payment_attempt;
  const tried = await retryInvoice(store, invoice, { refusal, nextAttempt, at: now });
  if (refusal !== null) throw cardError(refusal);
  if (subscription.status === 'past_due' && subscription.latest_invoice === id) {
    const recovered = await reschedule(store, { ...subscription, status: 'active' }, 0);
    await store.emit('customer.subscription.updated', recovered);
  }
  return tried;
};
