// Finds plans and payments for the operator.
import { desc, eq, inArray, or, sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { sameAddress } from '../db/same-address.ts';
import { users } from '../db/schema/accounts.ts';
import { billingCustomers, invoices, programs, refunds, subscriptions } from '../db/schema/billing.ts';
import { shownStatus } from './subscription-state.ts';

const planColumns = { plan: subscriptions, program: programs.name };

/** Returns the plans of a user, newest first. */
export async function listPlans(db: Db, userId: number) {
  const rows = await db
    .select(planColumns)
    .from(subscriptions)
    .innerJoin(programs, eq(programs.id, subscriptions.programId))
    .where(eq(subscriptions.userId, userId))
    .orderBy(desc(subscriptions.id));
  return rows.map(({ plan, program }) => ({ ...plan, status: shownStatus(plan), program }));
}

/** Returns the ids of the users with an e-mail address, an id, or an id at a payment provider. */
async function findUserIds(db: Db, text: string): Promise<readonly number[]> {
  const isId = /^\d{1,9}$/.test(text);
  const rows = await db
    .selectDistinct({ id: users.id })
    .from(users)
    .leftJoin(billingCustomers, eq(billingCustomers.userId, users.id))
    .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
    .leftJoin(invoices, eq(invoices.subscriptionId, subscriptions.id))
    .where(
      or(
        isId ? eq(users.id, Number(text)) : undefined,
        sameAddress(users.email, text),
        eq(billingCustomers.providerCustomerId, text),
        eq(subscriptions.providerSubscriptionId, text),
        eq(invoices.providerInvoiceId, text),
      ),
    );
  return rows.map(({ id }) => id);
}

const refunded = sql<number>`coalesce((select sum(${refunds.amountCents}) from ${refunds}
  where ${refunds.invoiceId} = ${invoices.id}), 0)`.mapWith(Number);

function paymentsQuery(db: Db) {
  return db
    .select({
      id: invoices.id,
      userId: subscriptions.userId,
      provider: subscriptions.provider,
      providerId: invoices.providerInvoiceId,
      status: invoices.status,
      amountCents: invoices.amountCents,
      currency: invoices.currency,
      billedAt: invoices.billedAt,
      refundedCents: refunded,
    })
    .from(invoices)
    .innerJoin(subscriptions, eq(subscriptions.id, invoices.subscriptionId));
}

/** Finds payments, newest first, and the users who made them. */
export async function findBilling(db: Db, text: string) {
  const userIds = await findUserIds(db, text);
  if (userIds.length === 0) return { userIds, payments: [] };
  const payments = await paymentsQuery(db)
    .where(inArray(subscriptions.userId, [...userIds]))
    .orderBy(desc(invoices.billedAt), desc(invoices.id));
  return { userIds, payments };
}

export type Payment = Awaited<ReturnType<typeof findBilling>>['payments'][number];

/** Finds a payment by our id. */
export async function findPayment(db: Db, id: number): Promise<Payment | undefined> {
  const [payment] = await paymentsQuery(db).where(eq(invoices.id, id));
  return payment;
}
