import { and, eq, sql } from 'drizzle-orm';
import { webhookEvents } from '../db/schema/billing.ts';
import { HttpError } from '../http/http-error.ts';
import { type CardEvent, WebhookRefusedError } from '../providers/cards/cards.types.ts';
import type { BillingContext } from './billing.types.ts';
import { syncInvoice, syncSubscription } from './sync.ts';

/** What became of a webhook: all of them are answered 200. */
export type WebhookOutcome = 'handled' | 'duplicate' | 'not-ours';

/**
 * Takes a webhook of the card provider (traps E6). The event only says what to read again, so late, repeated and
 * reordered events do no harm. Throws 400 for a bad signature; whatever else fails is thrown on, answered 500, and the
 * provider sends it again.
 */
export async function takeCardWebhook(
  context: BillingContext,
  body: string,
  signature: string,
): Promise<WebhookOutcome> {
  const { db, cards, clock, log } = context;
  const event = readEvent(context, body, signature);
  const own = and(eq(webhookEvents.provider, cards.name), eq(webhookEvents.eventId, event.id));
  const [record] = await db
    .insert(webhookEvents)
    .values({
      provider: cards.name,
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
    const outcome = await handle(context, event);
    await db
      .update(webhookEvents)
      .set({ handledAt: new Date(clock.now()), lastError: null })
      .where(own);
    return outcome;
  } catch (error) {
    log.error('billing.webhook-failed', { error, event: event.id, type: event.type });
    await db
      .update(webhookEvents)
      .set({ lastError: String(error).slice(0, 500) })
      .where(own);
    throw error;
  }
}

function readEvent({ cards, clock }: BillingContext, body: string, signature: string): CardEvent {
  try {
    return cards.readWebhook(body, signature, clock.now());
  } catch (error) {
    if (error instanceof WebhookRefusedError) throw new HttpError(400, 'The signature is not valid.');
    throw error;
  }
}

async function handle(context: BillingContext, event: CardEvent): Promise<WebhookOutcome> {
  if (event.about === null) return 'not-ours';
  if (event.about.kind === 'invoice') {
    await syncInvoice(context, event.about.id);
    return 'handled';
  }
  return (await syncSubscription(context, event.about.id)) === null ? 'not-ours' : 'handled';
}
