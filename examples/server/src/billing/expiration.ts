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

/** Why an approved wallet subscription came to nothing; the status `failed` ends the client's poll. */
const FAILED_APPROVALS: Readonly<Record<string, string>> = {
  'trial-used':
    'This PayPal account has already had its free trial. Please enroll again: the plan then begins with the first payment.',
  superseded: 'Another plan was there already, so the one by PayPal was not begun.',
  refused: 'PayPal did not take the payment. Please enroll again.',
};

/**
 * Whether the person may use what is for subscribers, with the newest plan's state beside it.
 * A plan that ended earlier says nothing about one that is on its way, so it shows no state. Who comes back from the
 * wallet's page asks here, so what they approved is gone on with.
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

/** Why the person's last attempt came to nothing; undefined when that was no wallet approval, or it did not fail. */
async function readFailedApproval(
  context: BillingContext,
  userId: number,
  newest: SubscriptionRow | undefined,
): Promise<string | undefined> {
  const approval = await newestApproval(context, userId);
  if (approval === null) return undefined;
  // A plan that is on its way, or was tried later, by card say, speaks for itself.
  const later = newest !== undefined && (!isOver(newest.status) || newest.createdAt > approval.createdAt);
  return later ? undefined : FAILED_APPROVALS[approval.outcome ?? ''];
}
