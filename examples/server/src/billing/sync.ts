import { and, desc, eq, lt, or, sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { billingCustomers, invoices, subscriptions } from '../db/schema/billing.ts';
import type {
  ProviderInvoice,
  ProviderSubscription,
  SubscriptionProvider,
} from '../providers/payments.types.ts';
import type { BillingContext, ProviderName } from './billing.types.ts';
import { readInvoiceLink } from './invoice-links.ts';
import { announceChange, announcePayment } from './notices.ts';
import { expiredAtOf, isOver, type SubscriptionRow, stateOf } from './subscription-state.ts';

export function providerOf(
  { cards, wallet }: Pick<BillingContext, 'cards' | 'wallet'>,
  name: ProviderName,
): SubscriptionProvider {
  return name === 'stripe' ? cards : wallet;
}

/**
 * Returns the number of a provider read. Take it before the request: of two answers the later request wins, in whichever
 * order they arrive.
 */
export async function nextReadNumber(db: Db): Promise<number> {
  const [row] = await db
    .select({ number: sql<string>`nextval('billing_reads')` })
    .from(sql`(select 1) as one`);
  return Number(row?.number);
}

/** Reads a subscription from its provider and stores it. Returns our row, null when it is not ours. */
export async function syncSubscription(
  context: BillingContext,
  provider: ProviderName,
  providerId: string,
): Promise<SubscriptionRow | null> {
  const readNumber = await nextReadNumber(context.db);
  const found = await providerOf(context, provider).findSubscription(providerId);
  return found === null ? null : applySubscription(context, { provider, subscription: found, readNumber });
}

/** Reads a card invoice and its subscription from the provider and stores them. */
export async function syncInvoice(context: BillingContext, providerId: string): Promise<void> {
  const readNumber = await nextReadNumber(context.db);
  const invoice = await context.cards.findInvoice(providerId);
  if (invoice?.subscriptionId == null) return;
  const row = await syncSubscription(context, 'stripe', invoice.subscriptionId);
  if (row !== null) await applyInvoices(context, [invoice], { subscriptionId: row.id, readNumber });
}

/** Reads all invoices of a subscription from the provider and stores them. */
export async function syncInvoices(context: BillingContext, row: SubscriptionRow): Promise<void> {
  const { provider, providerSubscriptionId } = row;
  if (providerSubscriptionId === null) return;
  const readNumber = await nextReadNumber(context.db);
  const all = await providerOf(context, provider).listInvoices(providerSubscriptionId);
  await applyInvoices(context, all, { subscriptionId: row.id, readNumber });
}

/** A subscription as a provider returned it. */
export interface ProviderRead {
  readonly provider: ProviderName;
  readonly subscription: ProviderSubscription;
  /** From {@link nextReadNumber}, taken before the provider was asked. */
  readonly readNumber: number;
}

/**
 * Stores a provider's subscription unless a newer read is stored, derives the user's end of access and queues the mails,
 * all in one transaction. Returns our row, null when the subscription is not ours.
 */
export async function applySubscription(
  context: BillingContext,
  { provider: name, subscription: provider, readNumber }: ProviderRead,
): Promise<SubscriptionRow | null> {
  const { db, clock, bus } = context;
  const now = clock.now();
  const outcome = await db.transaction(async (tx) => {
    const own = await findOwn(tx, name, provider);
    if (own === null) return null;
    // Serializes changes of one user's plans.
    const [person] = await tx
      .select({
        expiredAt: users.expiredAt,
        email: users.email,
        firstName: users.firstName,
        deletedAt: users.deletedAt,
      })
      .from(users)
      .where(eq(users.id, own.userId))
      .for('update');
    const [before] = await tx.select().from(subscriptions).where(eq(subscriptions.id, own.id));
    if (person === undefined || before === undefined) return null;
    const next = stateOf(provider, before, now);
    const stale = before.readNumber >= readNumber || (isOver(before.status) && !isOver(next.status));
    if (!stale) {
      await tx
        .update(subscriptions)
        .set({ ...next, readNumber })
        .where(and(eq(subscriptions.id, own.id), lt(subscriptions.readNumber, readNumber)));
    }
    const rows = await tx.select().from(subscriptions).where(eq(subscriptions.userId, own.userId));
    // A deleted account gains no access and gets no mail; its subscriptions and invoices are still stored.
    const deleted = person.deletedAt !== null;
    const expiredAt = deleted ? person.expiredAt : expiredAtOf(rows, person.expiredAt, now);
    const changed = expiredAt?.getTime() !== person.expiredAt?.getTime();
    if (changed) await tx.update(users).set({ expiredAt }).where(eq(users.id, own.userId));
    const row = rows.find((candidate) => candidate.id === own.id);
    if (row === undefined) return null;
    if (!stale && !deleted) {
      const { endedByFailedPayment } = provider;
      await announceChange(tx, {
        before,
        after: row,
        endedByFailedPayment,
        person: { ...person, expiredAt },
        now,
      });
    }
    return { row, changed };
  });
  if (outcome?.changed) bus.publish('entitlement-changed', { userId: outcome.row.userId });
  return outcome?.row ?? null;
}

interface OwnRow {
  readonly id: number;
  readonly userId: number;
}

/**
 * Finds our row of a provider's subscription by its id or, until the first answer is stored, by the reference that we
 * sent. For cards the customer must be the user's own as well; a PayPal id is stored before it can be paid.
 */
async function findOwn(tx: Db, name: ProviderName, provider: ProviderSubscription): Promise<OwnRow | null> {
  const known = and(eq(subscriptions.provider, name), eq(subscriptions.providerSubscriptionId, provider.id));
  const shown = {
    id: subscriptions.id,
    userId: subscriptions.userId,
    known: subscriptions.providerSubscriptionId,
  };
  if (provider.customerId === null) {
    const [row] = await tx.select(shown).from(subscriptions).where(known);
    return row ?? null;
  }
  const [row] = await tx
    .select(shown)
    .from(subscriptions)
    .innerJoin(billingCustomers, eq(billingCustomers.userId, subscriptions.userId))
    .where(
      and(
        eq(billingCustomers.providerCustomerId, provider.customerId),
        eq(subscriptions.provider, name),
        or(known, provider.reference === null ? undefined : eq(subscriptions.id, provider.reference)),
      ),
    )
    .orderBy(desc(eq(subscriptions.providerSubscriptionId, provider.id)))
    .limit(1);
  if (row === undefined || (row.known !== null && row.known !== provider.id)) return null;
  return row;
}

/** Stores the provider's invoices and queues one receipt for each that is paid. */
async function applyInvoices(
  { db, clock }: BillingContext,
  found: readonly ProviderInvoice[],
  { subscriptionId, readNumber }: { readonly subscriptionId: number; readonly readNumber: number },
): Promise<void> {
  for (const invoice of [...found].reverse()) {
    const state = {
      amountCents: invoice.amountCents,
      currency: invoice.currency,
      status: invoice.status,
      billedAt: new Date(invoice.billedAt),
      invoicePdf: readInvoiceLink(invoice.pdf),
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
      if (invoice.status === 'paid') await announcePayment(tx, invoice.id, clock.now());
    });
  }
}
