import type { Db } from '../db/database.ts';
import { type PushAbout, pushNews } from '../db/schema/push.ts';

/** A connected member is not told by push: a message has this long to arrive by socket. */
const socketFirstMs = 3_000;

/**
 * Tells the members whom it concerns, on their devices: those who want push messages, may see what it is about and do
 * not have it yet. Give it the transaction of what it tells about, and either both are kept or neither. While it
 * waits, the same subject counts once.
 */
export async function notifyMembers(db: Db, about: PushAbout, now: number): Promise<void> {
  const key = about.kind === 'message' ? `message:${about.messageId}` : `alert:${about.alertId}`;
  const dueAt = new Date(about.kind === 'message' ? now + socketFirstMs : now);
  await db.insert(pushNews).values({ key, about, dueAt }).onConflictDoNothing();
}
