import { and, eq, sql } from 'drizzle-orm';
import { webhookEvents } from '../db/schema/billing.ts';
import { HttpError } from '../http/http-error.ts';
import { type ProviderEvent, WebhookRefusedError } from '../providers/payments.types.ts';
import type { BillingContext, ProviderName } from './billing.types.ts';
import { askProvider } from './provider-errors.ts';
import { syncInvoice, syncSubscription } from './sync.ts';
import { syncWallet } from './wallet-approvals.ts';

/** The outcome of a webhook; each is answered with 200. */
export type WebhookOutcome = 'handled' | 'duplicate' | 'not-ours';

/** Handles a webhook of the card provider; see {@link take}. Throws 400 for a bad signature. */
export async function takeCardWebhook(
  context: BillingContext,
  body: string,
  signature: string,
): Promise<WebhookOutcome> {
  const { cards, clock } = context;
  const event = await checked(async () => cards.readWebhook(body, signature, clock.now()));
  return take(context, { provider: cards.name, event }, async ({ kind, id }) => {
    if (kind === 'subscription') return (await syncSubscription(context, 'stripe', id)) !== null;
    await syncInvoice(context, id);
    return true;
  });
}

/** Handles a PayPal webhook; see {@link take}. Throws 400 when PayPal rejects its signature. */
export async function takeWalletWebhook(
  context: BillingContext,
  body: string,
  headers: Headers,
): Promise<WebhookOutcome> {
  const { wallet } = context;
  const event = await checked(() => wallet.readWebhook(body, headers));
  return take(context, { provider: wallet.name, event }, ({ id }) => syncWallet(context, id));
}

async function checked(read: () => Promise<ProviderEvent>): Promise<ProviderEvent> {
  try {
    return await askProvider(read);
  } catch (error) {
    if (error instanceof WebhookRefusedError) throw new HttpError(400, 'The signature is not valid.');
    throw error;
  }
}

/**
 * Handles an event once. An event only names an object to read from the provider, so late, repeated and reordered events
 * are harmless. Errors are answered with 500, and the provider sends the event again.
 */
async function take(
  { db, clock, log }: BillingContext,
  { provider, event }: { readonly provider: ProviderName; readonly event: ProviderEvent },
  /** Reads the object of the event; false when it is not ours. */
  handle: (about: NonNullable<ProviderEvent['about']>) => Promise<boolean>,
): Promise<WebhookOutcome> {
  const own = and(eq(webhookEvents.provider, provider), eq(webhookEvents.eventId, event.id));
  const [record] = await db
    .insert(webhookEvents)
    .values({
      provider,
      eventId: event.id,
      type: event.type,
      receivedAt: new Date(clock.now()),
      attempts: 1,
    })
    .onConflictDoUpdate({
      target: [webhookEvents.provider, webhookEvents.eventId],
      set: { attempts: sql`${webhookEvents.attempts} + 1` },
    })
    .returning();
  if (record?.handledAt != null) return 'duplicate';
  try {
    const handled = event.about !== null && (await handle(event.about));
    await db
      .update(webhookEvents)
      .set({ handledAt: new Date(clock.now()), lastError: null })
      .where(own);
    return handled ? 'handled' : 'not-ours';
  } catch (error) {
    log.error('billing.webhook-failed', { error, provider, event: event.id, type: event.type });
    await db
      .update(webhookEvents)
      .set({ lastError: String(error).slice(0, 500) })
      .where(own);
    throw error;
  }
}
