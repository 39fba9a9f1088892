import type { SQL } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Logger } from '../log.ts';
import type { HoldLock } from './locks.ts';

/**
 * The database, for PGlite and PostgreSQL. Inside `db.transaction(async (tx) => …)` use only `tx`: PGlite has a single
 * connection and would deadlock, and on PostgreSQL the function is retried after a deadlock.
 */
export type Db = PgDatabase<PgQueryResultHKT, Record<string, never>>;

/** Runs raw SQL. Without `params`, the SQL may contain several statements. */
export type RunSql = (sql: string, params?: readonly unknown[]) => Promise<Record<string, unknown>[]>;

/** Wake-ups between the processes that share a database. They may be lost. */
export interface Notifications {
  /** Wakes the other processes. */
  notify(): void;
  close(): Promise<void>;
}

export interface Database {
  readonly kind: 'pglite' | 'postgres';
  readonly db: Db;
  /** Runs `work` in one transaction. Commits when it returns, rolls back when it throws. */
  transaction<T>(work: (run: RunSql) => Promise<T>): Promise<T>;
  /** Wakes the other processes that use this database, and is woken by them. PostgreSQL only. */
  listen?(onNotification: () => void, log: Pick<Logger, 'warn'>): Notifications;
  /** Locks between processes. PostgreSQL only. */
  readonly holdLock?: HoldLock;
  /** Returns a snapshot for `openDatabase({ snapshot })`. PGlite only. */
  dump?(): Promise<Blob>;
  close(): Promise<void>;
}

/** Runs a query in SQL and returns its rows; both drivers return them as `rows`. */
export async function rowsOf<Row>(db: Db, query: SQL): Promise<readonly Row[]> {
  const result: unknown = await db.execute(query);
  return (result as { readonly rows: readonly Row[] }).rows;
}
