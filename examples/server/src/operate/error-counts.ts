// Counts logged errors by their event name, for the weekly digest.
import { lt, sql } from 'drizzle-orm';
import type { ServerContext } from '../context.ts';
import { errorCounts } from '../db/schema/operate.ts';
import type { Logger } from '../log.ts';

const KEPT_DAYS = 60;
const DAY_MS = 86_400_000;

export interface ErrorCounts {
  /** Returns a log that counts its errors. */
  watch(log: Logger): Logger;
  /** Adds the counts since the last call to the table, and deletes old ones. */
  store(context: Pick<ServerContext, 'db' | 'clock'>): Promise<void>;
}

export function createErrorCounts(): ErrorCounts {
  let counts = new Map<string, number>();
  const add = (event: string, count: number) => counts.set(event, (counts.get(event) ?? 0) + count);
  return {
    watch: (log) => ({
      ...log,
      error(event, fields) {
        add(event, 1);
        log.error(event, fields);
      },
    }),
    async store({ db, clock }) {
      if (counts.size === 0) return;
      const stored = counts;
      counts = new Map();
      const day = dayOf(clock.now());
      try {
        await db
          .insert(errorCounts)
          .values([...stored].map(([event, count]) => ({ day, event, count })))
          .onConflictDoUpdate({
            target: [errorCounts.day, errorCounts.event],
            set: { count: sql`${errorCounts.count} + excluded.count` },
          });
      } catch (error) {
        // The next call stores them.
        for (const [event, count] of stored) add(event, count);
        throw error;
      }
      await db.delete(errorCounts).where(lt(errorCounts.day, dayOf(clock.now() - KEPT_DAYS * DAY_MS)));
    },
  };
}

/** Returns the day in UTC, as `2027-01-31`. */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
