// Muting and blocking apply to all messages of a user, in every chat, to quotes of them, and to the user's reactions.
import type { Message } from '../../contract/index.ts';
import { isServerId } from '../../shared/ids.ts';
import { blockedForm, blockedQuote } from './redaction.ts';

/** The viewer's decision about a user; an absent field keeps its value. @inline */
export interface Moderation {
  readonly is_mute?: boolean | undefined;
  readonly is_block?: boolean | undefined;
}

/** Applies a decision about `userId` to a message. Returns `message` itself when nothing changes. */
export function moderated(message: Message, userId: number, moderation: Moderation): Message {
  // Unknown senders are not one person.
  if (!isServerId(userId)) return message;
  const { is_mute, is_block } = moderation;
  const quote = message.reply_to;
  if (is_block === true && quote?.sender.id === userId && !quote.is_block)
    return moderated({ ...message, reply_to: blockedQuote(quote) }, userId, moderation);
  if (is_block === true && hasReaction(message, userId)) {
    const reactions = message.reactions.filter(({ user }) => user.id !== userId);
    return moderated({ ...message, reactions }, userId, moderation);
  }
  if (message.sender.id !== userId) return message;
  const next = is_mute === undefined || message.is_mute === is_mute ? message : { ...message, is_mute };
  if (is_block === true) return blockedForm(next);
  return is_block === false && next.is_block ? { ...next, is_block } : next;
}

/** Whether a user has reacted to a message. */
export function hasReaction({ reactions }: Message, userId: number): boolean {
  return reactions.some(({ user }) => user.id === userId);
}

/** Whether the content of a message, or of its quote, is withheld because of a block. */
export function isBlocked({ is_block, reply_to }: Message): boolean {
  return is_block || reply_to?.is_block === true;
}

/** Whether content of `userId` is withheld in a message. */
export function isWithheld(message: Message, userId: number): boolean {
  return [message, message.reply_to].some((one) => one?.is_block === true && one.sender.id === userId);
}
