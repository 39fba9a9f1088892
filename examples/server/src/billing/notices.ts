// The mails about payments. Each is queued once, in the transaction of the change that it reports.
import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { billingNotices, invoices, programs, subscriptions } from '../db/schema/billing.ts';
import type { Mail } from '../mail/mail.ts';
import { queueMail } from '../mail/outbox.ts';
import {
  cancelledMail,
  endedUnpaidMail,
  type NoticePerson,
  type NoticePlan,
  paymentFailedMail,
  receiptMail,
  trialStartedMail,
} from './notice-texts.ts';
import { PENDING, type SubscriptionRow, shownStatus } from './subscription-state.ts';

interface Change {
  readonly before: SubscriptionRow;
  readonly after: SubscriptionRow;
  /** Whether the provider ended it because payments failed. */
  readonly endedByFailedPayment: boolean;
  /** With the end of access after the change. */
  readonly person: NoticePerson;
  readonly now: number;
}

/** Queues the mail for a change of a subscription, if there is one. */
export async function announceChange(
  tx: Db,
  { before, after, endedByFailedPayment, person, now }: Change,
): Promise<void> {
  const was = before.status === PENDING ? null : shownStatus(before);
  const is = shownStatus(after);
  const write = async (matter: string, mail: (plan: NoticePlan) => Mail): Promise<void> => {
    const plan = await readPlan(tx, after);
    await writeOnce(tx, mail(plan), { key: `${matter}:${after.id}`, now });
  };
  if (is === 'trialing' && was === null) await write('trial', (plan) => trialStartedMail(person, plan));
  if (is === 'past_due') {
    const period = after.currentPeriodStart?.getTime() ?? 0;
    await write(`failed:${period}`, (plan) => paymentFailedMail(person, plan));
  }
  if (is === was || was === null) return;
  if (is === 'canceled' && !endedByFailedPayment) {
    await write('cancelled', (plan) => cancelledMail(person, plan, now));
  } else if (is === 'canceled' || is === 'unpaid') {
    await write('ended-unpaid', (plan) => endedUnpaidMail(person, plan, now));
  }
}

/** Queues the receipt of a stored payment; none for the free invoice of a trial or a deleted account. */
export async function announcePayment(tx: Db, providerInvoiceId: string, now: number): Promise<void> {
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
  await writeOnce(tx, receiptMail(user, plan, invoice), { key, now });
}

async function readPlan(tx: Db, row: SubscriptionRow): Promise<NoticePlan> {
  const [program] = await tx
    .select({ name: programs.name, currency: programs.currency })
    .from(programs)
    .where(eq(programs.id, row.programId));
  return { ...row, programName: program?.name ?? 'Your plan', currency: program?.currency ?? 'usd' };
}

async function writeOnce(
  tx: Db,
  mail: Mail,
  { key, now }: { readonly key: string; readonly now: number },
): Promise<void> {
  if (await claimNotice(tx, key, now)) await queueMail(tx, mail, now);
}

/** Marks a notice as sent, so that no mail is queued for it. False when it was marked before. */
export async function claimNotice(db: Db, key: string, now: number): Promise<boolean> {
  const claimed = await db
    .insert(billingNotices)
    .values({ key, createdAt: new Date(now) })
    .onConflictDoNothing()
    .returning();
  return claimed.length > 0;
}
