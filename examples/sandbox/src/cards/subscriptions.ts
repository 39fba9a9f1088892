import { periodAfter } from '../billing-calendar.ts';
import { currentPeriod, interval, reschedule } from './billing-cycle.ts';
import { type Call, type Handler, listOf, readPaging } from './call.ts';
import { newId, randomText } from './ids.ts';
import { billSubscription, chargeRefusal } from './invoices.ts';
import type { PriceObject, SubscriptionObject } from './objects.ts';
import { cardError, invalid, missing } from './problems.ts';

const DAY = 86_400;

export const createSubscription: Handler = async (call) => {
  const { store, params, now } = call;
  const customer = await store.get('customer', params.required('customer'), 'customer');
  const price = await readPrice(call);
  const card = await readCard(call, customer.id, customer.invoice_settings.default_payment_method);
  const trialDays = params.integer('trial_period_days', 1, 730) ?? 0;
  const behaviour =
    params.oneOf('payment_behavior', ['allow_incomplete', 'error_if_incomplete', 'default_incomplete']) ??
    'allow_incomplete';
  // Read only so that they are accepted: params.done() rejects unread names.
  params.boolean('off_session');
  params.oneOf('collection_method', ['charge_automatically']);
  params
    .child('trial_settings')
    .child('end_behavior')
    .oneOf('missing_payment_method', ['cancel', 'create_invoice', 'pause']);
  if (trialDays === 0 && card === null) {
    throw invalid('This customer has no attached payment source or default payment method.', {
      code: 'resource_missing',
    });
  }
  const refusal = trialDays > 0 ? null : await chargeRefusal(store, card);
  if (refusal !== null && behaviour === 'error_if_incomplete') throw cardError(refusal);
  const unpaid = refusal !== null || (trialDays === 0 && behaviour === 'default_incomplete');

  const trialEnd = trialDays === 0 ? null : now + trialDays * DAY;
  const id = newId('subscription');
  const subscription: SubscriptionObject = {
    id,
    object: 'subscription',
    billing_cycle_anchor: trialEnd ?? now,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency: price.currency,
    customer: customer.id,
    default_payment_method: card,
    description: params.text('description') ?? null,
    ended_at: null,
    items: {
      object: 'list',
      data: [
        {
          id: `si_${randomText(14)}`,
          object: 'subscription_item',
          created: now,
          current_period_end: trialEnd ?? periodAfter(now, interval(price), 1),
          current_period_start: now,
          metadata: {},
          price,
          quantity: 1,
          subscription: id,
        },
      ],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    metadata: params.metadata() ?? {},
    pause_collection: null,
    start_date: now,
    status: trialEnd !== null ? 'trialing' : unpaid ? 'incomplete' : 'active',
    trial_end: trialEnd,
    trial_start: trialEnd === null ? null : now,
  };
  await store.put('subscription', subscription, { parent: customer.id, hidden: { failures: 0 } });
  const invoice = await billSubscription(store, subscription, {
    amount: trialEnd === null ? price.unit_amount : 0,
    reason: 'subscription_create',
    ...currentPeriod(subscription),
    refusal: unpaid ? (refusal ?? { code: 'incomplete', message: 'Payment has not been tried.' }) : null,
    nextAttempt: null,
    at: now,
  });
  const created = await reschedule(store, { ...subscription, latest_invoice: invoice.id });
  await store.emit('customer.subscription.created', created);
  return created;
};

export const listSubscriptions: Handler = async ({ store, params }) => {
  const customer = params.text('customer');
  const status = params.oneOf('status', ['all', 'active', 'trialing', 'past_due', 'canceled', 'incomplete']);
  const page = await store.list('subscription', {
    ...(customer === undefined ? {} : { parent: customer }),
    ...readPaging(params),
  });
  // Filtered after paging, so a page may be short.
  const shown = page.data.filter((item) =>
    status === undefined ? item.status !== 'canceled' : status === 'all' || item.status === status,
  );
  return listOf('/v1/subscriptions', shown, page.hasMore);
};

export const updateSubscription: Handler = async (call) => {
  const { store, params, id, now } = call;
  const before = await store.get('subscription', id);
  const atPeriodEnd = params.boolean('cancel_at_period_end') ?? before.cancel_at_period_end;
  const card = await readCard(call, before.customer, before.default_payment_method);
  const metadata = params.metadata();
  if (isOver(before)) {
    throw invalid('A canceled subscription can only update its cancellation_details and metadata.');
  }
  const updated = await reschedule(store, {
    ...before,
    default_payment_method: card,
    metadata: { ...before.metadata, ...metadata },
    cancel_at_period_end: atPeriodEnd,
    cancel_at: atPeriodEnd ? (before.items.data[0]?.current_period_end ?? null) : null,
    canceled_at: atPeriodEnd ? (before.canceled_at ?? now) : null,
    cancellation_details: {
      comment: null,
      feedback: null,
      reason: atPeriodEnd ? 'cancellation_requested' : null,
    },
  });
  await store.emit('customer.subscription.updated', updated);
  return updated;
};

export const cancelSubscription: Handler = async ({ store, params, id, now }) => {
  // Read only so that they are accepted: params.done() rejects unread names.
  params.boolean('invoice_now');
  params.boolean('prorate');
  const before = await store.get('subscription', id);
  // Stripe returns 404 for a canceled subscription here.
  if (isOver(before)) throw missing('subscription', id);
  const canceled = await reschedule(store, {
    ...before,
    canceled_at: now,
    cancellation_details: { comment: null, feedback: null, reason: 'cancellation_requested' },
    ended_at: now,
    status: 'canceled',
  });
  await store.emit('customer.subscription.deleted', canceled);
  return canceled;
};

function isOver(subscription: SubscriptionObject): boolean {
  return subscription.status === 'canceled' || subscription.status === 'incomplete_expired';
}

async function readPrice({ store, params }: Call): Promise<PriceObject> {
  const items = params.objects('items');
  const item = items[0];
  if (item === undefined)
    throw invalid('Missing required param: items.', { code: 'parameter_missing', param: 'items' });
  if (items.length > 1) throw invalid('The sandbox takes one item.', { param: 'items[1]' });
  item.integer('quantity', 1, 1);
  return store.get('price', item.required('price'), 'items[0][price]');
}

/** Returns the paying card: the given one, which must belong to the customer, or the previous one. */
async function readCard(
  { store, params }: Call,
  customer: string,
  previous: unknown,
): Promise<string | null> {
  const id = params.text('default_payment_method');
  if (id === undefined) return typeof previous === 'string' ? previous : null;
  const method = await store.get('payment_method', id, 'default_payment_method');
  if (method.customer !== customer) {
    throw invalid(
      `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
      { code: 'resource_missing', param: 'default_payment_method' },
    );
  }
  return id;
}
