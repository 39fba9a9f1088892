import type { Chat, Message } from '@openbell/core/contract';
import type { WireChat } from './project-chat.ts';
import type { WireMessage } from './project-message.ts';

/**
 * The contract types an answer as the client reads it: `media` always as a list, a quote's too. On the wire one file is
 * an object, and the contract's schema reads both; these two say so once, for the types' sake.
 */
export function messageAnswer(message: WireMessage): Message {
  return message as WireMessage & Pick<Message, 'media' | 'reply_to'>;
}

export function chatAnswer(chat: WireChat): Chat {
  return chat as WireChat & { readonly messages: Chat['messages'] };
}
