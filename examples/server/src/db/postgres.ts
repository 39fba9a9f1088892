import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Database, Db, RunSql } from './database.ts';
import { withRetries } from './retry-transactions.ts';

/** Connects to a PostgreSQL server by a `postgres://` URL. */
export async function openPostgres(url: string): Promise<Database> {
  const pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 10_000 });
  // A dropped idle connection is replaced on the next query; an unhandled event would end the process.
  pool.on('error', () => undefined);
  const db: Db = withRetries(drizzle(pool));
  try {
    await pool.query('select 1');
  } catch (error) {
    await pool.end();
    throw error;
  }
  return {
    kind: 'postgres',
    db,
    transaction: async (work) => {
      const client = await pool.connect();
      const run: RunSql = async (sql, params) => {
        const result: pg.QueryResult | pg.QueryResult[] = await client.query(
          sql,
          params === undefined ? undefined : [...params],
        );
        const last = Array.isArray(result) ? result.at(-1) : result;
        return (last?.rows ?? []) as Record<string, unknown>[];
      };
      let broken = false;
      try {
        await client.query('begin');
        const value = await work(run);
        await client.query('commit');
        return value;
      } catch (error) {
        await client.query('rollback').catch(() => {
          broken = true;
        });
        throw error;
      } finally {
        client.release(broken);
      }
    },
    close: () => pool.end(),
  };
}
