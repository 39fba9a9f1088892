import type { Program } from '@openbell/core/contract';
import { and, asc, eq } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { programs } from '../db/schema/billing.ts';
import type { PricedPlan } from '../providers/payments.types.ts';

export type ProgramRow = typeof programs.$inferSelect;

/** Returns the offered programs as in `GET /web/program`, with prices in dollars. */
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

/** Returns an offered program, or null for an unknown id. */
export async function findProgram(db: Db, id: number): Promise<ProgramRow | null> {
  // Ids beyond the column's range must not reach the database.
  if (!(id >= 1 && id <= 2_147_483_647)) return null;
  const [row] = await db
    .select()
    .from(programs)
    .where(and(eq(programs.id, id), eq(programs.offered, true)));
  return row ?? null;
}

/** Returns the plan that a provider charges for a program. */
export function pricedPlan(program: ProgramRow, term: PricedPlan['term']): PricedPlan {
  return {
    programSlug: program.slug,
    programName: program.name,
    term,
    amountCents: term === 1 ? program.monthlyCents : program.yearlyCents,
    currency: program.currency,
  };
}
