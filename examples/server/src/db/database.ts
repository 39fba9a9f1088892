import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/**
 * The one database type every area codes against. PGlite and node-postgres both fit it, so a query
 * written once runs on both. Inside `db.transaction(async (tx) => …)` the `tx` is a `Db` as well:
 * use it and never the outer `db` there (PGlite has a single connection and would wait for itself).
 * On PostgreSQL the function is called again when the database gave the transaction up (a deadlock): it touches nothing
 * but its `tx`.
 */
export type Db = PgDatabase<PgQueryResultHKT, Record<string, never>>;

/** Runs raw SQL on the connection of one transaction; several statements are allowed when `params` is absent. */
export type RunSql = (sql: string, params?: readonly unknown[]) => Promise<Record<string, unknown>[]>;

/** An open database: drizzle for the areas, raw SQL for migrations and tests, and its own way to close. */
export interface Database {
  readonly kind: 'pglite' | 'postgres';
  readonly db: Db;
  /** Runs `work` in one transaction on one connection: commits on return, rolls back on a throw. */
  transaction<T>(work: (run: RunSql) => Promise<T>): Promise<T>;
  /** A copy of the whole database to start others from (`openDatabase({ snapshot })`); PGlite alone can. */
  dump?(): Promise<Blob>;
  close(): Promise<void>;
}
