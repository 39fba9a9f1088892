// What the viewer has decided about a person: to mute or to block them concerns their messages in every chat, those that are here and those that answers of an earlier moment still bring.
import type { Message } from '../../contract/index.ts';
import { blockedQuote } from '../thread/merge.ts';

/** What was decided; what is not named stays as it is. */
export interface UserMark {
  readonly is_mute?: boolean | undefined;
  readonly is_block?: boolean | undefined;
}

/** A message as it reads once its sender is blocked. */
function blockedForm(message: Message): Message {
  const isEmpty = message.message === '' && message.media.length === 0 && message.reactions.length === 0;
  return message.is_block && isEmpty
    ? message
    : { ...message, is_block: true, message: '', media: [], reactions: [] };
}

/** The message as the viewer reads it now; itself where nothing differs. */
export function markedMessage(message: Message, userId: number, { is_mute, is_block }: UserMark): Message {
  const quote = message.reply_to;
  if (is_block === true && quote?.sender.id === userId && !quote.is_block)
    return markedMessage({ ...message, reply_to: blockedQuote(quote) }, userId, { is_mute, is_block });
  if (message.sender.id !== userId) return message;
  const heard = is_mute === undefined || message.is_mute === is_mute ? message : { ...message, is_mute };
  if (is_block === true) return blockedForm(heard);
  return is_block === false && heard.is_block ? { ...heard, is_block } : heard;
}

/** Whether words of a message, or of what it answers, are held back. */
export function isBlocked({ is_block, reply_to }: Message): boolean {
  return is_block || reply_to?.is_block === true;
}

/** Whether the words of a message are missing because of a block that has been taken back. */
export function isHeldBack(message: Message, userId: number): boolean {
  return [message, message.reply_to].some((one) => one?.is_block === true && one.sender.id === userId);
}

/** Marks that were made while answers are on their way: those may have been written before. */
export interface LateMarks {
  note(at: number, userId: number, mark: UserMark): void;
  /** A message of an answer, as it reads by what was decided after it was asked for. */
  give(message: Message, askedAt: number): Message;
  clear(): void;
}

export function createLateMarks(): LateMarks {
  let marks: readonly { readonly at: number; readonly userId: number; readonly mark: UserMark }[] = [];
  return {
    note(at, userId, mark) {
      marks = [...marks, { at, userId, mark }];
    },
    give(message, askedAt) {
      let now = message;
      for (const { at, userId, mark } of marks) {
        // A block that was taken back leaves no words to show: the message comes whole when it is read again.
        const known: UserMark = mark.is_block === false ? { is_mute: mark.is_mute } : mark;
        if (at > askedAt) now = markedMessage(now, userId, known);
      }
      return now;
    },
    clear() {
      marks = [];
    },
  };
}
