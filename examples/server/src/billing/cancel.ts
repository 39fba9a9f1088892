// Cancels subscriptions at the end of the period, or at once if the current period is unpaid.
import type { CancelRequestResponse, SubscriptionInfoResponse } from '@openbell/core/contract';
import { deriveExpiredAt } from '@openbell/core/entitlement';
import { and, desc, eq, isNotNull, isNull, ne } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { programs, subscriptions, walletApprovals } from '../db/schema/billing.ts';
import { HttpError, notFound } from '../http/http-error.ts';
import type { BillingContext } from './billing.types.ts';
import { callProvider } from './provider-errors.ts';
import {
  isOver,
  isUnpaid,
  PENDING,
  periodsOf,
  type SubscriptionRow,
  shownStatus,
} from './subscription-state.ts';
import { plansOf, providerOf, syncSubscription } from './sync.ts';

const CANCELLED = 'Your subscription is cancelled.';

/** Returns whether a subscription does not renew any more. */
function isCanceled(row: SubscriptionRow): boolean {
  return isOver(row.status) || shownStatus(row) === 'canceled';
}

/** Returns the user's own subscription. Throws 404, also for a pending one. */
async function findOwnSubscription(
  { db }: BillingContext,
  userId: number,
  id: number,
): Promise<SubscriptionRow> {
  const [row] = await db
    .select()
    .from(subscriptions)
    .where(
      and(eq(subscriptions.id, id), eq(subscriptions.userId, userId), ne(subscriptions.status, PENDING)),
    );
  if (row === undefined) throw notFound();
  return row;
}

/** Returns the details for the unsubscribe page. `error` is true if there is nothing to cancel. */
export async function readSubscriptionInfo(
  context: BillingContext,
  userId: number,
  id: number,
): Promise<SubscriptionInfoResponse> {
  const row = await findOwnSubscription(context, userId, id);
  const [program] = await context.db
    .select({ name: programs.name })
    .from(programs)
    .where(eq(programs.id, row.programId));
  // Without the grace period for late webhooks, which is not part of the plan.
  const end = deriveExpiredAt(periodsOf(row), { renewalLagHours: 0 });
  const over = isOver(row.status) && (end === null || end <= context.clock.now());
  return {
    error: over,
    message: over ? 'This subscription has already ended.' : 'Your subscription.',
    subscription: {
      program: program?.name ?? '',
      period: row.period,
      provider: row.provider,
      status: statusWord(shownStatus(row)),
      expired_at: end === null ? null : new Date(end).toISOString(),
    },
  };
}

/** Returns `Trialing` and `Active`, which the page styles, or the provider's word. */
function statusWord(status: string): string {
  if (status === 'trialing') return 'Trialing';
  return status === 'active' ? 'Active' : status;
}

/**
 * Cancels a subscription: no further charge, access until the end of the paid period. Idempotent. If the provider's
 * response is lost, reads the subscription before the call fails.
 */
export async function cancelSubscription(
  context: BillingContext,
  userId: number,
  id: number,
): Promise<{ message: string }> {
  const row = await findOwnSubscription(context, userId, id);
  const { provider, providerSubscriptionId } = row;
  if (isCanceled(row)) return { message: CANCELLED };
  if (providerSubscriptionId === null) throw notFound();
  const payments = providerOf(context, provider);
  const message = 'The payment service could not cancel your subscription. Please try again.';
  let failure: unknown = new HttpError(503, message, { retryAfter: 5 });
  try {
    if (isUnpaid(row)) await payments.endSubscription(providerSubscriptionId);
    else await payments.stopRenewing(providerSubscriptionId);
  } catch (error) {
    failure = error;
  }
  const after = await callProvider(() => syncSubscription(context, provider, providerSubscriptionId));
  if (after !== null && isCanceled(after)) return { message: CANCELLED };
  return callProvider(() => Promise.reject(failure));
}

/** Returns how to cancel the user's plan. `url` is null: this server cancels at both providers, without their pages. */
export async function requestCancel(context: BillingContext, userId: number): Promise<CancelRequestResponse> {
  const [row] = await context.db
    .select()
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.userId, userId),
        isNotNull(subscriptions.providerSubscriptionId),
        ne(subscriptions.status, PENDING),
        ne(subscriptions.provider, 'manual'),
      ),
    )
    .orderBy(desc(subscriptions.id))
    .limit(1);
  if (row === undefined) throw new HttpError(404, 'You have no subscription to cancel.');
  return { message: isCanceled(row) ? CANCELLED : 'Please confirm that you want to cancel.', url: null };
}

/** Cancels the renewal of every plan of a user. Rejects when a provider is unavailable. */
export async function cancelRenewals(context: BillingContext, userId: number): Promise<void> {
  const rows = await plansOf(context.db, userId);
  for (const { id, status } of rows) {
    if (!isOver(status) && status !== PENDING) await cancelSubscription(context, userId, id);
  }
}

/**
 * Throws 409 if a plan of a user renews or a purchase is pending. Purchases lock the user's row, so call this in a
 * transaction that has already changed that row.
 */
export async function rejectWithRenewals(tx: Db, userId: number): Promise<void> {
  const rows = await plansOf(tx, userId);
  if (rows.every(isCanceled)) return;
  throw new HttpError(409, 'The member is buying a plan right now. Repeat the command in a minute.');
}

/**
 * Ends every plan of a user at its provider and abandons open approvals. Call it before the account is deleted. Returns
 * the ids of the ended plans. Rejects when a provider is unavailable, so that a deleted account is never charged.
 */
export async function endAllPlans(context: BillingContext, userId: number): Promise<readonly number[]> {
  await context.db
    .update(walletApprovals)
    .set({ outcome: 'abandoned' })
    .where(and(eq(walletApprovals.userId, userId), isNull(walletApprovals.outcome)));
  const rows = await plansOf(context.db, userId);
  const ended: number[] = [];
  for (const { id, status, provider, providerSubscriptionId } of rows) {
    if (isOver(status) || providerSubscriptionId === null) continue;
    await callProvider(() => providerOf(context, provider).endSubscription(providerSubscriptionId));
    await callProvider(() => syncSubscription(context, provider, providerSubscriptionId));
    ended.push(id);
  }
  return ended;
}

/**
 * Throws 409 if a purchase is pending, or completed after `endAllPlans` returned `ended`: it would charge a deleted account.
 * Purchases lock the user's row, so call this in a transaction that has already changed that row.
 */
export async function rejectWhileBuying(tx: Db, userId: number, ended: readonly number[]): Promise<void> {
  const rows = await plansOf(tx, userId);
  if (!rows.some(({ id, status }) => status === PENDING || !(isOver(status) || ended.includes(id)))) return;
  const message = 'Your subscription is being set up. Please try again in a minute.';
  throw new HttpError(409, message, { retryAfter: 60 });
}
