import { and, desc, eq, gt, inArray, lt, ne, or, sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { billingCustomers, invoices, subscriptions } from '../db/schema/billing.ts';
import type { Publish } from '../live/bus.ts';
import {
  PaymentProviderError,
  type ProviderInvoice,
  type ProviderSubscription,
  type SubscriptionProvider,
} from '../providers/payments.types.ts';
import type { UserRow } from '../sessions/sessions.ts';
import type { BillingContext, ProviderName } from './billing.types.ts';
import { readInvoiceLink } from './invoice-links.ts';
import { queueChangeMail, queueReceipt } from './notices.ts';
import { expiredAtOf, isOver, type SubscriptionRow, stateOf } from './subscription-state.ts';

export function providerOf(
  { cards, wallet }: Pick<BillingContext, 'cards' | 'wallet'>,
  name: ProviderName,
): SubscriptionProvider {
  if (name === 'manual') return manualPlans;
  return name === 'stripe' ? cards : wallet;
}

/** Granted plans exist at no provider. */
const manualPlans: SubscriptionProvider = {
  findSubscription: async () => null,
  listInvoices: async () => [],
  stopRenewing: async () => undefined,
  endSubscription: async () => undefined,
  refund: () => Promise.reject(new PaymentProviderError('rejected', 'A granted plan has no payments.')),
};

/**
 * Returns the number of a provider read. Call it before the request: of two responses, the one to the later request is
 * stored, in whichever order they arrive.
 */
export async function nextReadNumber(db: Db): Promise<number> {
  const [row] = await db
    .select({ number: sql<string>`nextval('billing_reads')` })
    .from(sql`(select 1) as one`);
  return Number(row?.number);
}

/** Reads a subscription from its provider and stores it. Returns our row, or null if it is not ours. */
export async function syncSubscription(
  context: BillingContext,
  provider: ProviderName,
  providerId: string,
): Promise<SubscriptionRow | null> {
  const readNumber = await nextReadNumber(context.db);
  const found = await providerOf(context, provider).findSubscription(providerId);
  if (found === null) return null;
  const row = await applySubscription(context, { provider, found, readNumber });
  if (row === null) await endSecondSubscription(context, provider, found);
  return row;
}

/**
 * Ends a subscription of a purchase for which another one is stored: the provider completed an attempt that the member has
 * repeated, and would charge for both. Only reports it when the stored one is over.
 */
async function endSecondSubscription(
  context: BillingContext,
  provider: ProviderName,
  found: ProviderSubscription,
): Promise<void> {
  const { customerId, reference } = found;
  if (customerId === null || reference === null || isOver(found.status)) return;
  const { id, userId, status, providerSubscriptionId } = subscriptions;
  const [stored] = await context.db
    .select({ id, userId, status, providerSubscriptionId })
    .from(subscriptions)
    .innerJoin(billingCustomers, eq(billingCustomers.userId, userId))
    .where(
      and(
        eq(billingCustomers.providerCustomerId, customerId),
        eq(subscriptions.provider, provider),
        eq(id, reference),
        ne(providerSubscriptionId, found.id),
      ),
    );
  if (stored === undefined) return;
  const isEnded = !isOver(stored.status);
  if (isEnded) await providerOf(context, provider).endSubscription(found.id);
  context.log.error('billing.second-subscription', {
    subscriptionId: stored.id,
    userId: stored.userId,
    storedId: stored.providerSubscriptionId,
    secondId: found.id,
    isEnded,
  });
}

/** Reads a card invoice and its subscription from the provider and stores them. */
export async function syncInvoice(context: BillingContext, providerId: string): Promise<void> {
  const readNumber = await nextReadNumber(context.db);
  const invoice = await context.cards.findInvoice(providerId);
  if (invoice?.subscriptionId == null) return;
  const row = await syncSubscription(context, 'stripe', invoice.subscriptionId);
  if (row !== null) await applyInvoices(context, [invoice], { subscriptionId: row.id, readNumber });
}

/** Reads the plan of a refunded or disputed card payment, with its payments. Returns false if it is not ours. */
export async function syncCardPayment(context: BillingContext, paymentId: string): Promise<boolean> {
  const { cards } = context;
  const invoiceId = await cards.findInvoiceOfPayment(paymentId);
  const invoice = invoiceId === null ? null : await cards.findInvoice(invoiceId);
  if (invoice?.subscriptionId == null) return false;
  const row = await syncSubscription(context, 'stripe', invoice.subscriptionId);
  if (row === null) return false;
  await syncInvoices(context, row);
  return true;
}

/** Reads all invoices of a subscription from the provider and stores them. */
export async function syncInvoices(context: BillingContext, row: SubscriptionRow): Promise<void> {
  const { provider, providerSubscriptionId } = row;
  if (providerSubscriptionId === null) return;
  const readNumber = await nextReadNumber(context.db);
  const found = await providerOf(context, provider).listInvoices(providerSubscriptionId);
  await applyInvoices(context, found, { subscriptionId: row.id, readNumber });
}

/** Like {@link syncInvoices}, but logs a failure: the payment's webhook reads the invoices as well. */
export async function trySyncInvoices(context: BillingContext, row: SubscriptionRow): Promise<void> {
  await syncInvoices(context, row).catch((error: unknown) =>
    context.log.warn('billing.invoices-not-read', { error, subscriptionId: row.id }),
  );
}

/** A subscription as read from a provider. */
export interface ProviderRead {
  readonly provider: ProviderName;
  readonly found: ProviderSubscription;
  /** From {@link nextReadNumber}, called before the request. */
  readonly readNumber: number;
}

/**
 * Stores a provider's subscription unless a newer read is stored, updates the user's end of access and queues the mail, all
 * in one transaction. Returns our row, or null if the subscription is not ours.
 */
export async function applySubscription(
  context: BillingContext,
  { provider, found, readNumber }: ProviderRead,
): Promise<SubscriptionRow | null> {
  const { clock, bus } = context;
  const now = clock.now();
  return bus.transact(async (tx, publish) => {
    const ids = await findOwnSubscription(tx, provider, found);
    if (ids === null) return null;
    // The lock serializes changes of one user's plans.
    const [user] = await tx.select().from(users).where(eq(users.id, ids.userId)).for('update');
    const [before] = await tx.select().from(subscriptions).where(eq(subscriptions.id, ids.id));
    if (user === undefined || before === undefined) return null;
    const next = stateOf(found, before, now);
    const isStale = before.readNumber >= readNumber || (isOver(before.status) && !isOver(next.status));
    if (!isStale) {
      await tx
        .update(subscriptions)
        .set({ ...next, readNumber })
        .where(and(eq(subscriptions.id, ids.id), lt(subscriptions.readNumber, readNumber)));
    }
    const rows = await plansOf(tx, ids.userId);
    const expiredAt = await updateAccess(tx, publish, { user, rows, now });
    const row = rows.find(({ id }) => id === ids.id);
    if (row === undefined) return null;
    if (!isStale && user.deletedAt === null) {
      const { endedByFailedPayment } = found;
      const recipient = { ...user, expiredAt };
      const siteUrl = context.config.publicUrl;
      await queueChangeMail(tx, { before, after: row, endedByFailedPayment, recipient, now, siteUrl });
    }
    return row;
  });
}

/** Returns all plans of a user. */
export function plansOf(tx: Db, userId: number): Promise<SubscriptionRow[]> {
  return tx.select().from(subscriptions).where(eq(subscriptions.userId, userId));
}

/** Derives the user's end of access from all plans, stores and returns it. A deleted account gets no access. */
export async function updateAccess(
  tx: Db,
  publish: Publish,
  { user, rows, now }: { user: UserRow; rows: readonly SubscriptionRow[]; now: number },
): Promise<Date | null> {
  if (user.deletedAt !== null) return user.expiredAt;
  const expiredAt = expiredAtOf(rows, user.expiredAt, now);
  if (expiredAt?.getTime() === user.expiredAt?.getTime()) return expiredAt;
  await tx.update(users).set({ expiredAt }).where(eq(users.id, user.id));
  publish('entitlement-changed', { userId: user.id });
  return expiredAt;
}

/**
 * Returns the ids of our row of a provider's subscription. Finds it by the provider's id or, until that is stored, by our
 * reference. For cards the customer must be the user's own; a PayPal id is stored before it can be paid.
 */
async function findOwnSubscription(
  tx: Db,
  provider: ProviderName,
  { id: providerId, customerId, reference }: ProviderSubscription,
): Promise<Pick<SubscriptionRow, 'id' | 'userId'> | null> {
  const { id, userId, providerSubscriptionId } = subscriptions;
  const columns = { id, userId, providerSubscriptionId };
  const hasProviderId = and(eq(subscriptions.provider, provider), eq(providerSubscriptionId, providerId));
  if (customerId === null) {
    const [row] = await tx.select(columns).from(subscriptions).where(hasProviderId);
    return row ?? null;
  }
  const [row] = await tx
    .select(columns)
    .from(subscriptions)
    .innerJoin(billingCustomers, eq(billingCustomers.userId, userId))
    .where(
      and(
        eq(billingCustomers.providerCustomerId, customerId),
        eq(subscriptions.provider, provider),
        or(hasProviderId, reference === null ? undefined : eq(id, reference)),
      ),
    )
    .orderBy(desc(eq(providerSubscriptionId, providerId)))
    .limit(1);
  return row === undefined || (row.providerSubscriptionId ?? providerId) !== providerId ? null : row;
}

/** Stores the provider's invoices, oldest first, and queues one receipt for each paid invoice. */
async function applyInvoices(
  context: BillingContext,
  found: readonly ProviderInvoice[],
  { subscriptionId, readNumber }: { readonly subscriptionId: number; readonly readNumber: number },
): Promise<void> {
  const { db, clock } = context;
  for (const invoice of [...found].reverse()) {
    const state = {
      amountCents: invoice.amountCents,
      currency: invoice.currency,
      status: invoice.status,
      billedAt: new Date(invoice.billedAt),
      invoicePdf: readInvoiceLink(invoice.pdf),
      ...(invoice.reversed === undefined ? {} : { reversed: invoice.reversed }),
      readNumber,
    };
    await db.transaction(async (tx) => {
      await tx
        .insert(invoices)
        .values({ subscriptionId, providerInvoiceId: invoice.id, ...state })
        .onConflictDoUpdate({
          target: invoices.providerInvoiceId,
          set: state,
          setWhere: lt(invoices.readNumber, readNumber),
        });
      if (invoice.status === 'paid') await queueReceipt(tx, invoice.id, clock.now());
    });
  }
  await applyReversal(context, subscriptionId);
}

/** Ends the access of a subscription whose newest payment was reversed, and restores it when that is over. */
async function applyReversal({ bus, clock }: BillingContext, subscriptionId: number): Promise<void> {
  const isPayment = and(gt(invoices.amountCents, 0), or(eq(invoices.status, 'paid'), invoices.reversed));
  await bus.transact(async (tx, publish) => {
    const own = tx
      .select({ userId: subscriptions.userId })
      .from(subscriptions)
      .where(eq(subscriptions.id, subscriptionId));
    // As in `applySubscription`.
    const [user] = await tx.select().from(users).where(inArray(users.id, own)).for('update');
    if (user === undefined) return;
    const [newest] = await tx
      .select({ reversed: invoices.reversed })
      .from(invoices)
      .where(and(eq(invoices.subscriptionId, subscriptionId), isPayment))
      .orderBy(desc(invoices.billedAt), desc(invoices.id))
      .limit(1);
    const changed = await tx
      .update(subscriptions)
      .set({ paymentReversed: newest?.reversed ?? false })
      .where(
        and(
          eq(subscriptions.id, subscriptionId),
          ne(subscriptions.paymentReversed, newest?.reversed ?? false),
        ),
      )
      .returning({ id: subscriptions.id });
    if (changed.length === 0) return;
    await updateAccess(tx, publish, { user, rows: await plansOf(tx, user.id), now: clock.now() });
  });
}
