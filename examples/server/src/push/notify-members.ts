import type { Db } from '../db/database.ts';
import { type PushAbout, pushNews } from '../db/schema/push.ts';

/** Delay in which a message may arrive by socket instead. */
const socketFirstMs = 3_000;

/** Queues a notification of a subject. The same subject is queued once. */
export async function notifyMembers(db: Db, about: PushAbout, now: number): Promise<void> {
  const key = about.kind === 'message' ? `message:${about.messageId}` : `alert:${about.alertId}`;
  const dueAt = new Date(about.kind === 'message' ? now + socketFirstMs : now);
  await db.insert(pushNews).values({ key, about, dueAt }).onConflictDoNothing();
}
