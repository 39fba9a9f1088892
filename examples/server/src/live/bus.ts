import type { Database, Db } from '../db/database.ts';
import type { Logger } from '../log.ts';
import type { Bus, BusEvents, Listener, StoredEvent } from './bus.types.ts';
import { insertEvents, readEvents, readFloor } from './stored-events.ts';

export type { Bus, BusEvents, Publish } from './bus.types.ts';

/** Milliseconds between two reads without a wake-up, where other processes may store events. */
const POLL_MS = 1_000;
/** Minimum time in milliseconds between two wake-ups of the other processes. */
const NOTIFY_MS = 10;
/** Time in milliseconds until the next attempt when the database is unavailable. */
const RETRY_MS = 500;

export interface BusOptions {
  readonly db: Db;
  /** Wakes other processes and is woken by them; null for a database of one process. */
  readonly listen: NonNullable<Database['listen']> | null;
  readonly log: Pick<Logger, 'error' | 'warn'>;
}

/** Starts a bus at the present end of the events. Stop it before the database is closed. */
export async function startBus({ db, listen, log }: BusOptions): Promise<Bus & { stop(): Promise<void> }> {
  const listeners = new Map<keyof BusEvents, Set<Listener<never>>>();
  let floor = await readFloor(db);
  /** Ids of delivered events that will be read again. */
  let delivered = new Set<number>();
  let isDue = false;
  let reading: Promise<void> | null = null;
  let notifyTimer: NodeJS.Timeout | null = null;
  let retryTimer: NodeJS.Timeout | undefined;
  let stopped = false;

  function deliver(type: keyof BusEvents, detail: unknown, eventId: number): void {
    for (const listener of [...(listeners.get(type) ?? [])]) {
      try {
        (listener as (detail: unknown, eventId: number) => void)(detail, eventId);
      } catch (error) {
        log.error('bus-listener-failed', { type, error });
      }
    }
  }

  async function readPage(): Promise<void> {
    const page = await readEvents(db, floor);
    const kept = new Set<number>();
    for (const { id, xid, event } of page.events) {
      if (xid >= page.floor) kept.add(id);
      if (!delivered.has(id)) deliver(event.type, event.detail, id);
    }
    delivered = kept;
    floor = page.floor;
  }

  async function readAll(): Promise<void> {
    try {
      while (isDue && !stopped) {
        isDue = false;
        await readPage();
      }
    } catch (error) {
      log.error('events-not-read', { error });
      retryTimer = setTimeout(() => void read(), RETRY_MS);
      retryTimer.unref();
    }
    reading = null;
  }

  /** Resolves when all events that are committed now have been delivered here, or the database is unavailable. */
  function read(): Promise<void> {
    isDue = true;
    if (stopped) return Promise.resolve();
    reading ??= readAll();
    return reading;
  }

  const notifications = listen === null ? null : listen(() => void read(), log);
  const poll = notifications === null ? undefined : setInterval(() => void read(), POLL_MS);
  poll?.unref();

  function wakeOthers(): void {
    // Apart from the transaction: a NOTIFY in it would make all commits wait for each other.
    if (notifications === null || notifyTimer !== null || stopped) return;
    notifyTimer = setTimeout(() => {
      notifyTimer = null;
      notifications.notify();
    }, NOTIFY_MS);
  }

  function wake(): Promise<void> {
    wakeOthers();
    return read();
  }

  return {
    async transact(work) {
      let published: readonly StoredEvent[] = [];
      const result = await db.transaction(async (tx) => {
        // A new list for each attempt: a transaction is repeated after a deadlock.
        const events: StoredEvent[] = [];
        const value = await work(tx, (type, detail) => events.push({ type, detail } as StoredEvent));
        await insertEvents(tx, events);
        published = events;
        return value;
      });
      if (published.length > 0) await wake();
      return result;
    },
    async publish(...events) {
      if (events.length === 0) return;
      await insertEvents(db, events);
      await wake();
    },
    wake: () => void wake(),
    subscribe(type, listener) {
      const set = listeners.get(type) ?? new Set();
      listeners.set(type, set);
      set.add(listener as Listener<never>);
      return () => void set.delete(listener as Listener<never>);
    },
    async stop() {
      stopped = true;
      clearInterval(poll);
      clearTimeout(retryTimer);
      if (notifyTimer !== null) {
        clearTimeout(notifyTimer);
        notifications?.notify();
      }
      await reading;
      await notifications?.close();
    },
  };
}
