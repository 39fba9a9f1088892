// Open member sockets, and the events that are sent to them.
import type { MemberServerFrame, MessagePatchFrame } from '@openbell/core/contract';
import { messageFor, receiptsOf } from './chat-view.ts';
import type { ChatMarks, Person, StoredChat, StoredMessage, World } from './world.ts';

/** An open member socket. */
export interface MemberConnection {
  readonly person: Person;
  readonly token: string;
  /** Whether the client understands `message_patch`. */
  readonly hasPatches: boolean;
  send(frame: MemberServerFrame): void;
  close(code: number, reason: string): void;
}

interface MessageChange {
  readonly actorId: number;
  readonly isNew: boolean;
  readonly onlyTo?: number;
  /** The only part that has changed; without it, everyone receives the whole message. */
  readonly part?: 'reactions' | 'delete_from_everyone';
}

export interface Live {
  readonly connections: Set<MemberConnection>;
  /** Sends a new or changed message to the connected members of the chat, or only to `onlyTo`. */
  sendMessage(chat: StoredChat, message: StoredMessage, change: MessageChange): void;
  sendTyping(chat: StoredChat, person: Person, typing: boolean): void;
  sendListChanged(person: Person): void;
  /** Sends the person's mute and block of a member to all of the person's connections. */
  sendMemberMarks(person: Person, markedId: number): void;
  /** Moves a member's mark to the newest message and sends receipts to the senders. */
  advanceMark(chat: StoredChat, person: Person, mark: Exclude<keyof ChatMarks, 'muted'>): void;
}

interface MarkTarget {
  readonly mark: 'readUpto' | 'deliveredUpto';
  /** Id of the newest message that the mark covers. */
  readonly upto: number;
}

export function createLive(world: World): Live {
  const connections = new Set<MemberConnection>();

  function send(personId: number, frame: MemberServerFrame): void {
    for (const connection of connections) if (connection.person.id === personId) connection.send(frame);
  }

  /** Marks never move back. A read mark moves the delivery mark too. */
  function raiseMark(chat: StoredChat, personId: number, { mark, upto }: MarkTarget): void {
    const marks = chat.members.get(personId);
    if (marks === undefined || marks[mark] >= upto) return;
    const from = marks[mark];
    marks[mark] = upto;
    if (mark === 'readUpto') raiseMark(chat, personId, { mark: 'deliveredUpto', upto });
    const reached = mark === 'readUpto' ? 'seen_by_all' : 'delivered_to_all';
    const bySender = new Map<number, number[]>();
    for (const message of chat.messages) {
      const isCovered = message.id > from && message.id <= upto && message.senderId !== personId;
      if (!isCovered || receiptsOf(world, { chat, message })?.[reached] !== true) continue;
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
    sendMessage(chat, message, { actorId, isNew, onlyTo, part }) {
      const recipients = [...connections].filter(
        ({ person }) => chat.members.has(person.id) && (onlyTo === undefined || person.id === onlyTo),
      );
      for (const connection of recipients) {
        const view = messageFor(world, { chat, message, viewer: connection.person });
        if (part !== undefined && connection.hasPatches) {
          const { id, chat_id } = view;
          const patch: MessagePatchFrame = { type: 'message_patch', user_id: actorId, id, chat_id };
          connection.send({ ...patch, [part]: view[part] });
        } else {
          connection.send({ type: 'WebFetchMessage', user_id: actorId, message: view, isScroll: isNew });
        }
      }
      if (!isNew) return;
      for (const { person } of recipients)
        if (person.id !== message.senderId)
          raiseMark(chat, person.id, { mark: 'deliveredUpto', upto: message.id });
    },
    sendTyping(chat, person, typing) {
      for (const connection of connections) {
        const other = connection.person;
        const isBlocked = other.blocked.has(person.id) || person.blocked.has(other.id);
        if (other === person || isBlocked || !chat.members.has(other.id)) continue;
        connection.send({ type: 'WebMeesageTyping', chat_id: chat.id, user_id: person.id, typing });
      }
    },
    sendListChanged: (person) => send(person.id, { type: 'WebFetchChat' }),
    sendMemberMarks(person, markedId) {
      send(person.id, {
        type: 'WebMarkUser',
        user_id: markedId,
        is_mute: person.muted.has(markedId),
        is_block: person.blocked.has(markedId),
      });
    },
    advanceMark(chat, person, mark) {
      const newest = chat.messages.at(-1);
      if (newest !== undefined) raiseMark(chat, person.id, { mark, upto: newest.id });
    },
  };
}
