import type { Message } from '../contract/index.ts';
import type { Cancel } from '../ports/index.ts';
import type { Realtime } from '../realtime/index.ts';
import type { Moderation } from './message/moderation.ts';

/** What the member socket reports about chats. */
export interface ChatEvents {
  onTyping(chatId: number, userId: number, isTyping: boolean): void;
  /** A message was posted (`isNew`) or has changed. */
  onMessage(message: Message, isNew: boolean): void;
  onListChanged(): void;
  /** The viewer has muted or blocked a user on another connection. */
  onModerated(userId: number, moderation: Moderation): void;
  onDelivered(chatId: number, messageIds: readonly number[]): void;
  onSeen(chatId: number, messageIds: readonly number[]): void;
  /** The socket has opened; `isFirst` for the first time. */
  onOpened(isFirst: boolean): void;
  onLost(): void;
}

/** Translates the frames of the member socket into chat events. Returns a function that unsubscribes. */
export function subscribeToChatEvents(realtime: Pick<Realtime, 'on'>, events: ChatEvents): Cancel {
  const offs = [
    realtime.on('WebMeesageTyping', ({ chat_id, user_id, typing }) =>
      events.onTyping(chat_id, user_id, typing),
    ),
    realtime.on('WebFetchMessage', ({ message, isScroll }) => events.onMessage(message, isScroll)),
    realtime.on('WebFetchChat', events.onListChanged),
    realtime.on('WebMarkUser', ({ user_id, is_mute, is_block }) =>
      events.onModerated(user_id, { is_mute, is_block }),
    ),
    realtime.on('DeliveredToAll', ({ chats }) => {
      for (const { id, message_ids } of chats) events.onDelivered(id, message_ids);
    }),
    realtime.on('ReadByAll', ({ chat }) => events.onSeen(chat.id, chat.message_ids)),
    realtime.on('opened', ({ isFirst }) => events.onOpened(isFirst)),
    realtime.on('lost', events.onLost),
  ];
  return () => {
    for (const off of offs) off();
  };
}
