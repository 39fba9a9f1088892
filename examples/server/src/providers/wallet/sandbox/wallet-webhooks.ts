import { createHmac, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { and, asc, eq, isNull, lte } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import {
  sandboxWalletDeliveries as deliveries,
  sandboxWalletObjects as objects,
} from '../../../db/schema/wallet-sandbox.ts';
import type { Logger } from '../../../log.ts';

/** Milliseconds before the next try, by the number of tries that failed. After the last the event is given up. */
const RETRY_MS = [1000, 2000, 5000, 15_000, 60_000, 300_000, 1_800_000, 7_200_000, 86_400_000] as const;
/** A delivery that is under way is nobody else's for this long. */
const CLAIM_MS = 30_000;
const TIMEOUT_MS = 10_000;

/** Whose signature it is, and over what. */
export interface SigningKey {
  readonly webhookId: string;
  readonly secret: string;
}

export interface Transmission {
  readonly id: string;
  readonly time: string;
}

/** PayPal's signature is over id, time, webhook id and the body's checksum; the stand-in signs it by HMAC. */
function signTransmission(body: string, { id, time }: Transmission, key: SigningKey): string {
  const text = `${id}|${time}|${key.webhookId}|${crc32(body)}`;
  return createHmac('sha256', key.secret).update(text).digest('base64');
}

/** Whether the stand-in sent this. */
export function isOwnTransmission(
  body: string,
  transmission: Transmission,
  signature: string,
  key: SigningKey,
): boolean {
  const digest = (text: string) => createHmac('sha256', key.secret).update(text).digest();
  return timingSafeEqual(digest(signTransmission(body, transmission, key)), digest(signature));
}

/** The headers of a webhook with this body. */
export function transmissionHeaders(
  body: string,
  transmission: Transmission,
  key: SigningKey,
): Record<string, string> {
  return {
    'content-type': 'application/json',
    'paypal-auth-algo': 'SHA256withRSA',
    'paypal-cert-url': 'https://api.sandbox.paypal.com/v1/notifications/certs/CERT-SANDBOX',
    'paypal-transmission-id': transmission.id,
    'paypal-transmission-time': transmission.time,
    'paypal-transmission-sig': signTransmission(body, transmission, key),
  };
}

export interface WalletWebhookOptions {
  readonly db: Db;
  readonly now: () => number;
  readonly log: Logger;
  readonly key: SigningKey;
  /** Where events go; null while the server is not listening yet. */
  readonly url: () => string | null;
}

/** Sends the events that are due, oldest first, and returns how many were delivered. */
export async function deliverDue({ db, now, log, key, url }: WalletWebhookOptions): Promise<number> {
  const address = url();
  if (address === null) return 0;
  let delivered = 0;
  for (;;) {
    const claimed = await claimNext(db, now());
    if (claimed === null) return delivered;
    const body = JSON.stringify(claimed.body);
    const transmission = { id: `${claimed.id}-${claimed.attempts}`, time: new Date(now()).toISOString() };
    const failure = await post(address, body, transmissionHeaders(body, transmission, key));
    const attempts = claimed.attempts + 1;
    if (failure === null) delivered += 1;
    else log.warn('wallet-sandbox.webhook-failed', { event: claimed.id, attempts, failure });
    const wait = RETRY_MS[claimed.attempts];
    await db
      .update(deliveries)
      .set(
        failure === null
          ? { attempts, deliveredAt: now(), lastError: null }
          : {
              attempts,
              lastError: failure,
              // Given up: far in the future, still to be seen in the table.
              nextAttemptAt: wait === undefined ? Number.MAX_SAFE_INTEGER : now() + wait,
            },
      )
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
      .set({ nextAttemptAt: now + CLAIM_MS })
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
async function post(url: string, body: string, headers: Record<string, string>): Promise<string | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.arrayBuffer();
    return response.ok ? null : `HTTP ${response.status}`;
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }
}
