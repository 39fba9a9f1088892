import type { Program } from '@openbell/core/contract';
import { and, asc, eq } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { programs } from '../db/schema/billing.ts';

export type ProgramRow = typeof programs.$inferSelect;

/** The programs on offer, as `GET /web/program` shows them: dollars, and the asker's free days. */
export async function listPrograms(db: Db, trialDays: number): Promise<Program[]> {
  const rows = await db
    .select()
    .from(programs)
    .where(eq(programs.offered, true))
    .orderBy(asc(programs.position), asc(programs.id));
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    monthly_price: row.monthlyCents / 100,
    yearly_price: row.yearlyCents / 100,
    trial_days: trialDays,
  }));
}

/** A program on offer, null when there is none by this id. */
export async function findProgram(db: Db, id: number): Promise<ProgramRow | null> {
  // Ids beyond the column's range name nothing, and must not reach the database.
  if (!(id >= 1 && id <= 2_147_483_647)) return null;
  const [row] = await db
    .select()
    .from(programs)
    .where(and(eq(programs.id, id), eq(programs.offered, true)));
  return row ?? null;
}
