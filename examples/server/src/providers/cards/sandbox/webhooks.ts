import { createHmac } from 'node:crypto';
import { and, asc, eq, isNull, lte } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import {
  sandboxCardDeliveries as deliveries,
  sandboxCardObjects as objects,
} from '../../../db/schema/card-sandbox.ts';
import type { Logger } from '../../../log.ts';
import { API_VERSION } from './api.ts';

/** Seconds before the next try, by the number of tries that failed. After the last the event is given up. */
const RETRY_SECONDS = [1, 2, 5, 15, 60, 300, 1800, 7200, 21_600, 43_200, 86_400] as const;
/** A delivery that is under way is nobody else's for this long. */
const CLAIM_SECONDS = 30;
const TIMEOUT_MS = 10_000;

export interface WebhookOptions {
  readonly db: Db;
  /** Unix seconds. */
  readonly now: () => number;
  readonly log: Logger;
  readonly secret: string;
  /** Where events go; null while the server is not listening yet. */
  readonly url: () => string | null;
}

/** The value of the `Stripe-Signature` header for a body sent at `timestamp` (unix seconds). */
export function signWebhook(body: string, secret: string, timestamp: number): string {
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return `t=${timestamp},v1=${signature}`;
}

/** Sends the events that are due by signed POST, oldest first, and returns how many were delivered. */
export async function deliverDue({ db, now, log, secret, url }: WebhookOptions): Promise<number> {
  const address = url();
  if (address === null) return 0;
  let delivered = 0;
  for (;;) {
    const claimed = await claimNext(db, now());
    if (claimed === null) return delivered;
    const body = JSON.stringify(claimed.body);
    const failure = await post(address, body, signWebhook(body, secret, now()));
    if (failure === null) {
      delivered += 1;
      await db
        .update(deliveries)
        .set({ attempts: claimed.attempts + 1, deliveredAt: now(), lastError: null })
        .where(eq(deliveries.eventId, claimed.id));
      continue;
    }
    const wait = RETRY_SECONDS[claimed.attempts];
    log.warn('card-sandbox.webhook-failed', { event: claimed.id, attempts: claimed.attempts + 1, failure });
    await db
      .update(deliveries)
      .set({
        attempts: claimed.attempts + 1,
        lastError: failure,
        // Given up: far in the future, still to be seen in the table.
        nextAttemptAt: wait === undefined ? Number.MAX_SAFE_INTEGER : now() + wait,
      })
      .where(eq(deliveries.eventId, claimed.id));
  }
}

interface Claimed {
  readonly id: string;
  readonly attempts: number;
  readonly body: object;
}

/** Takes the oldest due delivery, by a conditional update: of two processes, one gets it. */
async function claimNext(db: Db, now: number): Promise<Claimed | null> {
  for (;;) {
    const [next] = await db
      .select({
        id: deliveries.eventId,
        attempts: deliveries.attempts,
        due: deliveries.nextAttemptAt,
        body: objects.body,
      })
      .from(deliveries)
      .innerJoin(objects, eq(objects.id, deliveries.eventId))
      .where(and(isNull(deliveries.deliveredAt), lte(deliveries.nextAttemptAt, now)))
      .orderBy(asc(deliveries.nextAttemptAt), asc(objects.sequence))
      .limit(1);
    if (next === undefined) return null;
    const taken = await db
      .update(deliveries)
      .set({ nextAttemptAt: now + CLAIM_SECONDS })
      .where(
        and(
          eq(deliveries.eventId, next.id),
          eq(deliveries.nextAttemptAt, next.due),
          isNull(deliveries.deliveredAt),
        ),
      )
      .returning({ id: deliveries.eventId });
    if (taken.length === 1) return { id: next.id, attempts: next.attempts, body: next.body };
  }
}

/** Null when the receiver took it, else what went wrong. */
async function post(url: string, body: string, signature: string): Promise<string | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signature,
        'user-agent': `OpenbellCardSandbox/1.0 (${API_VERSION})`,
      },
    });
    await response.arrayBuffer();
    return response.ok ? null : `HTTP ${response.status}`;
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }
}
