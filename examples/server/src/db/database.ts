import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/**
 * The database type of all areas, for PGlite and PostgreSQL. Inside `db.transaction(async (tx) => …)` use only `tx`: PGlite
 * has a single connection and would wait for itself, and PostgreSQL calls the function again after a deadlock.
 */
export type Db = PgDatabase<PgQueryResultHKT, Record<string, never>>;

/** Runs raw SQL in one transaction; without `params` several statements are allowed. */
export type RunSql = (sql: string, params?: readonly unknown[]) => Promise<Record<string, unknown>[]>;

export interface Database {
  readonly kind: 'pglite' | 'postgres';
  readonly db: Db;
  /** Runs `work` in one transaction on one connection: commits on return, rolls back on a throw. */
  transaction<T>(work: (run: RunSql) => Promise<T>): Promise<T>;
  /** Copies the database for `openDatabase({ snapshot })`; PGlite only. */
  dump?(): Promise<Blob>;
  close(): Promise<void>;
}
