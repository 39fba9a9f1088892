import { asc, eq, lte } from 'drizzle-orm';
import type { ServerContext } from '../context.ts';
import { scheduledAlerts } from '../db/schema/content.ts';
import { removeAlertPicture } from './alert-pictures.ts';
import { storeAlert, type WrittenAlert } from './alerts.ts';

type AlertContext = Pick<ServerContext, 'db' | 'clock' | 'bus'>;

export type ScheduledAlert = typeof scheduledAlerts.$inferSelect;

/** Stores an alert to be published at a time, and returns its id in the schedule. */
export async function scheduleAlert(
  { db, clock }: AlertContext,
  alert: WrittenAlert,
  dueAt: Date,
): Promise<number> {
  const [row] = await db
    .insert(scheduledAlerts)
    .values({ ...alert, dueAt, createdAt: new Date(clock.now()) })
    .returning({ id: scheduledAlerts.id });
  if (row === undefined) throw new Error('The alert was not scheduled.');
  return row.id;
}

/** Returns the scheduled alerts, the next one first. */
export function listScheduledAlerts({ db }: AlertContext): Promise<ScheduledAlert[]> {
  return db.select().from(scheduledAlerts).orderBy(asc(scheduledAlerts.dueAt), asc(scheduledAlerts.id));
}

/** Removes an alert with its picture from the schedule. Returns false if it is not in it. */
export async function cancelScheduledAlert(
  { db, files }: Pick<ServerContext, 'db' | 'files'>,
  id: number,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [removed] = await tx.delete(scheduledAlerts).where(eq(scheduledAlerts.id, id)).returning();
    if (removed !== undefined) await removeAlertPicture({ files }, removed.picture);
    return removed !== undefined;
  });
}

/** Publishes the due alerts. Each once, also with several processes, as removing it from the schedule claims it. */
export async function publishDueAlerts({ db, clock, bus }: AlertContext): Promise<void> {
  const now = clock.now();
  const due = await db
    .select({ id: scheduledAlerts.id })
    .from(scheduledAlerts)
    .where(lte(scheduledAlerts.dueAt, new Date(now)))
    .orderBy(asc(scheduledAlerts.dueAt), asc(scheduledAlerts.id));
  for (const { id } of due) {
    await bus.transact(async (tx, publish) => {
      const [claimed] = await tx.delete(scheduledAlerts).where(eq(scheduledAlerts.id, id)).returning();
      if (claimed !== undefined)
        await storeAlert(tx, publish, { message: claimed.message, picture: claimed.picture, now });
    });
  }
}
