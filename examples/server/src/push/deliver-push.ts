// Delivers push messages: chooses the devices of each subject, then sends one message per device, with retries.
import { and, asc, eq, lte } from 'drizzle-orm';
import type { ServerContext } from '../context.ts';
import type { Db } from '../db/database.ts';
import { type PushAbout, pushJobs, pushNews, pushTokens } from '../db/schema/push.ts';
import { chooseDevices } from './choose-devices.ts';
import { readPushToken } from './push-token.ts';
import { sendPush } from './send-push.ts';
import { readVapid, type Vapid } from './vapid.ts';

type PushContext = Pick<ServerContext, 'config' | 'db' | 'clock' | 'log' | 'installationKey'>;

/** Attempts per message: after 30 s, 1 min, 2 min, 4 min … */
const tries = 6;
const firstWaitMs = 30_000;
const batch = 50;
/** Rows of one insert. */
const chunk = 1_000;

/** Runs the due deliveries and returns the number of sent messages. */
export async function deliverPush(context: PushContext): Promise<number> {
  const { db, clock } = context;
  const due = await db
    .select({ key: pushNews.key })
    .from(pushNews)
    .where(lte(pushNews.dueAt, new Date(clock.now())))
    .orderBy(asc(pushNews.dueAt))
    .limit(batch);
  for (const { key } of due) await db.transaction((tx) => fanOut(tx, key, clock.now()));
  const jobs = await db
    .select()
    .from(pushJobs)
    .where(lte(pushJobs.nextAttemptAt, new Date(clock.now())))
    .orderBy(asc(pushJobs.nextAttemptAt), asc(pushJobs.id))
    .limit(batch);
  if (jobs.length === 0) return 0;
  const vapid = await readVapid(context);
  if (vapid === null) return 0;
  const sent = await Promise.all(jobs.map((job) => deliverOne(context, job, vapid)));
  return sent.filter(Boolean).length;
}

/** Queues one message per device of a subject. Deletes its row first, so that only one process does it. */
async function fanOut(tx: Db, key: string, now: number): Promise<void> {
  const [taken] = await tx.delete(pushNews).where(eq(pushNews.key, key)).returning({ about: pushNews.about });
  const chosen = taken === undefined ? null : await chooseDevices(tx, taken.about, now);
  if (taken === undefined || chosen === null) return;
  const message = {
    payload: JSON.stringify(chosen.notice),
    attempts: 0,
    nextAttemptAt: new Date(now),
    expiresAt: new Date(now + chosen.keepMs),
  };
  const topic = topicOf(taken.about);
  for (let from = 0; from < chosen.tokenIds.length; from += chunk) {
    const part = chosen.tokenIds.slice(from, from + chunk);
    await tx
      .insert(pushJobs)
      .values(part.map((tokenId) => ({ ...message, tokenId, topic })))
      .onConflictDoUpdate({ target: [pushJobs.tokenId, pushJobs.topic], set: message });
  }
}

/** Returns the topic (RFC 8030, at most 32 characters): the push service keeps one message per chat. */
function topicOf(about: PushAbout): string {
  return about.kind === 'message' ? `chat-${about.chatId}` : 'alerts';
}

async function deliverOne(
  { config, db, clock, log }: PushContext,
  job: typeof pushJobs.$inferSelect,
  vapid: Vapid,
): Promise<boolean> {
  const now = clock.now();
  const own = eq(pushJobs.id, job.id);
  const [claimed] = await db
    .update(pushJobs)
    .set({
      attempts: job.attempts + 1,
      nextAttemptAt: new Date(now + firstWaitMs * 2 ** job.attempts),
    })
    .where(and(own, eq(pushJobs.attempts, job.attempts), eq(pushJobs.nextAttemptAt, job.nextAttemptAt)))
    .returning();
  if (claimed === undefined) return false;
  const [device] = await db.select().from(pushTokens).where(eq(pushTokens.id, job.tokenId));
  const token = device === undefined ? null : readPushToken(device.token, config.pushServices);
  const ttl = Math.floor((job.expiresAt.getTime() - now) / 1_000);
  // Opaque tokens have no sender here; expired messages are dropped.
  if (token?.kind !== 'web-push' || ttl <= 0) {
    await db.delete(pushJobs).where(own);
    return false;
  }
  const outcome = await sendPush(token.target, { payload: job.payload, topic: job.topic, ttl }, vapid);
  log.info('push', { userId: device?.userId, outcome: outcome.kind, status: outcome.status });
  if (outcome.kind === 'gone') {
    await db.delete(pushTokens).where(eq(pushTokens.id, job.tokenId));
  } else if (outcome.kind !== 'later' || claimed.attempts >= tries) {
    await db.delete(pushJobs).where(and(own, eq(pushJobs.attempts, claimed.attempts)));
  } else if (outcome.retryAfterMs > 0) {
    await db
      .update(pushJobs)
      .set({ nextAttemptAt: new Date(now + outcome.retryAfterMs) })
      .where(and(own, eq(pushJobs.attempts, claimed.attempts)));
  }
  return outcome.kind === 'sent';
}
