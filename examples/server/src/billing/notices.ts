// Queues the mails about payments: each one once, in the transaction of the change that it reports.
import { and, eq, gt, inArray, isNull } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { billingNotices, invoices, programs, subscriptions } from '../db/schema/billing.ts';
import { queueMail } from '../mail/outbox.ts';
import type { Mail } from '../providers/mail/mail-provider.ts';
import {
  cancelledMail,
  cardExpiryMail,
  endedUnpaidMail,
  type NoticePlan,
  paymentFailedMail,
  type Recipient,
  receiptMail,
  trialStartedMail,
} from './notice-texts.ts';
import { PENDING, type SubscriptionRow, shownStatus } from './subscription-state.ts';

const CANCELLED = 'cancelled';
const ENDED_UNPAID = 'ended-unpaid';

interface Change {
  readonly before: SubscriptionRow;
  readonly after: SubscriptionRow;
  /** Whether the provider ended it because payments failed. */
  readonly endedByFailedPayment: boolean;
  /** With the end of access after the change. */
  readonly recipient: Recipient;
  readonly now: number;
  /** The site's origin, for links. */
  readonly siteUrl: string;
}

/** Queues the mail about a change of a subscription, if the change needs one. */
export async function queueChangeMail(
  tx: Db,
  { before, after, endedByFailedPayment, recipient, now, siteUrl }: Change,
): Promise<void> {
  const previous = before.status === PENDING ? null : shownStatus(before);
  const status = shownStatus(after);
  const queue = async (event: string, mail: (plan: NoticePlan) => Mail): Promise<void> => {
    const plan = await readPlan(tx, after);
    await queueOnce(tx, mail(plan), { key: `${event}:${after.id}`, now });
  };
  if (status === 'trialing' && previous === null)
    await queue('trial', (plan) => trialStartedMail(recipient, plan));
  if (status === 'past_due') {
    const period = after.currentPeriodStart?.getTime() ?? 0;
    await queue(`failed:${period}`, (plan) => paymentFailedMail(recipient, plan, siteUrl));
  }
  if (status === previous || previous === null) return;
  // A plan that runs again can end again, which needs another mail.
  if (status === 'active' || status === 'trialing') return forgetEnd(tx, after.id);
  if (status === 'canceled' && !endedByFailedPayment) {
    await queue(CANCELLED, (plan) => cancelledMail(recipient, plan, now));
  } else if (status === 'canceled' || status === 'unpaid') {
    await queue(ENDED_UNPAID, (plan) => endedUnpaidMail(recipient, plan, now));
  }
}

/** Queues the receipt of a stored payment. Skips the free invoice of a trial and deleted accounts. */
export async function queueReceipt(tx: Db, providerInvoiceId: string, now: number): Promise<void> {
  const [payment] = await tx
    .select({ invoice: invoices, subscription: subscriptions, user: users })
    .from(invoices)
    .innerJoin(subscriptions, eq(subscriptions.id, invoices.subscriptionId))
    .innerJoin(users, eq(users.id, subscriptions.userId))
    .where(
      and(
        eq(invoices.providerInvoiceId, providerInvoiceId),
        eq(invoices.status, 'paid'),
        gt(invoices.amountCents, 0),
        isNull(users.deletedAt),
      ),
    );
  if (payment === undefined) return;
  const { invoice, subscription, user } = payment;
  const plan = await readPlan(tx, subscription);
  const key = `receipt:${invoice.providerInvoiceId}`;
  await queueOnce(tx, receiptMail(user, plan, invoice), { key, now });
}

/** Queues the mail about a card that expires soon. */
export async function queueCardExpiryMail(
  tx: Db,
  { row, recipient, now, siteUrl }: Pick<Change, 'recipient' | 'now' | 'siteUrl'> & { row: SubscriptionRow },
): Promise<void> {
  if (row.card === null) return;
  const mail = cardExpiryMail(recipient, { ...(await readPlan(tx, row)), card: row.card }, siteUrl);
  await queueOnce(tx, mail, { key: cardExpiryKey(row.id, row.card.expiresAt), now });
}

/** The key of the notice about a card's expiry. Another card has another key. */
function cardExpiryKey(subscriptionId: number, expiresAt: number): string {
  return `card-expires:${subscriptionId}:${expiresAt}`;
}

async function readPlan(tx: Db, row: SubscriptionRow): Promise<NoticePlan> {
  const [program] = await tx
    .select({ name: programs.name, currency: programs.currency })
    .from(programs)
    .where(eq(programs.id, row.programId));
  return { ...row, programName: program?.name ?? 'Your plan', currency: program?.currency ?? 'usd' };
}

async function queueOnce(
  tx: Db,
  mail: Mail,
  { key, now }: { readonly key: string; readonly now: number },
): Promise<void> {
  if (await claimNotice(tx, key, now)) await queueMail(tx, mail, now);
}

async function forgetEnd(tx: Db, subscriptionId: number): Promise<void> {
  const keys = [CANCELLED, ENDED_UNPAID].map((event) => `${event}:${subscriptionId}`);
  await tx.delete(billingNotices).where(inArray(billingNotices.key, keys));
}

/** Marks a notice as sent, so that it is not queued again. Returns false if it was marked before. */
export async function claimNotice(db: Db, key: string, now: number): Promise<boolean> {
  const claimed = await db
    .insert(billingNotices)
    .values({ key, createdAt: new Date(now) })
    .onConflictDoNothing()
    .returning();
  return claimed.length > 0;
}
