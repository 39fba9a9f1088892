import type { ExpirationResponse } from '@openbell/core/contract';
import { and, desc, eq, ne } from 'drizzle-orm';
import { subscriptions } from '../db/schema/billing.ts';
import type { BillingContext } from './billing.types.ts';
import { hasAccess } from './blocking-plan.ts';
import { isOver, PENDING, type SubscriptionRow, shownStatus } from './subscription-state.ts';
import { newestApproval, settleOpenApprovals } from './wallet-approvals.ts';

const MESSAGES: Readonly<Record<string, string>> = {
  incomplete_expired: 'Your first payment was not completed. Please enroll again.',
  past_due: 'Your last payment failed.',
  unpaid: 'Your last payment failed.',
};

/** Messages for approvals that failed; the status `failed` ends the client's poll. */
const FAILED_APPROVALS: Readonly<Record<string, string>> = {
  'trial-used':
    'This PayPal account has already used its free trial. Please enroll again. Your plan will start with the first payment.',
  superseded: 'You already had another plan, so the PayPal plan was not started.',
  refused: 'PayPal declined the payment. Please enroll again.',
};

/**
 * Returns whether the user has access, and the state of the newest plan (null for an ended one). Users who return from
 * PayPal poll it, so it also settles their approvals.
 */
export async function readExpiration(context: BillingContext, userId: number): Promise<ExpirationResponse> {
  if (!(await hasAccess(context, userId))) await settleOpenApprovals(context, userId);
  const active = await hasAccess(context, userId);
  const [newest] = await context.db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), ne(subscriptions.provider, 'manual')))
    .orderBy(desc(subscriptions.id))
    .limit(1);
  const failure = active ? undefined : await readFailedApproval(context, userId, newest);
  if (failure !== undefined) return { active, status: 'failed', message: failure };
  const status = newest === undefined ? null : shownStatus(newest);
  if (status === null || status === PENDING || (!active && status === 'canceled'))
    return { active, status: null, message: null };
  return { active, status, message: active ? null : (MESSAGES[status] ?? null) };
}

/** Returns the message of the user's last attempt if it was a PayPal approval that failed. */
async function readFailedApproval(
  context: BillingContext,
  userId: number,
  newest: SubscriptionRow | undefined,
): Promise<string | undefined> {
  const approval = await newestApproval(context, userId);
  if (approval === null) return undefined;
  // A newer or pending plan replaces the failed approval.
  const isReplaced =
    newest !== undefined && (!isOver(newest.status) || newest.createdAt > approval.createdAt);
  return isReplaced ? undefined : FAILED_APPROVALS[approval.outcome ?? ''];
}
