import type { CreateSubscriptionAnswer, CreateSubscriptionBody } from '@openbell/core/contract';
import { and, eq } from 'drizzle-orm';
import { subscriptions } from '../db/schema/billing.ts';
import { fieldError, HttpError } from '../http/http-error.ts';
import type { CardSetupIntent } from '../providers/cards/cards.types.ts';
import { PaymentProviderError } from '../providers/payments.types.ts';
import type { BillingContext, Payer } from './billing.types.ts';
import { findBlockingPlan } from './blocking-plan.ts';
import { customerFor } from './customers.ts';
import { insertSubscription } from './insert-subscription.ts';
import { findProgram, type ProgramRow } from './programs.ts';
import { askProvider } from './provider-errors.ts';
import { readSubscriptions } from './read-subscriptions.ts';
import { findPaidSetup } from './set-up-intents.ts';
import { PENDING, type SubscriptionRow } from './subscription-state.ts';
import { applySubscription, nextReadNumber, type ProviderRead, syncInvoices } from './sync.ts';
import { claimTrial, releaseTrial } from './trials.ts';

/** A purchase without an answer for this long counts as abandoned: another request may continue it. */
const ABANDONED_MS = 60_000;

/**
 * Creates the user's subscription, or returns the one they have: parallel requests create at most one. The price is the
 * program's; the card must come from a set-up intent of this user.
 */
export async function subscribe(
  context: BillingContext,
  payer: Payer,
  body: CreateSubscriptionBody,
): Promise<{ status: number; body: CreateSubscriptionAnswer }> {
  const program = await findProgram(context.db, body.program_id);
  if (program === null) throw fieldError('program_id', 'This plan is not available.');
  const live = await findBlockingPlan(context, payer.userId);
  if (live !== null && live.status !== PENDING) {
    return answer(context, live, { status: 200, message: 'You are already subscribed.' });
  }
  // A PayPal purchase is completed as soon as PayPal answers.
  if (live !== null && (live.provider !== 'stripe' || !isAbandoned(context, live))) throw beingSetUp();
  const customerId = await customerFor(context, payer);
  const setup = await findPaidSetup(context, {
    userId: payer.userId,
    customerId,
    paymentMethodId: body.payment_method_id,
  });
  if (setup === null) throw fieldError('payment_method_id', 'Please enter your card again.');

  const place =
    live === null
      ? await reserve(context, { userId: payer.userId, programId: program.id, period: body.term })
      : await resume(context, live);
  const earlier = live === null ? null : await findEarlier(context, customerId, place);
  const row = await (earlier === null
    ? buy(context, payer, { customerId, setup, paymentMethodId: body.payment_method_id, program, place })
    : keep(context, earlier));
  const message = row.status === 'trialing' ? 'Your free trial has started.' : 'Your subscription is active.';
  return answer(context, row, { status: 201, message });
}

/** Inserts the pending row of a purchase. Throws 409 when there is another one, 401 when the account has been deleted. */
async function reserve(
  { db, clock }: BillingContext,
  purchase: Pick<typeof subscriptions.$inferInsert, 'userId' | 'programId' | 'period'>,
): Promise<SubscriptionRow> {
  const at = new Date(clock.now());
  const place = await insertSubscription(db, {
    ...purchase,
    provider: 'stripe',
    status: PENDING,
    createdAt: at,
    updatedAt: at,
  });
  if (place === 'taken') throw beingSetUp();
  if (place === 'no-account') throw new HttpError(401, 'Please sign in.');
  return place;
}

function isAbandoned({ clock }: BillingContext, row: SubscriptionRow): boolean {
  return row.updatedAt.getTime() < clock.now() - ABANDONED_MS;
}

