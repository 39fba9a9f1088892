// Handlers of the chat endpoints.
import { allowedActions } from '@openbell/core/chat';
import { unsendWindowMs } from '@openbell/core/chat/projection';
import {
  type ChatMembersResponse,
  type ChatPerson,
  foldText,
  type MessageAction,
} from '@openbell/core/contract';
import { type Call, fieldError, type Handlers, HttpError, notFound, readId } from './calls.ts';
import { storeMessage } from './chat-post.ts';
import { chatFor, messageFor, personOf, readerIds, type StoredPage } from './chat-view.ts';
import type { Live } from './live.ts';
import type { Person, StoredChat, StoredMessage, World } from './world.ts';

const pageSize = 50;
const catchUpLimit = 1_000;

/** Returns a chat of the person. Throws 404 for any other chat. */
function ownChat(world: World, person: Person, id: number): StoredChat {
  const chat = world.chats.find((one) => one.id === id && one.members.has(person.id));
  if (chat === undefined) throw notFound();
  return chat;
}

/** Parses `min_id`: null when it is absent or empty. Throws 422 for anything but an integer up to 2^53. */
function readMinId(query: URLSearchParams): number | null {
  const text = query.get('min_id') ?? '';
  if (text === '') return null;
  const id = /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(id)) throw fieldError('min_id', 'min_id must be an integer.');
  return id;
}

/** The newest page, the messages newer than an id, or the page before it. `firstMessageId` -1 means the start. */
function pageOf(chat: StoredChat, range: 'newest' | 'newer' | 'older', than: number): StoredPage {
  const found = chat.messages
    .filter(({ id }) => range === 'newest' || (range === 'newer' ? id > than : id < than))
    .slice(range === 'newer' ? -catchUpLimit : -pageSize);
  const [first] = found;
  const isStart = range !== 'newer' || chat.messages.length === 0;
  if (first === undefined) return { messages: [], firstMessageId: isStart ? -1 : null };
  return { messages: found, firstMessageId: first === chat.messages[0] ? -1 : first.id };
}

/** A page of members, like the pages of messages. */
function memberPage(
  people: readonly ChatPerson[],
  query: URLSearchParams,
): { readonly body: ChatMembersResponse } {
  const page = query.get('page') ?? '1';
  if (!/^[1-9]\d{0,8}$/.test(page)) throw fieldError('page', 'Must be a page number.');
  const from = (Number(page) - 1) * pageSize;
  const data = people.slice(from, from + pageSize).map((user) => ({ user_id: user.id, user }));
  return { body: { data, last_page: Math.max(1, Math.ceil(people.length / pageSize)) } };
}

interface RequestedAction {
  readonly chat: StoredChat;
  readonly message: StoredMessage;
  readonly person: Person;
  readonly action: MessageAction;
}

/** Throws 403 or 409 when the action is not allowed, by the rule that also builds the message menu. */
function assertAllowed(world: World, { chat, message, person, action }: RequestedAction): void {
  const view = messageFor(world, { chat, message, viewer: person });
  // Repeating a mute or a block is allowed and changes nothing.
  const requested = action === 'unmute' ? 'mute' : action === 'unblock' ? 'block' : action;
  const plain = { ...view, is_mute: false, is_block: false, deleted_list: [] };
  if (requested === 'delete') return;
  if (allowedActions(plain, person.id).includes(requested)) {
    if (requested !== 'unsend' || world.clock.now() - message.createdAt <= unsendWindowMs) return;
    throw new HttpError(409, 'A message can be unsent within 24 hours.');
  }
  if (message.type === 'ACT') throw new HttpError(409, 'A notice can only be deleted for you.');
  if (message.unsent) throw new HttpError(409, 'This message was unsent.');
  if (requested === 'unsend') throw new HttpError(403, 'Only its sender can unsend a message.');
  throw new HttpError(403, 'This is not possible with your own message.');
}

function react(message: StoredMessage, person: Person, emoji: string): void {
  // One reaction per person; the same emoji again removes it.
  if (message.reactions.get(person.id) === emoji) message.reactions.delete(person.id);
  else message.reactions.set(person.id, emoji);
}

function unsend(world: World, message: StoredMessage): void {
  message.unsent = true;
  message.text = '';
  message.reactions.clear();
  for (const { id } of message.files) world.files.delete(id);
  message.files = [];
}

