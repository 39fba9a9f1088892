import { and, asc, inArray, lte, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './database.ts';

/** A table whose rows are tried again until they are done. */
type Jobs = PgTable & Readonly<Record<'id' | 'attempts' | 'nextAttemptAt', PgColumn>>;

interface Claim {
  readonly now: number;
  readonly limit: number;
  /** The rows that are not done; all rows by default. */
  readonly open?: SQL | undefined;
  /** Milliseconds from the first attempt to the second. */
  readonly delayMs: number;
  /** Multiplies the delay with each attempt. */
  readonly growth: number;
}

/** Claims the rows that are due longest. Until their next attempt, no other process gets them. */
export async function claimDue<Table extends Jobs>(
  db: Db,
  table: Table,
  { now, limit, open, delayMs, growth }: Claim,
): Promise<Table['$inferSelect'][]> {
  const due = db.$with('due').as(
    db
      .select({ id: table.id })
      .from(table as PgTable)
      .where(and(open, lte(table.nextAttemptAt, new Date(now))))
      .orderBy(asc(table.nextAttemptAt), asc(table.id))
      .limit(limit)
      .for('update', { skipLocked: true }),
  );
  const delay = sql`${delayMs}::float8 * power(${growth}::float8, ${table.attempts}) * interval '1 ms'`;
  const rows = await db
    .with(due)
    .update(table as PgTable)
    .set({
      attempts: sql`${table.attempts} + 1`,
      nextAttemptAt: sql`${new Date(now).toISOString()}::timestamptz + ${delay}`,
    })
    .where(inArray(table.id, db.select({ id: due.id }).from(due)))
    .returning();
  return rows as Table['$inferSelect'][];
}
