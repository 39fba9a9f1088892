import type { Chat, Message } from '../../contract/index.ts';
import type { WireChat } from './project-chat.ts';
import type { WireMessage } from './project-message.ts';

/** A message as the contract has it. The type is cast: it has `media` as a list, but its schema also accepts a single object. */
export function contractMessage(message: WireMessage): Message {
  return message as WireMessage & Pick<Message, 'media' | 'reply_to'>;
}

/** A chat as the contract has it. */
export function contractChat(chat: WireChat): Chat {
  return chat as WireChat & { readonly messages: Chat['messages'] };
}
