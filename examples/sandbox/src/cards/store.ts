import { and, asc, type Db, desc, eq, inArray, lt, lte, sql } from '@openbell/example-server';
import { newId, type ObjectKind } from './ids.ts';
import type { StoredObjects } from './objects.ts';
import { missing } from './problems.ts';
import { sandboxCardDeliveries as deliveries, sandboxCardObjects as objects } from './tables.ts';

/** The version of Stripe's API. */
export const API_VERSION = '2026-10-28.endive';

/** The other columns of an object's row. An absent one keeps its value. */
interface StoredDetails {
  readonly parent?: string | null;
  readonly lookup?: string | null;
  readonly dueAt?: number | null;
  readonly hidden?: object;
}

interface ListOptions {
  readonly parent?: string;
  readonly lookups?: readonly string[];
  readonly limit: number;
  readonly startingAfter?: string;
}

/** The sandbox's data inside one transaction. */
export interface Store {
  find<K extends ObjectKind>(kind: K, id: string): Promise<StoredObjects[K] | undefined>;
  /** Returns an object. Throws Stripe's `resource_missing`; `param` is the parameter with the id. */
  get<K extends ObjectKind>(kind: K, id: string, param?: string): Promise<StoredObjects[K]>;
  hidden<T extends object>(id: string): Promise<Partial<T>>;
  put<K extends ObjectKind>(
    kind: K,
    object: StoredObjects[K],
    details?: StoredDetails,
  ): Promise<StoredObjects[K]>;
  /** Newest first. */
  list<K extends ObjectKind>(
    kind: K,
    options: ListOptions,
  ): Promise<{ data: StoredObjects[K][]; hasMore: boolean }>;
  /** Subscriptions with events due until `now`, earliest first. */
  due(now: number): Promise<StoredObjects['subscription'][]>;
  /** Subscriptions with a refused renewal. */
  failing(): Promise<StoredObjects['subscription'][]>;
  /** Stores an event with the object's current state and queues its webhook. */
  emit(type: string, object: object): Promise<void>;
}

/** Kinds that error messages spell differently. */
const NOUNS: Partial<Record<ObjectKind, string>> = {
  setup_intent: 'setupintent',
  payment_method: 'PaymentMethod',
};

/** Creates the store of a transaction. `now` returns unix seconds; `request` is the API call that causes the events. */
export function createStore(
  tx: Db,
  now: () => number,
  request: { readonly id: string | null; readonly idempotency_key: string | null } = {
    id: null,
    idempotency_key: null,
  },
): Store {
  async function find<K extends ObjectKind>(kind: K, id: string): Promise<StoredObjects[K] | undefined> {
    const [row] = await tx
      .select({ body: objects.body })
      .from(objects)
      .where(and(eq(objects.id, id), eq(objects.kind, kind)));
    return row?.body as StoredObjects[K] | undefined;
  }

  const store: Store = {
    find,
    async get(kind, id, param) {
      const found = await find(kind, id);
      if (found === undefined) throw missing(NOUNS[kind] ?? kind, id, param);
      return found;
    },
    async hidden<T extends object>(id: string) {
      const [row] = await tx.select({ hidden: objects.hidden }).from(objects).where(eq(objects.id, id));
      return (row?.hidden ?? {}) as Partial<T>;
    },
    async put(kind, object, details = {}) {
      const changes = { body: object, ...details };
      await tx
        .insert(objects)
        .values({ id: object.id, kind, ...changes })
        .onConflictDoUpdate({ target: objects.id, set: changes });
      return object;
    },
    async list<K extends ObjectKind>(kind: K, { parent, lookups, limit, startingAfter }: ListOptions) {
      const rows = await tx
        .select({ body: objects.body })
        .from(objects)
        .where(
          and(
            eq(objects.kind, kind),
            parent === undefined ? undefined : eq(objects.parent, parent),
            lookups === undefined ? undefined : inArray(objects.lookup, [...lookups]),
            startingAfter === undefined
              ? undefined
              : lt(
                  objects.sequence,
                  sql`(select o.sequence from ${objects} o where o.id = ${startingAfter})`,
                ),
          ),
        )
        .orderBy(desc(objects.sequence))
        .limit(limit + 1);
      return {
        data: rows.slice(0, limit).map((row) => row.body as StoredObjects[K]),
        hasMore: rows.length > limit,
      };
    },
    async due(until) {
      const rows = await tx
        .select({ body: objects.body })
        .from(objects)
        .where(and(eq(objects.kind, 'subscription'), lte(objects.dueAt, until)))
        .orderBy(asc(objects.dueAt), asc(objects.sequence))
        .limit(200);
      return rows.map((row) => row.body as StoredObjects['subscription']);
    },
    async failing() {
      const rows = await tx
        .select({ body: objects.body })
        .from(objects)
        .where(and(eq(objects.kind, 'subscription'), sql`${objects.body} ->> 'status' = 'past_due'`));
      return rows.map((row) => row.body as StoredObjects['subscription']);
    },
    async emit(type, object) {
      const id = newId('event');
      await store.put('event', {
        id,
        object: 'event',
        api_version: API_VERSION,
        created: now(),
        data: { object },
        livemode: false,
        pending_webhooks: 1,
        request,
        type,
      });
      await tx.insert(deliveries).values({ eventId: id, nextAttemptAt: now() });
    },
  };
  return store;
}
