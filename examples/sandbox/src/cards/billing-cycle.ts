import { type Interval, nextPeriodEnd } from '../billing-calendar.ts';
import { billSubscription, chargeRefusal, closeInvoice, retryInvoice } from './invoices.ts';
import type {
  PaymentMethodSecrets,
  PriceObject,
  SubscriptionObject,
  SubscriptionSecrets,
} from './objects.ts';
import type { Store } from './store.ts';

const DAY = 86_400;
/** Days after the first failed attempt at which a renewal is tried again; then the subscription is canceled. */
const RETRY_DAYS = [3, 5, 7] as const;
/** An incomplete subscription expires after 23 hours. */
const INCOMPLETE_SECONDS = 23 * 3600;

export const interval = (price: PriceObject): Interval => price.recurring.interval;

/** Returns the current period. */
export function currentPeriod(subscription: SubscriptionObject): { periodStart: number; periodEnd: number } {
  const item = firstItem(subscription);
  return { periodStart: item.current_period_start, periodEnd: item.current_period_end };
}

/** Stores the subscription with the time of its next event. */
export async function reschedule(
  store: Store,
  subscription: SubscriptionObject,
  failures?: number,
): Promise<SubscriptionObject> {
  const secrets = await store.hidden<SubscriptionSecrets>(subscription.id);
  const failed = failures ?? secrets.failures ?? 0;
  return store.put('subscription', subscription, {
    dueAt: dueAt(subscription, failed),
    hidden: { failures: failed } satisfies SubscriptionSecrets,
  });
}

function dueAt(subscription: SubscriptionObject, failures: number): number | null {
  const item = firstItem(subscription);
  switch (subscription.status) {
    case 'trialing':
    case 'active':
      return item.current_period_end;
    case 'past_due':
      return retryAt(item.current_period_start, failures);
    case 'incomplete':
      return subscription.created + INCOMPLETE_SECONDS;
    default:
      return null;
  }
}

/** Returns when a renewal is retried, or given up, after `failures` attempts. */
function retryAt(periodStart: number, failures: number): number {
  const days = RETRY_DAYS[failures - 1] ?? RETRY_DAYS[RETRY_DAYS.length - 1] ?? 0;
  return periodStart + days * DAY;
}

/**
 * Runs the events that are due until `now`: trials end, periods renew, failed payments are retried, canceled
 * subscriptions end. Each event has its own time, also after a long pause. Returns the number of events.
 */
export async function advanceBilling(storeAt: (at: number) => Store, now: number): Promise<number> {
  let steps = 0;
  for (;;) {
    const due = await storeAt(now).due(now);
    if (due.length === 0) return steps;
    for (const subscription of due) {
      const at = await dueMoment(storeAt(now), subscription);
      await step(storeAt(at), subscription, at);
      steps += 1;
    }
  }
}

async function dueMoment(store: Store, subscription: SubscriptionObject): Promise<number> {
  const secrets = await store.hidden<SubscriptionSecrets>(subscription.id);
  return dueAt(subscription, secrets.failures ?? 0) ?? subscription.created;
}

async function step(store: Store, subscription: SubscriptionObject, at: number): Promise<void> {
  if (subscription.status === 'incomplete') return expire(store, subscription, at);
  if (subscription.status === 'past_due') return retry(store, subscription, at);
  if (subscription.cancel_at_period_end)
    return end(store, subscription, { reason: 'cancellation_requested', at });
  return renew(store, subscription, at);
}

async function renew(store: Store, subscription: SubscriptionObject, at: number): Promise<void> {
  const item = firstItem(subscription);
  const start = item.current_period_end;
  const periodEnd = nextPeriodEnd(subscription.billing_cycle_anchor, interval(item.price), start);
  const refusal = await chargeRefusal(store, subscription.default_payment_method);
  const next: SubscriptionObject = {
    ...subscription,
    items: {
      ...subscription.items,
      data: [{ ...item, current_period_start: start, current_period_end: periodEnd }],
    },
    status: refusal === null ? 'active' : 'past_due',
  };
  const invoice = await billSubscription(store, next, {
    amount: item.price.unit_amount,
    reason: 'subscription_cycle',
    periodStart: start,
    periodEnd,
    refusal,
    nextAttempt: retryAt(start, 1),
    at,
  });
  const renewed = await reschedule(store, { ...next, latest_invoice: invoice.id }, refusal === null ? 0 : 1);
  await store.emit('customer.subscription.updated', renewed);
}

async function retry(store: Store, subscription: SubscriptionObject, at: number): Promise<void> {
  const invoice =
    subscription.latest_invoice === null
      ? undefined
      : await store.find('invoice', subscription.latest_invoice);
  const refusal = await chargeRefusal(store, subscription.default_payment_method);
  const { failures = 1 } = await store.hidden<SubscriptionSecrets>(subscription.id);
  const last = failures >= RETRY_DAYS.length;
  const nextAttempt = last ? null : retryAt(firstItem(subscription).current_period_start, failures + 1);
  if (invoice !== undefined) await retryInvoice(store, invoice, { refusal, nextAttempt, at });
  if (refusal === null) {
    const recovered = await reschedule(store, { ...subscription, status: 'active' }, 0);
    await store.emit('customer.subscription.updated', recovered);
    return;
  }
  if (last) return end(store, subscription, { reason: 'payment_failed', at });
  await reschedule(store, subscription, failures + 1);
}

/** Makes every refusing card good and retries the renewal at once. */
export async function recoverPayments(store: Store, at: number): Promise<void> {
  for (const subscription of await store.failing()) {
    const { default_payment_method: id } = subscription;
    if (id !== null) {
      const good: PaymentMethodSecrets = { atCharge: null, authentication: 'none' };
      await store.put('payment_method', await store.get('payment_method', id), { hidden: good });
    }
    await retry(store, subscription, at);
  }
}

async function end(
  store: Store,
  subscription: SubscriptionObject,
  { reason, at }: { readonly reason: 'cancellation_requested' | 'payment_failed'; readonly at: number },
): Promise<void> {
  if (reason === 'payment_failed' && subscription.latest_invoice !== null) {
    const open = await store.find('invoice', subscription.latest_invoice);
    if (open?.status === 'open') await closeInvoice(store, open, { status: 'uncollectible', at });
  }
  const ended = await reschedule(store, {
    ...subscription,
    canceled_at: subscription.canceled_at ?? at,
    cancellation_details: { comment: null, feedback: null, reason },
    ended_at: at,
    status: 'canceled',
  });
  await store.emit('customer.subscription.deleted', ended);
}

async function expire(store: Store, subscription: SubscriptionObject, at: number): Promise<void> {
  if (subscription.latest_invoice !== null) {
    const open = await store.find('invoice', subscription.latest_invoice);
    if (open?.status === 'open') await closeInvoice(store, open, { status: 'void', at });
  }
  const expired = await reschedule(store, { ...subscription, ended_at: at, status: 'incomplete_expired' });
  await store.emit('customer.subscription.updated', expired);
}

function firstItem(subscription: SubscriptionObject): SubscriptionObject['items']['data'][number] {
  const item = subscription.items.data[0];
  if (item === undefined) throw new Error(`Subscription ${subscription.id} has no item`);
  return item;
}
