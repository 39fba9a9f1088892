import type { CreateSubscriptionBody, CreateSubscriptionResponse } from '@openbell/core/contract';
import { subscriptions } from '../db/schema/billing.ts';
import { fieldError, HttpError } from '../http/http-error.ts';
import type { CardSetupIntent } from '../providers/cards/cards.types.ts';
import { PaymentProviderError } from '../providers/payments.types.ts';
import type { BillingContext, Payer } from './billing.types.ts';
import { findBlockingPlan } from './blocking-plan.ts';
import { customerFor } from './customers.ts';
import { insertSubscription } from './insert-subscription.ts';
import { findProgram, type ProgramRow, pricedPlan } from './programs.ts';
import { callProvider } from './provider-errors.ts';
import { readSubscriptions } from './read-subscriptions.ts';
import { findSucceededSetup } from './set-up-intents.ts';
import { PENDING, type SubscriptionRow, stillPending } from './subscription-state.ts';
import { applySubscription, nextReadNumber, type ProviderRead, trySyncInvoices } from './sync.ts';
import { claimTrial, discardPending } from './trials.ts';

/** A purchase without progress for this long is abandoned: another request may continue it. */
const ABANDONED_MS = 60_000;

/**
 * Creates the user's subscription, or returns the existing one. Parallel requests create at most one. The card must come
 * from a set-up intent of this user.
 */
export async function subscribe(
  context: BillingContext,
  payer: Payer,
  body: CreateSubscriptionBody,
): Promise<{ status: number; body: CreateSubscriptionResponse }> {
  const program = await findProgram(context.db, body.program_id);
  if (program === null) throw fieldError('program_id', 'This plan is not available.');
  const live = await findBlockingPlan(context, payer.userId);
  if (live !== null && live.status !== PENDING) {
    return respond(context, live, { status: 200, message: 'You are already subscribed.' });
  }
  // A PayPal purchase is completed when PayPal responds.
  if (live !== null && (live.provider !== 'stripe' || !isAbandoned(context, live))) throw inProgress();
  const customerId = await customerFor(context, payer);
  const setup = await findSucceededSetup(context, {
    userId: payer.userId,
    customerId,
    paymentMethodId: body.payment_method_id,
  });
  if (setup === null) throw fieldError('payment_method_id', 'Please enter your card again.');

  const choice: Choice = { programId: program.id, period: body.term };
  const pending =
    live === null
      ? await insertPending(context, { userId: payer.userId, ...choice })
      : await resume(context, live);
  const earlier = live === null ? null : await findEarlier(context, customerId, pending);
  const row = await (earlier === null
    ? purchase(context, payer, {
        customerId,
        setup,
        paymentMethodId: body.payment_method_id,
        program,
        pending: await storeChoice(context, pending, choice),
      })
    : store(context, earlier));
  const message = row.status === 'trialing' ? 'Your free trial has started.' : 'Your subscription is active.';
  return respond(context, row, { status: 201, message });
}

type Choice = Pick<SubscriptionRow, 'programId' | 'period'>;

/** Inserts the pending row of a purchase. Throws 409 if there is another one, 401 if the account is deleted or banned. */
async function insertPending(
  { db, clock }: BillingContext,
  choice: Choice & Pick<SubscriptionRow, 'userId'>,
): Promise<SubscriptionRow> {
  const at = new Date(clock.now());
  const row = await insertSubscription(db, {
    ...choice,
    provider: 'stripe',
    status: PENDING,
    createdAt: at,
    updatedAt: at,
  });
  if (row === 'conflict') throw inProgress();
  if (row === 'no-account') throw new HttpError(401, 'Please sign in.');
  return row;
}

function isAbandoned({ clock }: BillingContext, row: SubscriptionRow): boolean {
  return row.updatedAt.getTime() < clock.now() - ABANDONED_MS;
}

