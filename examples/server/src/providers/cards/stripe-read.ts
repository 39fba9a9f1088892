// Converts Stripe's objects. Pure.
import type Stripe from 'stripe';
import type { ProviderCard, ProviderInvoice, ProviderSubscription } from '../payments.types.ts';
import type { CardSetupIntent } from './cards.types.ts';

export function readSetupIntent(intent: Stripe.SetupIntent): CardSetupIntent {
  const userId = Number(intent.metadata?.user_id ?? Number.NaN);
  return {
    id: intent.id,
    customerId: idOf(intent.customer),
    status: intent.status === 'succeeded' ? 'succeeded' : intent.status === 'canceled' ? 'canceled' : 'open',
    clientSecret: intent.client_secret,
    paymentMethodId: idOf(intent.payment_method),
    userId: Number.isSafeInteger(userId) ? userId : null,
  };
}

/** Whether the provider will make and collect another invoice, which it can preview. */
export function isRenewing(subscription: Stripe.Subscription): boolean {
  const { status } = subscription;
  const isRunning = status === 'active' || status === 'trialing';
  return isRunning && !endsWithPeriod(subscription) && !isPaused(subscription);
}

/** Whether it ends with its period or within it. Until a later `cancel_at` it is charged as usual. */
function endsWithPeriod({
  cancel_at_period_end: ends,
  cancel_at: cancelAt,
  items,
}: Stripe.Subscription): boolean {
  // Newer API versions set `cancel_at` instead.
  return ends || (cancelAt !== null && !(cancelAt > earliestEnd(items)));
}

/** Returns the earliest end of the items' periods in seconds. */
function earliestEnd({ data }: Stripe.Subscription['items']): number {
  return Math.min(...data.map((item) => item.current_period_end));
}

/** Whether the end of the period is within a pause of the collection. The status stays `active` meanwhile. */
function isPaused({ pause_collection: pause, items }: Stripe.Subscription): boolean {
  if (!pause) return false;
  return pause.resumes_at === null || pause.resumes_at > earliestEnd(items);
}

/**
 * Periods are on the items (API 2025-03 and later); of several, the earliest end counts. The next charge is that of the
 * preview, which knows discounts, credit and tax.
 *
 * @param preview the invoice of the next renewal; null if it could not be read
 */
export function readSubscription(
  subscription: Stripe.Subscription,
  preview: Pick<Stripe.Invoice, 'amount_due' | 'next_payment_attempt'> | null,
): ProviderSubscription {
  const items = subscription.items.data;
  const starts = items.map((item) => item.current_period_start);
  const reference = Number(subscription.metadata.subscription_id ?? Number.NaN);
  const currentPeriodEnd = items.length === 0 ? null : earliestEnd(subscription.items) * 1000;
  return {
    id: subscription.id,
    customerId: idOf(subscription.customer),
    reference: Number.isSafeInteger(reference) ? reference : null,
    status: subscription.status,
    currentPeriodStart: starts.length === 0 ? null : Math.min(...starts) * 1000,
    currentPeriodEnd,
    trialEnd: toMs(subscription.trial_end),
    ...nextCharge(subscription, preview, currentPeriodEnd),
    cancelAtPeriodEnd: endsWithPeriod(subscription),
    canceledAt: toMs(subscription.canceled_at),
    endedByFailedPayment: subscription.cancellation_details?.reason === 'payment_failed',
    // A renewal fails at the start of its period.
    failingSince: null,
    ...cardOf(subscription),
  };
}

/** Reads the card if it was expanded. A card is valid until the end of its last month. */
function cardOf({ default_payment_method: method }: Stripe.Subscription): { card?: ProviderCard } {
  const card = typeof method === 'object' ? method?.card : undefined;
  if (card == null) return {};
  const { brand, last4, exp_month: month, exp_year: year } = card;
  return { card: { brand, last4, expiresAt: Date.UTC(year, month, 1) } };
}

type NextCharge = Pick<ProviderSubscription, 'amountCents' | 'nextChargeAt'>;

/** Returns the next renewal, or the next attempt after a failed payment. */
function nextCharge(
  subscription: Stripe.Subscription,
  preview: Pick<Stripe.Invoice, 'amount_due' | 'next_payment_attempt'> | null,
  periodEnd: number | null,
): NextCharge {
  if (isRenewing(subscription)) {
    const nextChargeAt = toMs(preview?.next_payment_attempt ?? null) ?? periodEnd;
    return { nextChargeAt, amountCents: preview?.amount_due ?? null };
  }
  const { status, latest_invoice: invoice, cancellation_details: end } = subscription;
  const isFailing = status === 'past_due' || status === 'unpaid' || end?.reason === 'payment_failed';
  if (!isFailing || invoice === null || typeof invoice === 'string') return { nextChargeAt: null };
  const nextChargeAt = status === 'past_due' ? toMs(invoice.next_payment_attempt) : null;
  return { nextChargeAt, amountCents: invoice.amount_remaining };
}

export function readInvoice(invoice: Stripe.Invoice): ProviderInvoice {
  return {
    id: invoice.id,
    subscriptionId: idOf(invoice.parent?.subscription_details?.subscription ?? null),
    amountCents: invoice.status === 'paid' ? invoice.amount_paid : invoice.amount_due,
    currency: invoice.currency,
    status: invoice.status ?? 'draft',
    billedAt: (invoice.status_transitions.paid_at ?? invoice.created) * 1000,
    pdf: invoice.invoice_pdf ?? null,
  };
}

/** Statuses of disputes for which the bank has taken the money. An inquiry (`warning_…`) takes none. */
const takenBack: readonly string[] = [
  'needs_response',
  'under_review',
  'lost',
  'appeal_needs_response',
  'appeal_under_review',
];

/** Returns whether a charge was refunded in full or is disputed and not won. */
export function isReversed(
  { refunded }: Pick<Stripe.Charge, 'refunded'>,
  disputes: readonly Pick<Stripe.Dispute, 'status'>[],
): boolean {
  return refunded || disputes.some(({ status }) => takenBack.includes(status));
}

export function idOf(value: string | { readonly id: string } | null): string | null {
  return value === null || typeof value === 'string' ? value : value.id;
}

function toMs(seconds: number | null): number | null {
  return seconds === null ? null : seconds * 1000;
}
