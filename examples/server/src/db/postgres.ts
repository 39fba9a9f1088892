import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { type Metrics, noMetrics } from '../metrics/metrics.ts';
import type { Database, Db, RunSql } from './database.ts';
import { createLocks } from './locks.ts';
import { createStatementNames } from './name-statements.ts';
import { openNotifications } from './notifications.ts';
import { withRetries } from './retry-transactions.ts';
import { timeQueries } from './time-queries.ts';

/** Connects to a PostgreSQL server by a `postgres://` URL. */
export async function openPostgres(url: string, metrics: Metrics = noMetrics): Promise<Database> {
  const pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 10_000 });
  // The pool replaces a dropped idle connection; an unhandled event would end the process.
  pool.on('error', () => undefined);
  // A connection in use has no listener of the pool between two statements of a transaction; the next statement rejects.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const nameStatements = createStatementNames();
  pool.on('connect', (client) => nameStatements(client));
  if (metrics !== noMetrics) pool.on('connect', (client) => timeQueries(client, metrics));
  metrics.connections('used', () => pool.totalCount - pool.idleCount);
  metrics.connections('idle', () => pool.idleCount);
  metrics.connections('waiting', () => pool.waitingCount);
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
    holdLock: createLocks(url),
    listen: (onNotification, log) => openNotifications(url, onNotification, log),
    close: () => pool.end(),
  };
}
