// What is heard of the member socket and of the page, and whom it concerns.
import type { Message } from '../contract/index.ts';
import type { Cancel, Page } from '../ports/index.ts';
import type { Realtime } from '../realtime/index.ts';
import type { ListStore } from './list/store.ts';
import type { TypingBook } from './list/typing.ts';
import type { UserMark } from './message/moderation.ts';
import type { Outbox } from './outbox/types.ts';
import type { ChatThreadControl } from './thread/host.ts';

export interface ChatHearing {
  readonly realtime: Pick<Realtime, 'on'>;
  readonly page: Pick<Page, 'onChange'>;
  readonly viewerId: () => number | null;
  readonly threads: ReadonlyMap<number, ChatThreadControl>;
  readonly list: ListStore;
  readonly typing: TypingBook;
  readonly outbox: Outbox;
  /** A new message of a chat that is in the list. */
  readonly onNew: (message: Message) => void;
  readonly onMark: (userId: number, mark: UserMark) => void;
  /** The socket has opened; before anything else is done about it. */
  readonly onOpened: () => void;
  /** The page is hidden, or left. */
  readonly onLeave: () => void;
}

/** Listens until the function that it returns is called. */
export function hearChats(options: ChatHearing): Cancel {
  const { realtime, page, viewerId, threads, list, typing, outbox } = options;
  const offs = [
    realtime.on('WebMeesageTyping', ({ chat_id, user_id, typing: isTyping }) => {
      if (user_id !== viewerId() && list.find(chat_id) !== null) typing.heard(chat_id, user_id, isTyping);
    }),
    realtime.on('WebFetchMessage', ({ message, isScroll }) => {
      outbox.seen(message);
      threads.get(message.chat_id)?.ingest(message, isScroll);
      if (!list.isKnown(message.chat_id)) return;
      if (isScroll) {
        typing.heard(message.chat_id, message.sender.id, false);
        options.onNew(message);
      } else list.applyChange(message);
    }),
    realtime.on('WebFetchChat', list.refresh),
    realtime.on('WebMarkUser', ({ user_id, is_mute, is_block }) =>
      options.onMark(user_id, { is_mute, is_block }),
    ),
    realtime.on('DeliveredToAll', ({ chats: receipts }) => {
      for (const { id, message_ids } of receipts) threads.get(id)?.markDelivered(message_ids);
    }),
    realtime.on('ReadByAll', ({ chat }) => threads.get(chat.id)?.markSeen(chat.message_ids)),
    realtime.on('opened', ({ isFirst }) => {
      options.onOpened();
      for (const thread of threads.values()) thread.opened();
      if (!isFirst) list.refresh();
      outbox.wake();
    }),
    realtime.on('lost', () => {
      typing.clear();
      for (const thread of threads.values()) thread.lost();
    }),
    page.onChange((event) => {
      if (event === 'visible') for (const thread of threads.values()) thread.readIfSeen();
      if (event === 'online') outbox.wake();
      if (event === 'hidden' || event === 'leaving') options.onLeave();
    }),
  ];
  return () => {
    for (const off of offs) off();
  };
}
