import { and, eq, sql } from 'drizzle-orm';
import { webhookEvents } from '../db/schema/billing.ts';
import { HttpError } from '../http/http-error.ts';
import { InvalidWebhookError, type ProviderEvent } from '../providers/payments.types.ts';
import type { BillingContext, ProviderName } from './billing.types.ts';
import { callProvider } from './provider-errors.ts';
import { syncCardPayment, syncInvoice, syncSubscription } from './sync.ts';
import { syncWallet, syncWalletPayment } from './wallet-approvals.ts';

/** The outcome of a webhook. The response is 200 for each. */
export type WebhookOutcome = 'handled' | 'duplicate' | 'not-ours';

/** Handles a webhook of the card provider; see {@link handleOnce}. Throws 400 for an invalid signature. */
export async function handleCardWebhook(
  context: BillingContext,
  body: string,
  signature: string,
): Promise<WebhookOutcome> {
  const { cards, clock } = context;
  const event = await readEvent(async () => cards.readWebhook(body, signature, clock.now()));
  return handleOnce(context, { provider: 'stripe', event }, async ({ kind, id }) => {
    if (kind === 'subscription') return (await syncSubscription(context, 'stripe', id)) !== null;
    if (kind === 'payment') return syncCardPayment(context, id);
    await syncInvoice(context, id);
    return true;
  });
}

/** Handles a PayPal webhook; see {@link handleOnce}. Throws 400 if PayPal rejects its signature. */
export async function handleWalletWebhook(
  context: BillingContext,
  body: string,
  headers: Headers,
): Promise<WebhookOutcome> {
  const { wallet } = context;
  const event = await readEvent(() => wallet.readWebhook(body, headers));
  return handleOnce(context, { provider: 'paypal', event }, ({ kind, id }) =>
    kind === 'payment' ? syncWalletPayment(context, id) : syncWallet(context, id),
  );
}

async function readEvent(read: () => Promise<ProviderEvent>): Promise<ProviderEvent> {
  try {
    return await callProvider(read);
  } catch (error) {
    if (error instanceof InvalidWebhookError) throw new HttpError(400, 'The signature is not valid.');
    throw error;
  }
}

/**
 * Handles an event once. An event only names an object, which is read from the provider, so late, repeated and reordered
 * events are harmless. After an error (500) the provider sends the event again.
 */
async function handleOnce(
  { db, clock, log }: BillingContext,
  { provider, event }: { readonly provider: ProviderName; readonly event: ProviderEvent },
  /** Syncs the object of the event. Returns false if it is not ours. */
  handle: (about: NonNullable<ProviderEvent['about']>) => Promise<boolean>,
): Promise<WebhookOutcome> {
  const sameEvent = and(eq(webhookEvents.provider, provider), eq(webhookEvents.eventId, event.id));
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
      .where(sameEvent);
    return handled ? 'handled' : 'not-ours';
  } catch (error) {
    log.error('billing.webhook-failed', { error, provider, event: event.id, type: event.type });
    await db
      .update(webhookEvents)
      .set({ lastError: String(error).slice(0, 500) })
      .where(sameEvent);
    throw error;
  }
}
