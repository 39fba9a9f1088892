// The row of this process in the database that it shares with others.
import { sql } from 'drizzle-orm';
import { type Db, rowsOf } from '../db/database.ts';
import type { Logger } from '../log.ts';

const SEEN_MS = 10_000;

export interface ProcessRow {
  readonly id: number;
  /** Deletes the row, with the rows of the process's sockets. */
  remove(): Promise<void>;
}

/** Matches processes that are running, by the clock of the database: three times `SEEN_MS`. */
export const isRunning = sql`seen_at > now() - interval '30 seconds'`;

/** Adds a row for this process and keeps it up to date. */
export async function addProcessRow(db: Db, log: Pick<Logger, 'error'>): Promise<ProcessRow> {
  const [row] = await rowsOf<{ id: number }>(
    db,
    sql`insert into processes default values returning id::float8 as id`,
  );
  if (row === undefined) throw new Error('The row of the process was not stored.');
  const { id } = row;
  const timer = setInterval(() => {
    markSeen(db, id).catch((error: unknown) => log.error('process-not-seen', { error }));
  }, SEEN_MS);
  timer.unref();
  return {
    id,
    async remove() {
      clearInterval(timer);
      await db.execute(sql`delete from processes where id = ${id}`);
    },
  };
}

/** Updates the row, or adds it again: another process deletes it when this one was suspended or without its database. */
export async function markSeen(db: Db, id: number): Promise<void> {
  await db.execute(sql`insert into processes (id) overriding system value values (${id})
    on conflict (id) do update set seen_at = now()`);
}

/** Deletes the rows of processes that ended without deleting theirs. */
export async function deleteEndedProcesses(db: Db): Promise<void> {
  await db.execute(sql`delete from processes where not (${isRunning})`);
}
