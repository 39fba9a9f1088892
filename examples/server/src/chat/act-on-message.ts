// What a member does with a message, in the database; who may is decided in action-rules.ts.
import type { MessageActionBody } from '@openbell/core/contract';
import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import {
  messageDeletions,
  messageFiles,
  messageReactions,
  messageReports,
  messages,
  userBlocks,
  userMutes,
} from '../db/schema/chat.ts';
import type { MessageFacts } from './chat-facts.ts';

/** What an action leaves to do outside the database. */
export interface ActionEffect {
  /** Stored files to remove. */
  readonly removedFiles: readonly string[];
}

const nothing: ActionEffect = { removedFiles: [] };

/** Carries out a permitted action; doing it twice changes nothing. */
export async function actOnMessage(
  db: Db,
  memberId: number,
  message: MessageFacts,
  action: MessageActionBody,
  now: number,
): Promise<ActionEffect> {
  const createdAt = new Date(now);
  const senderId = message.sender.id;
  switch (action.type) {
    case 'delete':
      await db
        .insert(messageDeletions)
        .values({ messageId: message.id, userId: memberId, createdAt })
        .onConflictDoNothing();
      return nothing;
    case 'report':
      await db
        .insert(messageReports)
        .values({ messageId: message.id, userId: memberId, body: reported(message), createdAt })
        .onConflictDoNothing();
      return nothing;
    case 'mute':
      await db
        .insert(userMutes)
        .values({ userId: memberId, mutedId: senderId, createdAt })
        .onConflictDoNothing();
      return nothing;
    case 'unmute':
      await db.delete(userMutes).where(and(eq(userMutes.userId, memberId), eq(userMutes.mutedId, senderId)));
      return nothing;
    case 'block':
      await db
        .insert(userBlocks)
        .values({ userId: memberId, blockedId: senderId, createdAt })
        .onConflictDoNothing();
      return nothing;
    case 'unblock':
      await db
        .delete(userBlocks)
        .where(and(eq(userBlocks.userId, memberId), eq(userBlocks.blockedId, senderId)));
      return nothing;
    case 'unsend':
      return unsend(db, message.id, createdAt);
    case 'react':
      await react(db, memberId, message.id, action.emoji, createdAt);
      return nothing;
  }
}

/** The text and the files go for good: nothing of an unsent message stays behind. */
async function unsend(db: Db, messageId: number, unsentAt: Date): Promise<ActionEffect> {
  return db.transaction(async (tx) => {
    await tx
      .update(messages)
      .set({ unsentAt, body: '' })
      .where(and(eq(messages.id, messageId), isNull(messages.unsentAt)));
    await tx.delete(messageReactions).where(eq(messageReactions.messageId, messageId));
    const files = await tx
      .delete(messageFiles)
      .where(eq(messageFiles.messageId, messageId))
      .returning({ id: messageFiles.id });
    return { removedFiles: files.map(({ id }) => id) };
  });
}

/** One reaction a person; the same again takes it off, another one takes its place. */
async function react(
  db: Db,
  userId: number,
  messageId: number,
  emoji: string,
  createdAt: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    // The message's row is the lock: two quick presses are two changes, and unsending is before or after, not between.
    const [open] = await tx
      .select({ id: messages.id })
      .from(messages)
      .where(and(eq(messages.id, messageId), isNull(messages.unsentAt)))
      .for('update');
    if (open === undefined) return;
    const mine = and(eq(messageReactions.messageId, messageId), eq(messageReactions.userId, userId));
    const [before] = await tx
      .delete(messageReactions)
      .where(mine)
      .returning({ emoji: messageReactions.emoji });
    if (before?.emoji === emoji) return;
    await tx.insert(messageReactions).values({ messageId, userId, emoji, createdAt });
  });
}

/** What an admin reviews: the text, and the names of the files. */
function reported(message: MessageFacts): string {
  return [message.body, ...message.files.map(({ name }) => `[${name}]`)]
    .filter((part) => part !== '')
    .join('\n');
}
