import type { ExpirationAnswer } from '@openbell/core/contract';
import { desc, eq } from 'drizzle-orm';
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
    'This PayPal account has already had its free trial. Please enroll again: the plan then begins with the first payment.',
  superseded: 'Another plan was there already, so the one by PayPal was not begun.',
  refused: 'PayPal did not take the payment. Please enroll again.',
};

/**
 * Reads whether the user has access, and the state of the newest plan. An earlier plan that has ended shows no state. Users
 * who return from PayPal poll this, so it also settles their approvals.
 */
export async function readExpiration(context: BillingContext, userId: number): Promise<ExpirationAnswer> {
  if (!(await hasAccess(context, userId))) await settleOpenApprovals(context, userId);
  const active = await hasAccess(context, userId);
  const [newest] = await context.db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.userId, userId))
    .orderBy(desc(subscriptions.id))
    .limit(1);
  const failed = active ? undefined : await readFailedApproval(context, userId, newest);
  if (failed !== undefined) return { active, status: 'failed', message: failed };
  const status = newest === undefined ? null : shownStatus(newest);
  const silent =
    status === null || status === PENDING || (!active && isOver(status) && status === 'canceled');
  if (silent) return { active, status: null, message: null };
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
  const later = newest !== undefined && (!isOver(newest.status) || newest.createdAt > approval.createdAt);
  return later ? undefined : FAILED_APPROVALS[approval.outcome ?? ''];
}
