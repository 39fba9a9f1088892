// Changes the payment method of a running subscription.
import type { CreateSubscriptionResponse, PaymentIntentResponse } from '@openbell/core/contract';
import { and, eq, notInArray } from 'drizzle-orm';
import { subscriptions } from '../db/schema/billing.ts';
import { fieldError, HttpError } from '../http/http-error.ts';
import { PaymentProviderError } from '../providers/payments.types.ts';
import type { BillingContext, Payer } from './billing.types.ts';
import { customerFor } from './customers.ts';
import { callProvider } from './provider-errors.ts';
import { readSubscriptions } from './read-subscriptions.ts';
import { findSucceededSetup, openSetupIntent } from './set-up-intents.ts';
import { OVER, PENDING, type SubscriptionRow } from './subscription-state.ts';
import { syncSubscription, trySyncInvoices } from './sync.ts';

type RunningPlan = SubscriptionRow & { readonly providerSubscriptionId: string };

/** Opens a set-up intent for another card, or PayPal's page for another way to pay there. */
export async function startPaymentMethodUpdate(
  context: BillingContext,
  payer: Payer,
  returnOrigin: string,
): Promise<PaymentIntentResponse> {
  const plan = await findRunningPlan(context, payer.userId);
  if (plan.provider === 'stripe') {
    const choice = { programId: plan.programId, term: plan.period };
    const intent = await openSetupIntent(context, payer, choice);
    return { approveLink: null, setupIntentClientSecret: intent.clientSecret };
  }
  const returnUrl = `${returnOrigin}/profile`;
  const { approveLink } = await orConflict('PayPal does not allow a change of this subscription now.', () =>
    context.wallet.openRevision(plan.providerSubscriptionId, { returnUrl, cancelUrl: returnUrl }),
  );
  return { approveLink, setupIntentClientSecret: null };
}

/**
 * Pays the open invoice with a card of the payer, and charges that card from now on. Throws 402 if it is declined; the
 * former card stays then. May be repeated: an invoice is paid once.
 */
export async function updateCard(
  context: BillingContext,
  payer: Payer,
  paymentMethodId: string,
): Promise<CreateSubscriptionResponse> {
  const { cards } = context;
  const plan = await findRunningPlan(context, payer.userId);
  if (plan.provider !== 'stripe') throw noPlan();
  const customerId = await customerFor(context, payer);
  const card = { userId: payer.userId, customerId, paymentMethodId };
  if ((await findSucceededSetup(context, card)) === null)
    throw fieldError('payment_method_id', 'Please enter your card again.');
  const subscriptionId = plan.providerSubscriptionId;
  const paid = await orConflict('Your subscription has ended.', async () => {
    const first = await payOpenInvoices(context, subscriptionId, paymentMethodId);
    await cards.setSubscriptionCard(subscriptionId, paymentMethodId);
    // A renewal may have failed with the former card in between.
    return (await payOpenInvoices(context, subscriptionId, paymentMethodId)) || first;
  });
  const row = await callProvider(() => syncSubscription(context, 'stripe', subscriptionId));
  if (row !== null) await trySyncInvoices(context, row);
  const all = await readSubscriptions(context, payer.userId);
  return {
    message: paid ? 'Your card is updated, and your payment went through.' : 'Your card is updated.',
    subscription: all.find(({ id }) => id === plan.id) ?? null,
  };
}

/** Returns whether there was an invoice to pay. */
async function payOpenInvoices(
  { cards }: BillingContext,
  subscriptionId: string,
  paymentMethodId: string,
): Promise<boolean> {
  const open = (await cards.listInvoices(subscriptionId)).filter(({ status }) => status === 'open');
  for (const { id } of open) await cards.payInvoice(id, paymentMethodId);
  return open.length > 0;
}

/** Throws 404 if the user has none. */
async function findRunningPlan({ db }: BillingContext, userId: number): Promise<RunningPlan> {
  const [row] = await db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), notInArray(subscriptions.status, [PENDING, ...OVER])));
  const providerSubscriptionId = row?.providerSubscriptionId;
  if (row === undefined || providerSubscriptionId == null) throw noPlan();
  return { ...row, providerSubscriptionId };
}

/** Calls the provider. Throws 409 with this message if it rejects the call. */
function orConflict<T>(message: string, call: () => Promise<T>): Promise<T> {
  return callProvider(call).catch((error: unknown) => {
    if (error instanceof PaymentProviderError && error.code === 'rejected') throw new HttpError(409, message);
    throw error;
  });
}

function noPlan(): HttpError {
  return new HttpError(404, 'You have no subscription with a payment method to change.');
}
