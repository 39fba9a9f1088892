// Chats and messages as one viewer sees them, by the rules that the reference server follows.
import {
  contractChat,
  contractMessage,
  type FileFacts,
  isShown,
  type MemberFacts,
  type MessageBaseFacts,
  type MessageFacts,
  projectChat,
  projectMessage,
  type Receipts,
  readersOf,
  receiptsFor,
  type ViewerFacts,
  type WireMessage,
} from '@openbell/core/chat/projection';
import type { Chat, ChatPerson, Message } from '@openbell/core/contract';
import { isSubscribed } from '@openbell/core/entitlement';
import {
  fileUrl,
  type Person,
  type StoredChat,
  type StoredFile,
  type StoredMessage,
  type World,
} from './world.ts';

/** A page of messages, ascending by id, with its `first_message_id`. */
export interface StoredPage {
  readonly messages: readonly StoredMessage[];
  readonly firstMessageId: number | null;
}

interface MessageInChat {
  readonly chat: StoredChat;
  readonly message: StoredMessage;
}

type File = FileFacts & StoredFile;

export function personOf(world: World, id: number): ChatPerson {
  const person = world.people.get(id);
  return { id, first_name: person?.first_name ?? 'Deleted member', dp: person?.dp ?? null };
}

function baseFacts(world: World, message: StoredMessage): MessageBaseFacts<File> {
  return {
    id: message.id,
    chatId: message.chatId,
    sender: personOf(world, message.senderId),
    type: message.type,
    body: message.text,
    files: message.files.map((file) => ({ ...file, bytes: file.blob.size, width: null, height: null })),
    createdAt: new Date(message.createdAt),
    unsent: message.unsent,
  };
}

function messageFacts(world: World, message: StoredMessage): MessageFacts<File> {
  return {
    ...baseFacts(world, message),
    clientId: message.clientId,
    replyTo: message.replyTo === null ? null : baseFacts(world, message.replyTo),
    forwarded: false,
    reactions: [...message.reactions].map(([id, emoji]) => ({ emoji, user: personOf(world, id) })),
    deliveredAhead: new Set(),
  };
}

function membersOf(world: World, chat: StoredChat): readonly MemberFacts[] {
  const now = world.clock.now();
  return [...chat.members].map(([userId, { deliveredUpto, readUpto }]) => {
    const person = world.people.get(userId);
    const active = person !== undefined && isSubscribed({ expired_at: person.expiredAt }, now);
    return { userId, deliveredUpto, readUpto, active };
  });
}

/** What a person has hidden: of messages, only those given and their quotes. */
function viewerFacts(world: World, viewer: Person, messages: readonly StoredMessage[]): ViewerFacts {
  const blockedBy = [...world.people.values()].filter(({ blocked }) => blocked.has(viewer.id));
  const quoted = messages.flatMap(({ replyTo }) => replyTo ?? []);
  const deleted = [...messages, ...quoted].filter(({ deletedFor }) => deletedFor.has(viewer.id));
  return {
    id: viewer.id,
    blocked: viewer.blocked,
    blockedBy: new Set(blockedBy.map(({ id }) => id)),
    muted: viewer.muted,
    deleted: new Set(deleted.map(({ id }) => id)),
  };
}

/** The receipts of a message as its sender sees them. */
export function receiptsOf(world: World, { chat, message }: MessageInChat): Receipts | undefined {
  const sender = world.people.get(message.senderId);
  if (sender === undefined) return undefined;
  const viewer = viewerFacts(world, sender, [message]);
  return receiptsFor(membersOf(world, chat), viewer)(messageFacts(world, message));
}

/** The ids of the other members who have read a message of the viewer, those who read furthest first. */
export function readerIds(
  world: World,
  { chat, message, viewer }: MessageInChat & { readonly viewer: Person },
): readonly number[] {
  const members = membersOf(world, chat);
  return readersOf(message.id, members, viewerFacts(world, viewer, [message])).map(({ userId }) => userId);
}

function project(
  world: World,
  messages: readonly StoredMessage[],
  { chat, viewer }: { readonly chat: StoredChat; readonly viewer: Person },
): WireMessage[] {
  const facts = viewerFacts(world, viewer, messages);
  const receipts = receiptsFor(membersOf(world, chat), facts);
  const mediaUrl = (file: File): string => fileUrl(world, file);
  return messages
    .map((message) => messageFacts(world, message))
    .map((message) => projectMessage(message, { viewer: facts, mediaUrl, receipts: receipts(message) }));
}

export function messageFor(
  world: World,
  { chat, message, viewer }: MessageInChat & { readonly viewer: Person },
): Message {
  const [projected] = project(world, [message], { chat, viewer });
  return contractMessage(projected as WireMessage);
}

export function chatFor(
  world: World,
  { chat, viewer, page }: { readonly chat: StoredChat; readonly viewer: Person; readonly page: StoredPage },
): Chat {
  const { id, type, name } = chat;
  const people = [...chat.members.keys()].map((person) => personOf(world, person));
  const marks = chat.members.get(viewer.id);
  const readUpto = marks?.readUpto ?? 0;
  const facts = viewerFacts(world, viewer, chat.messages);
  const shown = chat.messages.filter((message) => isShown(baseFacts(world, message), facts));
  const last = shown.at(-1);
  const unread = shown.filter(
    (message) => message.id > readUpto && message.senderId !== viewer.id && message.type !== 'ACT',
  );
  const view = {
    muted: marks?.muted ?? false,
    unread: unread.length,
    last: last === undefined ? null : { ...baseFacts(world, last), fileName: last.files[0]?.name ?? null },
  };
  return contractChat(
    projectChat(
      { id, type, name, image: null, people, peopleCount: people.length },
      {
        viewerId: viewer.id,
        view,
        page: {
          messages: project(world, page.messages, { chat, viewer }),
          firstMessageId: page.firstMessageId,
        },
      },
    ),
  );
}
