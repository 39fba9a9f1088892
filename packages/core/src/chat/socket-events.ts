import { unknownId } from '../contract/index.ts';
import type { Cancel } from '../ports/index.ts';
import type { Realtime } from '../realtime/index.ts';
import type { ListStore } from './list/store.ts';
import type { TypingStore } from './list/typing.ts';
import { quoteOf, unsentQuote } from './message/redaction.ts';
import type { ChatModeration } from './moderate.ts';
import type { Outbox } from './outbox/outbox.ts';
import type { Threads } from './thread/threads.ts';

interface ChatParts {
  readonly viewerId: number;
  readonly threads: Threads;
  readonly list: ListStore;
  readonly typing: TypingStore;
  readonly outbox: Outbox;
  readonly moderation: ChatModeration;
}

/** Applies the events of the member socket to the chats of a member. Returns a function that unsubscribes. */
export function subscribeToChatEvents(realtime: Pick<Realtime, 'on'>, parts: ChatParts): Cancel {
  const { viewerId, threads, list, typing, outbox, moderation } = parts;
  const offs = [
    realtime.on('WebMeesageTyping', (frame) => {
      const { chat_id, user_id } = frame;
      if (user_id !== viewerId && list.find(chat_id) !== null && !moderation.isBlocked(chat_id, user_id))
        typing.set(chat_id, user_id, frame.typing);
    }),
    realtime.on('WebFetchMessage', ({ message: received, isScroll: isNew }) => {
      moderation.learn([received]);
      const message = moderation.withhold(received);
      const { id, chat_id, sender } = message;
      if (id !== unknownId) {
        outbox.confirm([message]);
        outbox.updateQuotes((quote) => (quote.id === id ? quoteOf(quote, message) : quote));
      }
      // The message cannot be attributed to a chat: the open ones look for it.
      if (chat_id === unknownId) {
        for (const { loader } of threads.all()) if (loader.state.isOpen) loader.dispatch({ type: 'probed' });
        list.refresh();
        return;
      }
      threads.find(chat_id)?.ingest(message, isNew);
      if (!list.isKnown(chat_id)) return;
      if (isNew) {
        typing.set(chat_id, sender.id, false);
        list.apply(message);
      } else list.applyChange(message);
    }),
    realtime.on('message_patch', (patch) => {
      const message = threads.find(patch.chat_id)?.rows.patch(patch) ?? null;
      // The list shows texts only, which no other patch changes.
      if (patch.delete_from_everyone !== true) return;
      outbox.updateQuotes((quote) => (quote.id === patch.id ? unsentQuote(quote) : quote));
      if (!list.isKnown(patch.chat_id)) return;
      if (message !== null) list.applyChange(message);
      else list.refresh();
    }),
    realtime.on('WebFetchChat', list.refresh),
    realtime.on('WebMarkUser', ({ user_id, is_mute, is_block }) =>
      moderation.moderate(user_id, { is_mute, is_block }),
    ),
    realtime.on('DeliveredToAll', ({ chats }) => {
      for (const { id, message_ids } of chats) threads.find(id)?.rows.markDelivered(message_ids);
    }),
    realtime.on('ReadByAll', ({ chat }) => threads.find(chat.id)?.rows.markSeen(chat.message_ids)),
    realtime.on('opened', ({ isFirst }) => {
      threads.dispatch({ type: 'connected' });
      if (!isFirst) list.refresh();
      outbox.wake();
    }),
    realtime.on('lost', () => {
      typing.clear();
      threads.dispatch({ type: 'disconnected' });
    }),
  ];
  return () => {
    for (const off of offs) off();
  };
}
