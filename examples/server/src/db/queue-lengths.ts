import { sql } from 'drizzle-orm';
import type { Metrics } from '../metrics/metrics.ts';
import { type Db, rowsOf } from './database.ts';

/** Registers the queues in the database. Each process reports the same lengths. */
export function watchQueues(db: Db, metrics: Metrics): void {
  const countOf = async (query: ReturnType<typeof sql>) => {
    const [row] = await rowsOf<{ count: number }>(db, query);
    return row?.count ?? 0;
  };
  metrics.queue('mails', () =>
    countOf(sql`select count(*)::int as count from mails where sent_at is null and attempts < 8`),
  );
  metrics.queue('push', () => countOf(sql`select count(*)::int as count from push_jobs`));
}