function act(live: Live, { world, person, params, body }: Call<'messageAction'>) {
  const id = readId(params.messageId);
  const chat = world.chats.find(
    ({ members, messages }) => members.has(person.id) && messages.some((one) => one.id === id),
  );
  const message = chat?.messages.find((one) => one.id === id);
  if (chat === undefined || message === undefined) throw notFound();
  assertAllowed(world, { chat, message, person, action: body.type });
  const { senderId } = message;
  switch (body.type) {
    case 'mute':
    case 'unmute':
    case 'block':
    case 'unblock': {
      const list = body.type.endsWith('mute') ? person.muted : person.blocked;
      if (body.type.startsWith('un')) list.delete(senderId);
      else list.add(senderId);
      live.sendListChanged(person);
      live.sendMemberMarks(person, senderId);
      const page = pageOf(chat, 'newer', -1);
      return { body: { data: chatFor(world, { chat, viewer: person, page }) } };
    }
    case 'delete':
      message.deletedFor.add(person.id);
      live.sendMessage(chat, message, { actorId: person.id, isNew: false, onlyTo: person.id });
      break;
    case 'unsend':
      unsend(world, message);
      live.sendMessage(chat, message, { actorId: person.id, isNew: false, part: 'delete_from_everyone' });
      break;
    case 'react':
      react(message, person, body.emoji);
      live.sendMessage(chat, message, { actorId: person.id, isNew: false, part: 'reactions' });
      break;
    case 'report':
      break;
  }
  return { body: { data: messageFor(world, { chat, message, viewer: person }) } };
}

export function createChatHandlers(
  live: Live,
): Handlers<
  | 'chats'
  | 'chat'
  | 'olderMessages'
  | 'chatUsers'
  | 'messageReaders'
  | 'postMessage'
  | 'muteChat'
  | 'unmuteChat'
  | 'messageAction'
> {
  function setMuted(
    { world, person, params }: Pick<Call<'muteChat'>, 'world' | 'person' | 'params'>,
    muted: boolean,
  ) {
    const marks = ownChat(world, person, readId(params.id)).members.get(person.id);
    if (marks !== undefined && marks.muted !== muted) {
      marks.muted = muted;
      live.sendListChanged(person);
    }
    return { body: { message: muted ? 'Chat muted.' : 'Chat unmuted.' } };
  }

  return {
    chats({ world, person, query }) {
      const type = query.get('chat_type');
      if (type !== 'GR' && type !== 'PR') throw fieldError('chat_type', 'chat_type must be GR or PR.');
      const own = world.chats.filter((chat) => chat.type === type && chat.members.has(person.id));
      const newest = (chat: StoredChat): number => chat.messages.at(-1)?.id ?? 0;
      const data = own
        .toSorted((a, b) => newest(b) - newest(a))
        .map((chat) =>
          chatFor(world, {
            chat,
            viewer: person,
            page: { messages: [], firstMessageId: chat.messages.length === 0 ? -1 : null },
          }),
        );
      return { body: { data } };
    },

    chat({ world, person, params, query }) {
      const chat = ownChat(world, person, readId(params.id));
      const minId = readMinId(query);
      live.advanceMark(chat, person, 'deliveredUpto');
      const page = pageOf(chat, minId === null ? 'newest' : 'newer', minId ?? 0);
      return { body: { data: chatFor(world, { chat, viewer: person, page }) } };
    },

    olderMessages({ world, person, params, query }) {
      const chat = ownChat(world, person, readId(params.id));
      const minId = readMinId(query);
      const page = pageOf(chat, minId === null ? 'newest' : 'older', minId ?? 0);
      return { body: { data: chatFor(world, { chat, viewer: person, page }) } };
    },

    chatUsers({ world, person, params, query }) {
      const chat = ownChat(world, person, readId(params.id));
      const name = foldText(query.get('q') ?? '').trim();
      const people = [...chat.members.keys()].map((id) => personOf(world, id));
      return memberPage(
        people.filter(({ first_name }) => foldText(first_name).includes(name)),
        query,
      );
    },

    messageReaders({ world, person, params, query }) {
      const chat = ownChat(world, person, readId(params.id));
      const id = readId(params.messageId);
      const message = chat.messages.find((one) => one.id === id && one.senderId === person.id);
      if (message === undefined) throw notFound();
      return memberPage(
        readerIds(world, { chat, message, viewer: person }).map((reader) => personOf(world, reader)),
        query,
      );
    },

    postMessage({ world, person, params, body, files }) {
      const chat = ownChat(world, person, readId(params.id));
      if (body.chat_id !== chat.id) throw fieldError('chat_id', 'chat_id does not match the address.');
      if (body.message_type === 'ACT') throw fieldError('message_type', 'A notice cannot be posted.');
      const { message, isNew } = storeMessage(world, {
        chat,
        sender: person,
        text: body.message,
        files,
        clientId: body.client_id ?? null,
        replyTo: body.reply_id ?? null,
      });
      if (isNew) live.sendMessage(chat, message, { actorId: person.id, isNew });
      return { status: isNew ? 201 : 200, body: messageFor(world, { chat, message, viewer: person }) };
    },

    muteChat: (call) => setMuted(call, true),
    unmuteChat: (call) => setMuted(call, false),

    messageAction: (call) => act(live, call),
  };
}