/** Claims an abandoned purchase. Of parallel requests, one succeeds; the others throw 409. */
async function resume({ db, clock }: BillingContext, row: SubscriptionRow): Promise<SubscriptionRow> {
  const [claimed] = await db
    .update(subscriptions)
    .set({ updatedAt: new Date(clock.now()) })
    .where(stillPending(row))
    .returning();
  if (claimed === undefined) throw inProgress();
  return claimed;
}

/** Stores the choice of a continued purchase that does not exist at the provider. It may differ from the first one. */
async function storeChoice(
  { db }: BillingContext,
  row: SubscriptionRow,
  choice: Choice,
): Promise<SubscriptionRow> {
  if (row.programId === choice.programId && row.period === choice.period) return row;
  const [stored] = await db.update(subscriptions).set(choice).where(stillPending(row)).returning();
  if (stored === undefined) throw inProgress();
  return stored;
}

/** Returns the provider's subscription of an abandoned purchase, or null. */
async function findEarlier(
  { db, cards }: BillingContext,
  customerId: string,
  pending: SubscriptionRow,
): Promise<Omit<ProviderRead, 'provider'> | null> {
  const readNumber = await nextReadNumber(db);
  const found = await callProvider(() => cards.findSubscriptionByReference(customerId, pending.id));
  return found === null ? null : { found, readNumber };
}

interface Purchase {
  readonly customerId: string;
  readonly setup: CardSetupIntent;
  readonly paymentMethodId: string;
  readonly program: ProgramRow;
  readonly pending: SubscriptionRow;
}

async function purchase(context: BillingContext, payer: Payer, request: Purchase): Promise<SubscriptionRow> {
  const { db, cards, clock } = context;
  const { customerId, setup, paymentMethodId, program, pending } = request;
  const readNumber = await nextReadNumber(db);
  try {
    const fingerprint = await cards.findFingerprint(paymentMethodId);
    const trial = await claimTrial(db, {
      userId: payer.userId,
      source: fingerprint === null ? null : { kind: 'card', value: fingerprint },
      subscriptionId: pending.id,
      now: clock.now(),
    });
    const found = await cards.createSubscription({
      customerId,
      userId: payer.userId,
      reference: pending.id,
      paymentMethodId,
      plan: pricedPlan(program, pending.period),
      trialDays: trial ? context.config.trialDays : 0,
      // With the plan, as Stripe rejects another request with the same key.
      idempotencyKey: `sub:${payer.userId}:${pending.id}:${setup.id}:${program.id}:${pending.period}`,
    });
    return await store(context, { found, readNumber });
  } catch (error) {
    await releaseAfter(context, pending, error);
    return callProvider(() => Promise.reject(error));
  }
}

/**
 * Deletes the pending row if the provider declined. After any other error the provider may have created the subscription:
 * the row stays, and the next request continues the purchase at once.
 */
async function releaseAfter({ db }: BillingContext, row: SubscriptionRow, error: unknown): Promise<void> {
  if (error instanceof PaymentProviderError && error.code !== 'unavailable') return discardPending(db, row);
  await db
    .update(subscriptions)
    .set({ updatedAt: new Date(0) })
    .where(stillPending(row));
}

async function store(
  context: BillingContext,
  read: Omit<ProviderRead, 'provider'>,
): Promise<SubscriptionRow> {
  const row = await applySubscription(context, { provider: 'stripe', ...read });
  if (row === null) throw new Error(`The new subscription ${read.found.id} has no row.`);
  await trySyncInvoices(context, row);
  return row;
}

async function respond(
  context: BillingContext,
  row: SubscriptionRow,
  { status, message }: { readonly status: number; readonly message: string },
): Promise<{ status: number; body: CreateSubscriptionResponse }> {
  const all = await readSubscriptions(context, row.userId);
  return { status, body: { message, subscription: all.find(({ id }) => id === row.id) ?? null } };
}

function inProgress(): HttpError {
  return new HttpError(409, 'Your subscription is being set up.', { retryAfter: 1 });
}
