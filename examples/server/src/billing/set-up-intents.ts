import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { billingSetupIntents } from '../db/schema/billing.ts';
import type { CardSetupIntent } from '../providers/cards/cards.types.ts';
import type { BillingContext, Payer } from './billing.types.ts';
import { customerFor } from './customers.ts';
import { askProvider } from './provider-errors.ts';

/** Lifetime of a set-up intent, for saving a card and for paying with it. */
const LIFETIME_MS = 3_600_000;
/** Number of set-up intents that are searched, newest first. */
const LOOK_BACK = 10;

/**
 * Opens a set-up intent, or returns the open one of the last hour. Parallel requests share one: the provider's
 * idempotency key contains the number of earlier ones.
 */
export async function openSetupIntent(
  context: BillingContext,
  payer: Payer,
  plan: { readonly programId: number; readonly term: 1 | 2 },
): Promise<CardSetupIntent> {
  const { db, cards, clock } = context;
  const customerId = await customerFor(context, payer);
  const { newest, opened } = await readOpened(context, payer.userId);
  if (newest !== null) {
    const intent = await askProvider(() => cards.findSetupIntent(newest));
    if (intent?.status === 'open' && intent.customerId === customerId) return intent;
  }
  const intent = await askProvider(() =>
    cards.createSetupIntent({
      customerId,
      userId: payer.userId,
      idempotencyKey: `setup:${customerId}:${opened}`,
    }),
  );
  await db
    .insert(billingSetupIntents)
    .values({
      providerSetupIntentId: intent.id,
      userId: payer.userId,
      ...plan,
      createdAt: new Date(clock.now()),
    })
    .onConflictDoNothing();
  return intent;
}

interface SavedCard {
  readonly userId: number;
  readonly customerId: string;
  readonly paymentMethodId: string;
}

/**
 * Returns the succeeded set-up intent of the last hour that saved this card to this user's customer; null when there is
 * none. No other payment method is charged.
 */
export async function findPaidSetup(
  context: BillingContext,
  { userId, customerId, paymentMethodId }: SavedCard,
): Promise<CardSetupIntent | null> {
  for (const id of await recent(context, userId, LOOK_BACK)) {
    const intent = await askProvider(() => context.cards.findSetupIntent(id));
    if (
      intent?.status === 'succeeded' &&
      intent.customerId === customerId &&
      intent.userId === userId &&
      intent.paymentMethodId === paymentMethodId
    ) {
      return intent;
    }
  }
  return null;
}

/**
 * Reads the newest set-up intent of the last hour and the number ever opened, in one statement: otherwise an intent that
 * is opened in between would be counted but not found.
 */
async function readOpened(
  { db, clock }: BillingContext,
  userId: number,
): Promise<{ readonly newest: string | null; readonly opened: number }> {
  const [row] = await db
    .select({
      id: billingSetupIntents.providerSetupIntentId,
      createdAt: billingSetupIntents.createdAt,
      opened: sql`count(*) over ()`.mapWith(Number),
    })
    .from(billingSetupIntents)
    .where(eq(billingSetupIntents.userId, userId))
    .orderBy(desc(billingSetupIntents.createdAt))
    .limit(1);
  const isRecent = row !== undefined && row.createdAt.getTime() > clock.now() - LIFETIME_MS;
  return { newest: isRecent ? row.id : null, opened: row?.opened ?? 0 };
}

/** Returns the ids of the user's set-up intents of the last hour, newest first. */
async function recent({ db, clock }: BillingContext, userId: number, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: billingSetupIntents.providerSetupIntentId })
    .from(billingSetupIntents)
    .where(
      and(
        eq(billingSetupIntents.userId, userId),
        gt(billingSetupIntents.createdAt, new Date(clock.now() - LIFETIME_MS)),
      ),
    )
    .orderBy(desc(billingSetupIntents.createdAt))
    .limit(limit);
  return rows.map((row) => row.id);
}
