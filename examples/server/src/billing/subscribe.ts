import type { CreateSubscriptionAnswer, CreateSubscriptionBody } from '@openbell/core/contract';
import { and, eq } from 'drizzle-orm';
import { subscriptions } from '../db/schema/billing.ts';
import { fieldError, HttpError } from '../http/http-error.ts';
import type { CardSetupIntent } from '../providers/cards/cards.types.ts';
import { PaymentProviderError, type ProviderSubscription } from '../providers/payments.types.ts';
import type { BillingContext, Payer } from './billing.types.ts';
import { findStanding } from './blocking-plan.ts';
import { customerFor } from './customers.ts';
import { insertPlace } from './insert-subscription.ts';
import { findProgram, type ProgramRow } from './programs.ts';
import { askProvider } from './provider-errors.ts';
import { readSubscriptions } from './read-subscriptions.ts';
import { findPaidSetup } from './set-up-intents.ts';
import { PENDING, type SubscriptionRow } from './subscription-state.ts';
import { applySubscription, nextReadNumber, syncInvoices } from './sync.ts';
import { claimTrial, releaseTrial } from './trials.ts';

/** A request that has asked the provider for longer than this no longer works: another may go on where it stopped. */
const ABANDONED_MS = 60_000;

/**
 * Creates the person's subscription: at most one that lives, whatever arrives at once. Somebody who has one
 * gets that one. The price is the program's own; the card must come from a set-up intent of this person.
 */
export async function subscribe(
  context: BillingContext,
  payer: Payer,
  body: CreateSubscriptionBody,
): Promise<{ status: number; body: CreateSubscriptionAnswer }> {
  const program = await findProgram(context.db, body.program_id);
  if (program === null) throw fieldError('program_id', 'This plan is not available.');
  const live = await findStanding(context, payer.userId);
  if (live !== null && live.status !== PENDING) {
    return answer(context, payer.userId, live, 200, 'You are already subscribed.');
  }
  // A wallet's place goes on by itself, as soon as the wallet answers.
  if (live !== null && (live.provider !== 'stripe' || !isAbandoned(context, live))) throw beingSetUp();
  const customerId = await customerFor(context, payer);
  const setup = await findPaidSetup(context, payer.userId, customerId, body.payment_method_id);
  if (setup === null) throw fieldError('payment_method_id', 'Please enter your card again.');

  const place =
    live === null ? await takePlace(context, payer.userId, program, body.term) : await resume(context, live);
  const earlier = live === null ? null : await findEarlier(context, customerId, place);
  const row = await (earlier === null
    ? buy(context, payer, { customerId, setup, paymentMethodId: body.payment_method_id, program, place })
    : keep(context, earlier.subscription, earlier.readNumber));
  const message = row.status === 'trialing' ? 'Your free trial has started.' : 'Your subscription is active.';
  return answer(context, payer.userId, row, 201, message);
}

/** Takes the person's one place. Throws 409 when another request has it, 401 when the account has been deleted. */
async function takePlace(
  { db, clock }: BillingContext,
  userId: number,
  program: ProgramRow,
  term: 1 | 2,
): Promise<SubscriptionRow> {
  const at = new Date(clock.now());
  const place = await insertPlace(db, {
    userId,
    programId: program.id,
    provider: 'stripe',
    status: PENDING,
    period: term,
    createdAt: at,
    updatedAt: at,
  });
  if (place === 'taken') throw beingSetUp();
  if (place === 'no-account') throw new HttpError(401, 'Please sign in.');
  return place;
}

/** Whether the request that took this place has stopped working on it. */
function isAbandoned({ clock }: BillingContext, row: SubscriptionRow): boolean {
  return row.updatedAt.getTime() < clock.now() - ABANDONED_MS;
}

/** Goes on with a place whose request was lost on the way; one of many gets it. */
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

/** What the provider made of the lost request, null when it made nothing. */
async function findEarlier(
  { db, cards }: BillingContext,
  customerId: string,
  place: SubscriptionRow,
): Promise<{ subscription: ProviderSubscription; readNumber: number } | null> {
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
    return await keep(context, made, readNumber);
  } catch (error) {
    await leavePlace(context, place, error);
    return askProvider(() => Promise.reject(error));
  }
}

/**
 * After a refusal nothing was made, and the place is free again. After anything else the provider may have made it:
 * the place stays, and the next request goes on from there, at once.
 */
async function leavePlace({ db }: BillingContext, place: SubscriptionRow, error: unknown): Promise<void> {
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

async function keep(
  context: BillingContext,
  made: ProviderSubscription,
  readNumber: number,
): Promise<SubscriptionRow> {
  const row = await applySubscription(context, 'stripe', made, readNumber);
  if (row === null) throw new Error(`The new subscription ${made.id} has no row.`);
  try {
    await syncInvoices(context, row);
  } catch (error) {
    // The payment's webhook brings the invoice as well.
    context.log.warn('billing.invoices-not-read', { error, subscriptionId: row.id });
  }
  return row;
}

async function answer(
  context: BillingContext,
  userId: number,
  row: SubscriptionRow,
  status: number,
  message: string,
): Promise<{ status: number; body: CreateSubscriptionAnswer }> {
  const shown = await readSubscriptions(context, userId);
  return { status, body: { message, subscription: shown.find(({ id }) => id === row.id) ?? null } };
}

function beingSetUp(): HttpError {
  return new HttpError(409, 'Your subscription is being set up.', { retryAfter: 1 });
}
