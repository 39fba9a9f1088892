// Who is connected to the member socket, and what is told to whom.
import type { MemberServerFrame } from '@openbell/core/contract';
import { hasReached, messageFor } from './chat-view.ts';
import type { ChatMarks, Person, StoredChat, StoredMessage, World } from './world.ts';

/** One open member socket. */
export interface MemberConnection {
  readonly person: Person;
  readonly token: string;
  send(frame: MemberServerFrame): void;
  close(code: number, reason: string): void;
}

export interface Live {
  readonly connections: Set<MemberConnection>;
  /** A new or changed message, to those of the chat who may hear of it. */
  announce(
    chat: StoredChat,
    message: StoredMessage,
    news: { readonly actorId: number; readonly isNew: boolean; readonly onlyTo?: number },
  ): void;
  tellTyping(chat: StoredChat, person: Person, typing: boolean): void;
  tellListChanged(person: Person): void;
  /** How they have marked somebody, to all of their own connections. */
  tellMark(person: Person, markedId: number): void;
  /** Moves a member's mark to the end of the chat, and tells the senders what has reached everybody by that. */
  moveMark(chat: StoredChat, person: Person, mark: Exclude<keyof ChatMarks, 'muted'>): void;
}

export function createLive(world: World): Live {
  const connections = new Set<MemberConnection>();

  function send(personId: number, frame: MemberServerFrame): void {
    for (const connection of connections) if (connection.person.id === personId) connection.send(frame);
  }

  function raise(chat: StoredChat, personId: number, mark: 'readUpto' | 'deliveredUpto', upto: number): void {
    const marks = chat.members.get(personId);
    if (marks === undefined || marks[mark] >= upto) return;
    const from = marks[mark];
    marks[mark] = upto;
    if (mark === 'readUpto') raise(chat, personId, 'deliveredUpto', upto);
    const bySender = new Map<number, number[]>();
    for (const message of chat.messages) {
      const concerns = message.id > from && message.id <= upto && message.senderId !== personId;
      if (!concerns || !hasReached(world, chat, message, mark)) continue;
      bySender.set(message.senderId, [...(bySender.get(message.senderId) ?? []), message.id]);
    }
    for (const [senderId, message_ids] of bySender) {
      const entry = { id: chat.id, message_ids };
      send(
        senderId,
        mark === 'readUpto' ? { type: 'ReadByAll', chat: entry } : { type: 'DeliveredToAll', chats: [entry] },
      );
    }
  }

  return {
    connections,
    announce(chat, message, { actorId, isNew, onlyTo }) {
      const hearers = [...connections].filter(
        ({ person }) => chat.members.has(person.id) && (onlyTo === undefined || person.id === onlyTo),
      );
      for (const { person, send: tell } of hearers) {
        const view = messageFor(world, chat, message, person);
        tell({ type: 'WebFetchMessage', user_id: actorId, message: view, isScroll: isNew });
      }
      if (!isNew) return;
      for (const { person } of hearers)
        if (person.id !== message.senderId) raise(chat, person.id, 'deliveredUpto', message.id);
    },
    tellTyping(chat, person, typing) {
      for (const connection of connections) {
        const other = connection.person;
        const isApart = other.blocked.has(person.id) || person.blocked.has(other.id);
        if (other === person || isApart || !chat.members.has(other.id)) continue;
        connection.send({ type: 'WebMeesageTyping', chat_id: chat.id, user_id: person.id, typing });
      }
    },
    tellListChanged: (person) => send(person.id, { type: 'WebFetchChat' }),
    tellMark(person, markedId) {
      send(person.id, {
        type: 'WebMarkUser',
        user_id: markedId,
        is_mute: person.muted.has(markedId),
        is_block: person.blocked.has(markedId),
      });
    },
    moveMark(chat, person, mark) {
      const newest = chat.messages.at(-1);
      if (newest !== undefined) raise(chat, person.id, mark, newest.id);
    },
  };
}
