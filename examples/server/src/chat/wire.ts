import type { Chat, Message } from '@openbell/core/contract';
import type { WireChat } from './project-chat.ts';
import type { WireMessage } from './project-message.ts';

/** Casts to the contract's type: it has `media` as a list, but its schema also accepts a single object. */
export function messageAnswer(message: WireMessage): Message {
  return message as WireMessage & Pick<Message, 'media' | 'reply_to'>;
}

export function chatAnswer(chat: WireChat): Chat {
  return chat as WireChat & { readonly messages: Chat['messages'] };
}