/** Claims an abandoned purchase; one of several parallel requests gets it. */
async function resume({ db, clock }: BillingContext, row: SubscriptionRow): Promise<SubscriptionRow> {
  const [taken] = await db
    .update(subscriptions)
    .set({ updatedAt: new Date(clock.now()) })
    .where(
      and(
        eq(subscriptions.id, row.id),
        eq(subscriptions.status, PENDING),
        eq(subscriptions.updatedAt, row.updatedAt),
      ),
    )
    .returning();
  if (taken === undefined) throw beingSetUp();
  return taken;
}

/** Finds the provider's subscription of an abandoned purchase; null when there is none. */
async function findEarlier(
  { db, cards }: BillingContext,
  customerId: string,
  place: SubscriptionRow,
): Promise<Omit<ProviderRead, 'provider'> | null> {
  const readNumber = await nextReadNumber(db);
  const subscription = await askProvider(() => cards.findSubscriptionByReference(customerId, place.id));
  return subscription === null ? null : { subscription, readNumber };
}

interface Purchase {
  readonly customerId: string;
  readonly setup: CardSetupIntent;
  readonly paymentMethodId: string;
  readonly program: ProgramRow;
  readonly place: SubscriptionRow;
}

async function buy(context: BillingContext, payer: Payer, purchase: Purchase): Promise<SubscriptionRow> {
  const { db, cards, clock } = context;
  const { customerId, setup, paymentMethodId, program, place } = purchase;
  const readNumber = await nextReadNumber(db);
  try {
    const card = await cards.findCard(paymentMethodId);
    const trial = await claimTrial(db, {
      userId: payer.userId,
      source: card?.fingerprint == null ? null : { kind: 'card', value: card.fingerprint },
      subscriptionId: place.id,
      now: clock.now(),
    });
    const made = await cards.createSubscription({
      customerId,
      userId: payer.userId,
      reference: place.id,
      paymentMethodId,
      plan: {
        programSlug: program.slug,
        programName: program.name,
        term: place.period,
        amountCents: place.period === 1 ? program.monthlyCents : program.yearlyCents,
        currency: program.currency,
      },
      trialDays: trial ? context.config.trialDays : 0,
      idempotencyKey: `sub:${payer.userId}:${place.id}:${setup.id}`,
    });
    return await keep(context, { subscription: made, readNumber });
  } catch (error) {
    await releaseAfter(context, place, error);
    return askProvider(() => Promise.reject(error));
  }
}

/**
 * Deletes the pending row after a refusal. After any other error the provider may have created the subscription: the row
 * stays, and the next request continues the purchase at once.
 */
async function releaseAfter({ db }: BillingContext, place: SubscriptionRow, error: unknown): Promise<void> {
  const own = and(eq(subscriptions.id, place.id), eq(subscriptions.status, PENDING));
  if (error instanceof PaymentProviderError && error.code !== 'unavailable') {
    await releaseTrial(db, place.id);
    await db.delete(subscriptions).where(own);
  } else {
    await db
      .update(subscriptions)
      .set({ updatedAt: new Date(0) })
      .where(own);
  }
}

async function keep(context: BillingContext, read: Omit<ProviderRead, 'provider'>): Promise<SubscriptionRow> {
  const row = await applySubscription(context, { provider: 'stripe', ...read });
  if (row === null) throw new Error(`The new subscription ${read.subscription.id} has no row.`);
  try {
    await syncInvoices(context, row);
  } catch (error) {
    // The payment's webhook reads the invoice as well.
    context.log.warn('billing.invoices-not-read', { error, subscriptionId: row.id });
  }
  return row;
}

async function answer(
  context: BillingContext,
  row: SubscriptionRow,
  { status, message }: { readonly status: number; readonly message: string },
): Promise<{ status: number; body: CreateSubscriptionAnswer }> {
  const shown = await readSubscriptions(context, row.userId);
  return { status, body: { message, subscription: shown.find(({ id }) => id === row.id) ?? null } };
}

function beingSetUp(): HttpError {
  return new HttpError(409, 'Your subscription is being set up.', { retryAfter: 1 });
}
