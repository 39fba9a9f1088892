import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { billingSetupIntents } from '../db/schema/billing.ts';
import type { CardSetupIntent } from '../providers/cards/cards.types.ts';
import type { BillingContext, Payer } from './billing.types.ts';
import { customerFor } from './customers.ts';
import { callProvider } from './provider-errors.ts';

/** How long a set-up intent can be used: to save a card and to pay with it. */
const LIFETIME_MS = 3_600_000;
/** An open set-up intent is reused for this long, so that time remains to use it. */
const REUSE_MS = 1_800_000;
/** How many of the newest set-up intents are searched. */
const SEARCH_LIMIT = 10;

/**
 * Creates a set-up intent, or returns the open one of the last 30 minutes. Parallel requests share one, because the
 * idempotency key contains the number of earlier intents.
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
    const intent = await callProvider(() => cards.findSetupIntent(newest));
    if (intent?.status === 'open' && intent.customerId === customerId) return intent;
  }
  const intent = await callProvider(() =>
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

/** Returns the set-up intent of the last hour that saved this card to this user's customer. Null: do not charge the card. */
export async function findSucceededSetup(
  context: BillingContext,
  { userId, customerId, paymentMethodId }: SavedCard,
): Promise<CardSetupIntent | null> {
  for (const id of await findRecent(context, userId)) {
    const intent = await callProvider(() => context.cards.findSetupIntent(id));
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
 * Returns the newest set-up intent of the last 30 minutes and the number ever opened. One statement, as an intent that is
 * created between two would be counted but not found.
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
  const isRecent = row !== undefined && row.createdAt.getTime() > clock.now() - REUSE_MS;
  return { newest: isRecent ? row.id : null, opened: row?.opened ?? 0 };
}

/** Returns the ids of the user's newest set-up intents of the last hour, newest first. */
async function findRecent({ db, clock }: BillingContext, userId: number): Promise<string[]> {
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
    .limit(SEARCH_LIMIT);
  return rows.map((row) => row.id);
}
