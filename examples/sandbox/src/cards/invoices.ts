import { type Handler, listOf, readPaging } from './call.ts';
import { newId, randomText } from './ids.ts';
import type { InvoiceObject, PaymentMethodSecrets, SubscriptionObject } from './objects.ts';
import { invalid } from './problems.ts';
import type { Store } from './store.ts';
import type { CardRefusal } from './test-cards.ts';

export const listInvoices: Handler = async ({ store, params }) => {
  const subscription = params.text('subscription');
  if (subscription !== undefined) await store.get('subscription', subscription, 'subscription');
  const page = await store.list('invoice', {
    ...(subscription === undefined ? {} : { parent: subscription }),
    ...readPaging(params),
  });
  return listOf('/v1/invoices', page.data, page.hasMore);
};

/** The invoice of the next renewal, which is not stored. Credit of the customer (a negative balance) is taken off. */
export const previewInvoice: Handler = async ({ store, params }) => {
  const subscription = await store.get('subscription', params.required('subscription'), 'subscription');
  const [item] = subscription.items.data;
  const isOver = subscription.status === 'canceled' || subscription.status === 'incomplete_expired';
  if (item === undefined || isOver || subscription.cancel_at_period_end)
    throw invalid('No upcoming invoices for customer', { code: 'invoice_upcoming_none' });
  const customer = await store.get('customer', subscription.customer);
  const total = item.price.unit_amount * (item.quantity ?? 1);
  const due = Math.max(0, total + customer.balance);
  return {
    id: `upcoming_${newId('invoice')}`,
    object: 'invoice',
    amount_due: due,
    amount_paid: 0,
    amount_remaining: due,
    billing_reason: 'upcoming',
    created: item.current_period_end,
    currency: subscription.currency,
    customer: customer.id,
    next_payment_attempt: item.current_period_end,
    period_end: item.current_period_end,
    starting_balance: customer.balance,
    status: 'draft',
    subtotal: total,
    total,
  };
};

/** Returns the refusal of a charge to this card; null when it succeeds. */
export async function chargeRefusal(store: Store, paymentMethod: string | null): Promise<CardRefusal | null> {
  if (paymentMethod === null) {
    return {
      code: 'missing',
      message: 'This customer has no attached payment source or default payment method.',
    };
  }
  const secrets = await store.hidden<PaymentMethodSecrets>(paymentMethod);
  if (secrets.authentication === 'required') {
    return {
      code: 'card_declined',
      declineCode: 'authentication_required',
      message: 'Your card was declined. This transaction requires authentication.',
    };
  }
  return secrets.atCharge ?? null;
}

export interface Billing {
  readonly amount: number;
  readonly reason: 'subscription_create' | 'subscription_cycle';
  readonly periodStart: number;
  readonly periodEnd: number;
  readonly refusal: CardRefusal | null;
  /** Time of the retry after a refusal; null for none. */
  readonly nextAttempt: number | null;
  readonly at: number;
}

/** Creates an invoice for a subscription and tries to collect it. Emits the events in Stripe's order. */
export async function billSubscription(
  store: Store,
  subscription: SubscriptionObject,
  { amount, reason, periodStart, periodEnd, refusal, nextAttempt, at }: Billing,
): Promise<InvoiceObject> {
  const customer = await store.get('customer', subscription.customer);
  const earlier = await store.list('invoice', { parent: subscription.id, limit: 100 });
  const id = newId('invoice');
  const paid = refusal === null;
  const invoice: InvoiceObject = {
    id,
    object: 'invoice',
    amount_due: amount,
    amount_paid: paid ? amount : 0,
    amount_remaining: paid ? 0 : amount,
    attempt_count: amount === 0 ? 0 : 1,
    attempted: true,
    auto_advance: !paid,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created: at,
    currency: subscription.currency,
    customer: customer.id,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    description: null,
    hosted_invoice_url: null,
    // Served by the reference server (card-sandbox.routes.ts).
    invoice_pdf: `/dev/invoices/${id}-${randomText(24)}.pdf`,
    livemode: false,
    metadata: {},
    next_payment_attempt: paid ? null : nextAttempt,
    number: `${customer.invoice_prefix ?? 'SANDBOX'}-${String(earlier.data.length + 1).padStart(4, '0')}`,
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { subscription: subscription.id, metadata: subscription.metadata },
    },
    period_end: periodEnd,
    period_start: periodStart,
    status: paid ? 'paid' : 'open',
    status_transitions: {
      finalized_at: at,
      marked_uncollectible_at: null,
      paid_at: paid ? at : null,
      voided_at: null,
    },
    subtotal: amount,
    total: amount,
  };
  await store.put('invoice', invoice, { parent: subscription.id, hidden: { refusal } });
  await store.emit('invoice.created', invoice);
  await store.emit('invoice.finalized', invoice);
  await announce(store, invoice);
  return invoice;
}

/** Retries an open invoice. */
export async function retryInvoice(
  store: Store,
  invoice: InvoiceObject,
  { refusal, nextAttempt, at }: Pick<Billing, 'refusal' | 'nextAttempt' | 'at'>,
): Promise<InvoiceObject> {
  const paid = refusal === null;
  const tried: InvoiceObject = {
    ...invoice,
    amount_paid: paid ? invoice.amount_due : 0,
    amount_remaining: paid ? 0 : invoice.amount_due,
    attempt_count: invoice.attempt_count + 1,
    next_payment_attempt: paid ? null : nextAttempt,
    auto_advance: !paid,
    status: paid ? 'paid' : 'open',
    status_transitions: { ...invoice.status_transitions, paid_at: paid ? at : null },
  };
  await store.put('invoice', tried, { hidden: { refusal } });
  await announce(store, tried);
  return tried;
}

/** Voids an open invoice, or marks it as uncollectible. */
export async function closeInvoice(
  store: Store,
  invoice: InvoiceObject,
  { status, at }: { readonly status: 'void' | 'uncollectible'; readonly at: number },
): Promise<void> {
  const closed: InvoiceObject = {
    ...invoice,
    auto_advance: false,
    next_payment_attempt: null,
    status,
    status_transitions: {
      ...invoice.status_transitions,
      ...(status === 'void' ? { voided_at: at } : { marked_uncollectible_at: at }),
    },
  };
  await store.put('invoice', closed);
  await store.emit(status === 'void' ? 'invoice.voided' : 'invoice.marked_uncollectible', closed);
}

async function announce(store: Store, invoice: InvoiceObject): Promise<void> {
  if (invoice.status === 'paid') {
    await store.emit('invoice.paid', invoice);
    await store.emit('invoice.payment_succeeded', invoice);
  } else {
    await store.emit('invoice.payment_failed', invoice);
  }
}
