import { desc, eq } from 'drizzle-orm';
import type { ServerContext } from '../context.ts';
import { operatorLog } from '../db/schema/operate.ts';
import type { ReportedRow } from './command.types.ts';

type Entry = Pick<typeof operatorLog.$inferInsert, 'operator' | 'command' | 'arguments' | 'dryRun'>;
type AuditContext = Pick<ServerContext, 'db' | 'clock'>;

export interface AuditEntry {
  end(outcome: 'done' | 'refused' | 'failed', message: string | null): Promise<void>;
}

/** Stores a command before it runs, so that an interrupted one is also in the audit. */
export async function beginAudit({ db, clock }: AuditContext, entry: Entry): Promise<AuditEntry> {
  const [row] = await db
    .insert(operatorLog)
    .values({ ...entry, startedAt: new Date(clock.now()) })
    .returning({ id: operatorLog.id });
  if (row === undefined) throw new Error('The audit was not stored.');
  return {
    async end(outcome, message) {
      await db
        .update(operatorLog)
        .set({ outcome, message: message?.slice(0, 500) ?? null, endedAt: new Date(clock.now()) })
        .where(eq(operatorLog.id, row.id));
    },
  };
}

/** Returns the last commands, newest first. */
export async function listAudit({ db }: AuditContext, limit: number): Promise<readonly ReportedRow[]> {
  const rows = await db.select().from(operatorLog).orderBy(desc(operatorLog.id)).limit(limit);
  return rows.map((row) => ({
    at: row.startedAt.toISOString(),
    operator: row.operator,
    command: row.command,
    arguments: JSON.stringify(row.arguments),
    dry_run: row.dryRun,
    outcome: row.outcome ?? 'unfinished',
    message: row.message,
  }));
}
