// Delivers push messages: chooses the devices of each event, then sends one message per device, with retries.
import { and, asc, eq, lte } from 'drizzle-orm';
import type { ServerContext } from '../context.ts';
import { claimDue } from '../db/claim-due.ts';
import type { Db } from '../db/database.ts';
import { type PushAbout, pushJobs, pushNews, pushTokens } from '../db/schema/push.ts';
import { chooseDevices } from './choose-devices.ts';
import { readPushToken } from './push-token.ts';
import { sendPush } from './send-push.ts';
import { readVapid, type Vapid } from './vapid.ts';

type PushContext = Pick<ServerContext, 'config' | 'db' | 'clock' | 'log' | 'installationKey'>;

/** Per message. Retries after 30 s, 1 min, 2 min, 4 min … */
const maxAttempts = 6;
const firstRetryMs = 30_000;
const batchSize = 50;
/** Rows per insert. */
const insertSize = 1_000;

/** Sends the due messages and returns the number of sent ones. */
export async function deliverPush(context: PushContext): Promise<number> {
  const { db, clock } = context;
  const due = await db
    .select({ key: pushNews.key })
    .from(pushNews)
    .where(lte(pushNews.dueAt, new Date(clock.now())))
    .orderBy(asc(pushNews.dueAt))
    .limit(batchSize);
  for (const { key } of due) await db.transaction((tx) => fanOut(tx, key, clock.now()));
  const vapid = await readVapid(context);
  if (vapid === null) return 0;
  const jobs = await claimDue(db, pushJobs, {
    now: clock.now(),
    limit: batchSize,
    delayMs: firstRetryMs,
    growth: 2,
  });
  const sent = await Promise.all(jobs.map((job) => deliverOne(context, job, vapid)));
  return sent.filter(Boolean).length;
}

/** Queues one message per device for an event. Deletes the event's row first, so that only one process does it. */
async function fanOut(tx: Db, key: string, now: number): Promise<void> {
  const [event] = await tx.delete(pushNews).where(eq(pushNews.key, key)).returning({ about: pushNews.about });
  const chosen = event === undefined ? null : await chooseDevices(tx, event.about, now);
  if (event === undefined || chosen === null) return;
  const message = {
    payload: JSON.stringify(chosen.notice),
    attempts: 0,
    nextAttemptAt: new Date(now),
    expiresAt: new Date(now + chosen.ttlMs),
  };
  const topic = topicOf(event.about);
  for (let from = 0; from < chosen.tokenIds.length; from += insertSize) {
    const part = chosen.tokenIds.slice(from, from + insertSize);
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
  const sameJob = eq(pushJobs.id, job.id);
  const [device] = await db.select().from(pushTokens).where(eq(pushTokens.id, job.tokenId));
  const token = device === undefined ? null : readPushToken(device.token, config.pushServices);
  const ttl = Math.floor((job.expiresAt.getTime() - now) / 1_000);
  // This server cannot send to opaque tokens. Expired messages are dropped.
  if (token?.kind !== 'web-push' || ttl <= 0) {
    await db.delete(pushJobs).where(sameJob);
    return false;
  }
  const outcome = await sendPush(token.target, { payload: job.payload, topic: job.topic, ttl }, vapid);
  log.info('push', { userId: device?.userId, outcome: outcome.kind, status: outcome.status });
  if (outcome.kind === 'gone') {
    await db.delete(pushTokens).where(eq(pushTokens.id, job.tokenId));
  } else if (outcome.kind !== 'retry' || job.attempts >= maxAttempts) {
    await db.delete(pushJobs).where(and(sameJob, eq(pushJobs.attempts, job.attempts)));
  } else if (outcome.retryAfterMs > 0) {
    await db
      .update(pushJobs)
      .set({ nextAttemptAt: new Date(now + outcome.retryAfterMs) })
      .where(and(sameJob, eq(pushJobs.attempts, job.attempts)));
  }
  return outcome.kind === 'sent';
}
