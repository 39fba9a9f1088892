// Which messages the unread counts include. Ids decide: several messages can share a second, and frames can arrive late.
import { isServerId, type LastMessage, type Message } from '../../contract/index.ts';
import { type ChatSummary, compareWithLast, equalsLast } from './summaries.ts';

export interface UnreadLedger {
  /** The server has sent a chat: its count includes the messages up to the last one. */
  noteListed(chat: ChatSummary): void;
  /** The viewer has read a chat up to a message. */
  noteRead(chatId: number, messageId: number): void;
  /** Whether the server has counted a message, or the viewer has read it. */
  isCovered(message: Message): boolean;
  /** Whether the count lacks a new message, which it includes from now on. `last` is the chat's last message in the list. */
  take(message: Message, last: LastMessage | null): boolean;
}

interface Counted {
  /** Messages up to this id are counted or read. */
  upTo: number;
  /** The last message as listed; backends may leave out its id. */
  listed: LastMessage | null;
  /** Later messages that were counted. */
  readonly ids: Set<number>;
}

export function createUnreadLedger(): UnreadLedger {
  const chats = new Map<number, Counted>();

  function countedIn(chatId: number): Counted {
    const counted = chats.get(chatId) ?? { upTo: -1, listed: null, ids: new Set() };
    chats.set(chatId, counted);
    return counted;
  }

  function cover(counted: Counted, upTo: number): void {
    counted.upTo = Math.max(counted.upTo, upTo);
    for (const id of counted.ids) if (id <= counted.upTo) counted.ids.delete(id);
  }

  function isCovered(message: Message): boolean {
    const { upTo, listed } = countedIn(message.chat_id);
    return message.id <= upTo || (listed !== null && listed.id === undefined && equalsLast(message, listed));
  }

  return {
    noteListed({ id, last_msg }) {
      const counted = countedIn(id);
      counted.listed = last_msg;
      cover(counted, last_msg?.id ?? -1);
    },
    noteRead(chatId, messageId) {
      cover(countedIn(chatId), messageId);
    },
    isCovered,
    take(message, last) {
      if (!isServerId(message.id)) return compareWithLast(message, last) > 0;
      const { ids } = countedIn(message.chat_id);
      if (isCovered(message) || ids.has(message.id)) return false;
      ids.add(message.id);
      return true;
    },
  };
}
