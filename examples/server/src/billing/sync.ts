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

/** Who takes the money of a subscription. */
export function providerOf(
  { cards, wallet }: Pick<BillingContext, 'cards' | 'wallet'>,
  name: ProviderName,
): SubscriptionProvider {
  return name === 'stripe' ? cards : wallet;
}

/**
 * Takes the number of a provider read. It is taken before the provider is asked, so of two answers the one asked for
 * later wins, whichever comes first.
 */
export async function nextReadNumber(db: Db): Promise<number> {
  const [row] = await db
    .select({ number: sql<string>`nextval('billing_reads')` })
    .from(sql`(select 1) as one`);
  return Number(row?.number);
}

/** Reads a subscription again from its provider and keeps what it says. Returns our row, null when it is not ours. */
export async function syncSubscription(
  context: BillingContext,
  provider: ProviderName,
  providerId: string,
): Promise<SubscriptionRow | null> {
  const readNumber = await nextReadNumber(context.db);
  const found = await providerOf(context, provider).findSubscription(providerId);
  return found === null ? null : applySubscription(context, provider, found, readNumber);
}

/** Reads a card invoice again from the provider, with its subscription, and keeps what they say. */
export async function syncInvoice(context: BillingContext, providerId: string): Promise<void> {
  const readNumber = await nextReadNumber(context.db);
  const invoice = await context.cards.findInvoice(providerId);
  if (invoice?.subscriptionId == null) return;
  const row = await syncSubscription(context, 'stripe', invoice.subscriptionId);
  if (row !== null) await applyInvoices(context, row.id, [invoice], readNumber);
}

/** Reads all invoices of a subscription again and keeps what they say. */
export async function syncInvoices(context: BillingContext, row: SubscriptionRow): Promise<void> {
  const { provider, providerSubscriptionId } = row;
  if (providerSubscriptionId === null) return;
  const readNumber = await nextReadNumber(context.db);
  const all = await providerOf(context, provider).listInvoices(providerSubscriptionId);
  await applyInvoices(context, row.id, all, readNumber);
}

/**
 * Keeps what the provider said about a subscription, unless something newer is known, derives the person's end of
 * access and writes the mails about it, all in one transaction. Returns our row, null when the subscription is not one
 * of ours.
 */
export async function applySubscription(
  context: BillingContext,
  name: ProviderName,
  provider: ProviderSubscription,
  readNumber: number,
): Promise<SubscriptionRow | null> {
  const { db, clock, bus } = context;
  const now = clock.now();
  const outcome = await db.transaction(async (tx) => {
    const own = await findOwn(tx, name, provider);
    if (own === null) return null;
    // Changes of one person's plans wait for each other here.
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
    // Of a deleted account only the books go on: it gains no access and is written to no more.
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
 * Our row of a provider's subscription: by its id, or, while its first answer is still on the way, by the reference
 * that we gave it. With cards the customer must be the person's own either way (matching by customer alone ends
 * the wrong plan); a wallet subscription's id is kept before it can be paid.
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

/** Keeps what the provider said about payments; each that was made is told to the person once. */
async function applyInvoices(
  { db, clock }: BillingContext,
  subscriptionId: number,
  found: readonly ProviderInvoice[],
  readNumber: number,
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
