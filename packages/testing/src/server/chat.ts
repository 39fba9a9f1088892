// The calls of chat.
import { allowedActions } from '@openbell/core/chat';
import type { MessageAction } from '@openbell/core/contract';
import { type Call, fieldError, type Handlers, notFound, Refusal, readId } from './calls.ts';
import { storeMessage } from './chat-post.ts';
import { type ChatPage, chatFor, messageFor } from './chat-view.ts';
import type { Live } from './live.ts';
import type { Person, StoredChat, StoredMessage, World } from './world.ts';

const pageSize = 50;
const catchUpLimit = 1_000;

/** A chat that the person is in; 404 for every other. */
function ownChat(world: World, person: Person, id: number): StoredChat {
  const chat = world.chats.find((one) => one.id === id && one.members.has(person.id));
  if (chat === undefined) throw notFound();
  return chat;
}

/** `min_id`: null when it is absent or empty; 422 for what is no integer. */
function readMinId(query: URLSearchParams): number | null {
  const text = query.get('min_id') ?? '';
  if (text === '') return null;
  if (!/^-?\d{1,15}$/.test(text)) throw fieldError('min_id', 'min_id must be an integer.');
  return Number(text);
}

/** The newest page, what is newer than an id, or the page before it. */
function pageOf(chat: StoredChat, wish: 'newest' | 'newer' | 'older', than: number): ChatPage {
  const found = chat.messages
    .filter(({ id }) => wish === 'newest' || (wish === 'newer' ? id > than : id < than))
    .slice(wish === 'newer' ? -catchUpLimit : -pageSize);
  const [first] = found;
  const isTheEnd = wish !== 'newer' || chat.messages.length === 0;
  if (first === undefined) return { messages: [], firstMessageId: isTheEnd ? -1 : null };
  return { messages: found, firstMessageId: first === chat.messages[0] ? -1 : first.id };
}

/** Who may do what with a message, by the rule that also draws its menu. */
function judge(
  world: World,
  chat: StoredChat,
  message: StoredMessage,
  person: Person,
  action: MessageAction,
): void {
  const view = messageFor(world, chat, message, person);
  // Each of the two pairs is one switch, and turning it the way it stands changes nothing.
  const asked = action === 'unmute' ? 'mute' : action === 'unblock' ? 'block' : action;
  const plain = { ...view, is_mute: false, is_block: false, deleted_list: [] };
  if (asked === 'delete' || allowedActions(plain, person.id).includes(asked)) return;
  if (message.type === 'ACT') throw new Refusal(409, 'A notice can only be deleted for you.');
  if (message.unsent) throw new Refusal(409, 'This message was unsent.');
  if (asked === 'unsend') throw new Refusal(403, 'Only its sender can unsend a message.');
  throw new Refusal(403, 'This is not possible with your own message.');
}

function react(message: StoredMessage, person: Person, emoji: string): void {
  // One a person; the same again takes it off.
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

export function createChatHandlers(
  live: Live,
): Handlers<
  'chats' | 'chat' | 'olderMessages' | 'postMessage' | 'muteChat' | 'unmuteChat' | 'messageAction'
> {
  function setMuted(
    { world, person, params }: Pick<Call<'muteChat'>, 'world' | 'person' | 'params'>,
    muted: boolean,
  ) {
    const marks = ownChat(world, person, readId(params.id)).members.get(person.id);
    if (marks !== undefined && marks.muted !== muted) {
      marks.muted = muted;
      live.tellListChanged(person);
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
          chatFor(world, chat, person, {
            messages: [],
            firstMessageId: chat.messages.length === 0 ? -1 : null,
          }),
        );
      return { body: { data } };
    },

    chat({ world, person, params, query }) {
      const chat = ownChat(world, person, readId(params.id));
      const minId = readMinId(query);
      live.moveMark(chat, person, 'deliveredUpto');
      const page = pageOf(chat, minId === null ? 'newest' : 'newer', minId ?? 0);
      return { body: { data: chatFor(world, chat, person, page) } };
    },

    olderMessages({ world, person, params, query }) {
      const chat = ownChat(world, person, readId(params.id));
      const minId = readMinId(query);
      const page = pageOf(chat, minId === null ? 'newest' : 'older', minId ?? 0);
      return { body: { data: chatFor(world, chat, person, page) } };
    },

    postMessage({ world, person, params, body, files }) {
      const chat = ownChat(world, person, readId(params.id));
      if (body.chat_id !== chat.id) throw fieldError('chat_id', 'chat_id does not match the address.');
      if (body.message_type === 'ACT') throw fieldError('message_type', 'A notice cannot be posted.');
      const { message, isNew } = storeMessage(world, chat, person, {
        text: body.message,
        files,
        clientId: body.client_id ?? null,
        replyTo: body.reply_id ?? null,
      });
      if (isNew) live.announce(chat, message, { actorId: person.id, isNew });
      return { status: isNew ? 201 : 200, body: messageFor(world, chat, message, person) };
    },

    muteChat: (call) => setMuted(call, true),
    unmuteChat: (call) => setMuted(call, false),

    messageAction({ world, person, params, body }) {
      const id = readId(params.messageId);
      const chat = world.chats.find(
        ({ members, messages }) => members.has(person.id) && messages.some((one) => one.id === id),
      );
      const message = chat?.messages.find((one) => one.id === id);
      if (chat === undefined || message === undefined) throw notFound();
      judge(world, chat, message, person, body.type);
      const { senderId } = message;
      switch (body.type) {
        case 'mute':
        case 'unmute':
        case 'block':
        case 'unblock': {
          const list = body.type.endsWith('mute') ? person.muted : person.blocked;
          if (body.type.startsWith('un')) list.delete(senderId);
          else list.add(senderId);
          live.tellListChanged(person);
          live.tellMark(person, senderId);
          return { body: { data: chatFor(world, chat, person, pageOf(chat, 'newer', -1)) } };
        }
        case 'delete':
          message.deletedFor.add(person.id);
          live.announce(chat, message, { actorId: person.id, isNew: false, onlyTo: person.id });
          break;
        case 'unsend':
          unsend(world, message);
          live.announce(chat, message, { actorId: person.id, isNew: false });
          break;
        case 'react':
          react(message, person, body.emoji);
          live.announce(chat, message, { actorId: person.id, isNew: false });
          break;
        case 'report':
          break;
      }
      return { body: { data: messageFor(world, chat, message, person) } };
    },
  };
}
