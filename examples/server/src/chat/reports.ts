// Reports of messages, for the operator.
import { and, asc, desc, eq, gt, inArray, isNull, lt, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { ServerContext } from '../context.ts';
import type { Db } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { chats, messageReports, messages } from '../db/schema/chat.ts';
import { HttpError } from '../http/http-error.ts';
import { queueMail } from '../mail/outbox.ts';
import { unsend } from './act-on-message.ts';
import { removeMedia } from './message-files.ts';

/** Messages that are shown before and after a reported one. */
const CONTEXT = 3;
const DAY_MS = 86_400_000;

const reporter = alias(users, 'reporter');
const sender = alias(users, 'sender');

type Resolution = NonNullable<typeof messageReports.$inferSelect.resolution>;

export type Report = Awaited<ReturnType<typeof reportsQuery>>[number];

function reportsQuery(db: Db) {
  return db
    .select({
      id: messageReports.id,
      createdAt: messageReports.createdAt,
      resolvedAt: messageReports.resolvedAt,
      resolution: messageReports.resolution,
      /** The text and file names when it was reported. */
      body: messageReports.body,
      messageId: messages.id,
      chatId: messages.chatId,
      chatName: chats.name,
      senderId: sender.id,
      senderName: sender.firstName,
      reporterId: reporter.id,
      reporterName: reporter.firstName,
    })
    .from(messageReports)
    .innerJoin(messages, eq(messages.id, messageReports.messageId))
    .innerJoin(chats, eq(chats.id, messages.chatId))
    .innerJoin(sender, eq(sender.id, messages.senderId))
    .innerJoin(reporter, eq(reporter.id, messageReports.userId));
}

/** Returns the open reports, or all, oldest first. */
export async function listReports(db: Db, all: boolean): Promise<readonly Report[]> {
  return reportsQuery(db)
    .where(all ? undefined : isNull(messageReports.resolvedAt))
    .orderBy(asc(messageReports.createdAt), asc(messageReports.id));
}

/** Returns a report. Throws 404 for an unknown one. */
export async function findReport(db: Db, id: number): Promise<Report> {
  const [report] = await reportsQuery(db).where(eq(messageReports.id, id));
  if (report === undefined) throw new HttpError(404, `There is no report ${id}. See: report list --all`);
  return report;
}

/** Returns the messages around a reported one, in their order. */
export async function readSurroundings(db: Db, { chatId, messageId }: Pick<Report, 'chatId' | 'messageId'>) {
  const columns = { id: messages.id, at: messages.createdAt, sender: users.firstName, text: messages.body };
  const from = () => db.select(columns).from(messages).innerJoin(users, eq(users.id, messages.senderId));
  const inChat = eq(messages.chatId, chatId);
  const before = await from()
    .where(and(inChat, lt(messages.id, messageId + 1)))
    .orderBy(desc(messages.id))
    .limit(CONTEXT + 1);
  const after = await from()
    .where(and(inChat, gt(messages.id, messageId)))
    .orderBy(asc(messages.id))
    .limit(CONTEXT);
  return [...before.reverse(), ...after];
}

interface Decision {
  readonly action: Resolution;
  /** Days of a mute. */
  readonly days: number;
}

/**
 * Resolves all open reports of a message and queues a mail to each reporter. Every action but `dismiss` removes the
 * message's text and files; `mute` stops its sender from posting. A ban is the caller's. Returns the number of reports.
 */
export async function resolveReports(
  context: Pick<ServerContext, 'bus' | 'clock' | 'files' | 'log'>,
  report: Report,
  { action, days }: Decision,
): Promise<number> {
  const now = context.clock.now();
  const at = new Date(now);
  const { messageId, chatId, senderId } = report;
  const { count, removedFiles } = await context.bus.transact(async (tx, publish) => {
    const resolved = await tx
      .update(messageReports)
      .set({ resolvedAt: at, resolution: action })
      .where(and(eq(messageReports.messageId, messageId), isNull(messageReports.resolvedAt)))
      .returning({ userId: messageReports.userId });
    if (resolved.length === 0) throw new HttpError(409, `The report ${report.id} is already resolved.`);
    const effect = action === 'dismiss' ? { removedFiles: [] } : await unsend(tx, messageId, at);
    if (action !== 'dismiss')
      publish('message-changed', { chatId, messageId, actorId: senderId, isNew: false });
    if (action === 'mute') {
      const mutedUntil = new Date(now + days * DAY_MS);
      await tx
        .update(users)
        .set({ mutedUntil })
        // A shorter mute does not end a longer one.
        .where(and(eq(users.id, senderId), or(isNull(users.mutedUntil), lt(users.mutedUntil, mutedUntil))));
    }
    const reporters = await tx
      .select({ email: users.email })
      .from(users)
      .where(
        and(
          inArray(
            users.id,
            resolved.map(({ userId }) => userId),
          ),
          isNull(users.deletedAt),
        ),
      );
    for (const { email } of reporters) await queueMail(tx, { to: email, ...reportMail(action) }, now);
    return { count: resolved.length, ...effect };
  });
  await removeMedia(context, removedFiles);
  return count;
}

/** The mail to a reporter. It names neither the sender nor what happened to them. */
function reportMail(action: Resolution) {
  const result =
    action === 'dismiss'
      ? 'We did not find that it breaks our rules, so it stays. You can mute or block its sender in the chat.'
      : 'We removed the message and took the steps that our rules require.';
  return {
    subject: 'We reviewed the message that you reported',
    text: `Thank you for your report. We reviewed the message.\n\n${result}\n\nOpenbell\n`,
  };
}
