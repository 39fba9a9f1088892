// Carries out the actions on messages in the database; action-rules.ts decides who may.

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
import { HttpError } from '../http/http-error.ts';
import type { MessageFacts } from './chat-facts.ts';

export interface ActionEffect {
  /** Ids of stored files to remove. */
  readonly removedFiles: readonly string[];
}

/** Each change sends all reactions of a message to all members. */
const MAX_REACTIONS = 500;

const nothing: ActionEffect = { removedFiles: [] };

interface ActionParts {
  readonly memberId: number;
  readonly message: MessageFacts;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Carries out a permitted action in the transaction of `tx`. All but `react` are idempotent. */
export async function actOnMessage(
  tx: Db,
  action: MessageActionBody,
  { memberId, message, now }: ActionParts,
): Promise<ActionEffect> {
  const createdAt = new Date(now);
  const senderId = message.sender.id;
  switch (action.type) {
    case 'delete':
      await tx
        .insert(messageDeletions)
        .values({ messageId: message.id, userId: memberId, createdAt })
        .onConflictDoNothing();
      return nothing;
    case 'report':
      await tx
        .insert(messageReports)
        .values({ messageId: message.id, userId: memberId, body: reported(message), createdAt })
        .onConflictDoNothing();
      return nothing;
    case 'mute':
      await tx
        .insert(userMutes)
        .values({ userId: memberId, mutedId: senderId, createdAt })
        .onConflictDoNothing();
      return nothing;
    case 'unmute':
      await tx.delete(userMutes).where(and(eq(userMutes.userId, memberId), eq(userMutes.mutedId, senderId)));
      return nothing;
    case 'block':
      await tx
        .insert(userBlocks)
        .values({ userId: memberId, blockedId: senderId, createdAt })
        .onConflictDoNothing();
      return nothing;
    case 'unblock':
      await tx
        .delete(userBlocks)
        .where(and(eq(userBlocks.userId, memberId), eq(userBlocks.blockedId, senderId)));
      return nothing;
    case 'unsend':
      return unsend(tx, message.id, createdAt);
    case 'react':
      await react(tx, { userId: memberId, messageId: message.id, emoji: action.emoji, createdAt });
      return nothing;
  }
}

/** Deletes the text, the files and the reactions of a message. */
export async function unsend(tx: Db, messageId: number, unsentAt: Date): Promise<ActionEffect> {
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
}

/** Toggles a reaction: the same emoji removes it, another one replaces it. Throws 409 if the message has too many. */
async function react(tx: Db, reaction: typeof messageReactions.$inferInsert): Promise<void> {
  const { userId, messageId, emoji } = reaction;
  // The message's row is the lock: it serializes quick presses and unsending.
  const [open] = await tx
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.id, messageId), isNull(messages.unsentAt)))
    .for('update');
  if (open === undefined) return;
  const mine = and(eq(messageReactions.messageId, messageId), eq(messageReactions.userId, userId));
  const [before] = await tx.delete(messageReactions).where(mine).returning({ emoji: messageReactions.emoji });
  if (before?.emoji === emoji) return;
  const others = await tx.$count(messageReactions, eq(messageReactions.messageId, messageId));
  if (others >= MAX_REACTIONS) throw new HttpError(409, 'This message has as many reactions as it can have.');
  await tx.insert(messageReactions).values(reaction);
}

/** Returns the text and the file names of a message, for an admin's review. */
function reported(message: MessageFacts): string {
  return [message.body, ...message.files.map(({ name }) => `[${name}]`)]
    .filter((part) => part !== '')
    .join('\n');
}
