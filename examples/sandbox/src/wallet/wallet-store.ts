import { and, asc, type Db, eq, lockKey, lte, sql } from '@openbell/example-server';
import { sandboxWalletDeliveries as deliveries, sandboxWalletObjects as objects } from './tables.ts';
import { newWalletId } from './wallet-ids.ts';
import type { StoredWalletObjects, SubscriptionObject, SubscriptionSecrets } from './wallet-objects.ts';

type Kind = keyof StoredWalletObjects;

/** A subscription with its hidden data. */
export interface StoredSubscription {
  readonly shown: SubscriptionObject;
  readonly hidden: SubscriptionSecrets;
}

/** The sandbox's data inside one transaction. Times are milliseconds since the epoch. */
export interface WalletStore {
  find<K extends Kind>(kind: K, id: string): Promise<StoredWalletObjects[K] | undefined>;
  list<K extends Kind>(kind: K, parent: string): Promise<StoredWalletObjects[K][]>;
  put<K extends Kind>(kind: K, object: StoredWalletObjects[K], parent?: string): Promise<void>;
  findSubscription(id: string): Promise<StoredSubscription | undefined>;
  findByToken(token: string): Promise<StoredSubscription | undefined>;
  putSubscription(subscription: StoredSubscription): Promise<void>;
  /** Subscriptions with events due until `now`, earliest first. */
  due(now: number): Promise<StoredSubscription[]>;
  /** Active subscriptions with a refused payment. */
  failing(): Promise<StoredSubscription[]>;
  /** Stores an event and queues its webhook. */
  emit(type: string, resource: object, at: number): Promise<void>;
}

/** Runs work on the sandbox's data in a transaction, one at a time, also across processes: calls read before they write. */
export function withWalletStore<T>(db: Db, work: (store: WalletStore, tx: Db) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${lockKey('sandbox-wallet')}::bigint)`);
    return work(createWalletStore(tx), tx);
  });
}

function resourceType(eventType: string): StoredWalletObjects['event']['resource_type'] {
  if (eventType.startsWith('CUSTOMER.DISPUTE.')) return 'dispute';
  return eventType.startsWith('PAYMENT.SALE.') ? 'sale' : 'subscription';
}

function createWalletStore(tx: Db): WalletStore {
  const stored = (row: { body: object; hidden: object }): StoredSubscription => ({
    shown: row.body as SubscriptionObject,
    hidden: row.hidden as SubscriptionSecrets,
  });
  async function write(
    kind: Kind,
    id: string,
    changes: Partial<typeof objects.$inferInsert> & { body: object },
  ) {
    await tx
      .insert(objects)
      .values({ id, kind, ...changes })
      .onConflictDoUpdate({ target: objects.id, set: changes });
  }

  return {
    async find<K extends Kind>(kind: K, id: string) {
      const [row] = await tx
        .select({ body: objects.body })
        .from(objects)
        .where(and(eq(objects.id, id), eq(objects.kind, kind)));
      return row?.body as StoredWalletObjects[K] | undefined;
    },
    async list<K extends Kind>(kind: K, parent: string) {
      const rows = await tx
        .select({ body: objects.body })
        .from(objects)
        .where(and(eq(objects.kind, kind), eq(objects.parent, parent)))
        .orderBy(asc(objects.sequence));
      return rows.map((row) => row.body as StoredWalletObjects[K]);
    },
    put: (kind, object, parent) => write(kind, object.id, { body: object, parent }),
    async findSubscription(id) {
      const [row] = await tx
        .select()
        .from(objects)
        .where(and(eq(objects.id, id), eq(objects.kind, 'subscription')));
      return row === undefined ? undefined : stored(row);
    },
    async findByToken(token) {
      const [row] = await tx
        .select()
        .from(objects)
        .where(and(eq(objects.kind, 'subscription'), eq(objects.parent, token)));
      return row === undefined ? undefined : stored(row);
    },
    async putSubscription({ shown, hidden }) {
      const next = shown.status === 'ACTIVE' ? shown.billing_info?.next_billing_time : undefined;
      await write('subscription', shown.id, {
        body: shown,
        hidden,
        parent: hidden.token,
        dueAt: next === undefined ? null : Date.parse(next),
      });
    },
    async due(now) {
      const rows = await tx
        .select()
        .from(objects)
        .where(and(eq(objects.kind, 'subscription'), lte(objects.dueAt, now)))
        .orderBy(asc(objects.dueAt), asc(objects.sequence))
        .limit(200);
      return rows.map(stored);
    },
    async failing() {
      const rows = await tx
        .select()
        .from(objects)
        .where(
          and(
            eq(objects.kind, 'subscription'),
            sql`${objects.body} ->> 'status' = 'ACTIVE'`,
            sql`(${objects.body} -> 'billing_info' ->> 'failed_payments_count')::int > 0`,
          ),
        );
      return rows.map(stored);
    },
    async emit(type, resource, at) {
      const id = newWalletId('WH');
      await write('event', id, {
        body: {
          id,
          event_version: '1.0',
          create_time: new Date(at).toISOString(),
          resource_type: resourceType(type),
          event_type: type,
          resource,
        } satisfies StoredWalletObjects['event'],
      });
      await tx.insert(deliveries).values({ eventId: id, nextAttemptAt: at });
    },
  };
}
