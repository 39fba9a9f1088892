import { and, asc, type Db, eq, isNull, type Logger, lte } from '@openbell/example-server';
import type { sandboxCardDeliveries, sandboxCardObjects } from './cards/tables.ts';
import type { sandboxWalletDeliveries, sandboxWalletObjects } from './wallet/tables.ts';

/** Seconds until the next attempt, by the number of failed ones. After the last the event is dropped. */
const RETRY_SECONDS = [1, 2, 5, 15, 60, 300, 1800, 7200, 21_600, 43_200, 86_400] as const;
/** Time for which a delivery is claimed. */
const CLAIM_SECONDS = 30;
const TIMEOUT_MS = 10_000;

/** An event that is about to be sent. */
interface Delivery {
  readonly id: string;
  /** How often it was sent before. */
  readonly attempts: number;
  readonly body: string;
}

export interface DeliveriesOptions {
  /** Prefix of log events. */
  readonly name: string;
  readonly db: Db;
  readonly tables: {
    readonly objects: typeof sandboxCardObjects | typeof sandboxWalletObjects;
    readonly deliveries: typeof sandboxCardDeliveries | typeof sandboxWalletDeliveries;
  };
  /** In the unit of the tables. */
  readonly now: () => number;
  /** Units per second. */
  readonly second: 1 | 1000;
  readonly log: Logger;
  /** Returns the webhook address; null until the server listens. */
  readonly url: () => string | null;
  /** Returns the headers, including the signature. */
  readonly headers: (delivery: Delivery) => Readonly<Record<string, string>>;
}

/** Sends the events that are due by signed POST, oldest first, and returns how many were delivered. */
export async function deliverDue(options: DeliveriesOptions): Promise<number> {
  const { name, db, now, second, log, url, headers } = options;
  const { deliveries } = options.tables;
  const address = url();
  if (address === null) return 0;
  let delivered = 0;
  for (;;) {
    const claimed = await claimNext(options);
    if (claimed === null) return delivered;
    const failure = await post(address, claimed.body, headers(claimed));
    const attempts = claimed.attempts + 1;
    if (failure === null) delivered += 1;
    else log.warn(`${name}.webhook-failed`, { event: claimed.id, attempts, failure });
    const wait = RETRY_SECONDS[claimed.attempts];
    await db
      .update(deliveries)
      .set(
        failure === null
          ? { attempts, deliveredAt: now(), lastError: null }
          : {
              attempts,
              lastError: failure,
              // Dropped: kept in the table with a date far in the future.
              nextAttemptAt: wait === undefined ? Number.MAX_SAFE_INTEGER : now() + wait * second,
            },
      )
      .where(eq(deliveries.eventId, claimed.id));
  }
}

/** Claims the oldest due delivery by a conditional update, so that one process gets it. */
async function claimNext({ db, tables, now, second }: DeliveriesOptions): Promise<Delivery | null> {
  const { deliveries, objects } = tables;
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
      .where(and(isNull(deliveries.deliveredAt), lte(deliveries.nextAttemptAt, now())))
      .orderBy(asc(deliveries.nextAttemptAt), asc(objects.sequence))
      .limit(1);
    if (next === undefined) return null;
    const taken = await db
      .update(deliveries)
      .set({ nextAttemptAt: now() + CLAIM_SECONDS * second })
      .where(
        and(
          eq(deliveries.eventId, next.id),
          eq(deliveries.nextAttemptAt, next.due),
          isNull(deliveries.deliveredAt),
        ),
      )
      .returning({ id: deliveries.eventId });
    if (taken.length === 1) return { id: next.id, attempts: next.attempts, body: JSON.stringify(next.body) };
  }
}

/** Returns the error of a delivery; null when it succeeded. */
async function post(
  url: string,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<string | null> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(url, { method: 'POST', body, headers, redirect: 'manual', signal });
    await response.arrayBuffer();
    return response.ok ? null : `HTTP ${response.status}`;
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }
}
