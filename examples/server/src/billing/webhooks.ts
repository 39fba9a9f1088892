import { and, eq, sql } from 'drizzle-orm';
import { webhookEvents } from '../db/schema/billing.ts';
import { HttpError } from '../http/http-error.ts';
import { type ProviderEvent, WebhookRefusedError } from '../providers/payments.types.ts';
import type { BillingContext, ProviderName } from './billing.types.ts';
import { askProvider } from './provider-errors.ts';
import { syncInvoice, syncSubscription } from './sync.ts';
import { syncWallet } from './wallet-approvals.ts';

/** What became of a webhook: all of them are answered 200. */
export type WebhookOutcome = 'handled' | 'duplicate' | 'not-ours';

/** Takes a webhook of the card provider; see {@link take}. Throws 400 for a bad signature. */
export async function takeCardWebhook(
  context: BillingContext,
  body: string,
  signature: string,
): Promise<WebhookOutcome> {
  const { cards, clock } = context;
  const event = await checked(async () => cards.readWebhook(body, signature, clock.now()));
  return take(context, cards.name, event, async ({ kind, id }) => {
    if (kind === 'subscription') return (await syncSubscription(context, 'stripe', id)) !== null;
    await syncInvoice(context, id);
    return true;
  });
}

/** Takes a webhook of the wallet; see {@link take}. Throws 400 when the wallet says that it did not send it. */
export async function takeWalletWebhook(
  context: BillingContext,
  body: string,
  headers: Headers,
): Promise<WebhookOutcome> {
  const { wallet } = context;
  const event = await checked(() => wallet.readWebhook(body, headers));
  return take(context, wallet.name, event, ({ id }) => syncWallet(context, id));
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
 * Takes an event. It only says what to read again, so late, repeated and reordered events do no harm.
 * What fails is thrown on and answered 500, and the provider sends it again.
 */
async function take(
  { db, clock, log }: BillingContext,
  provider: ProviderName,
  event: ProviderEvent,
  /** Reads again what the event is about; false when it is not ours. */
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
