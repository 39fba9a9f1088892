import type { Answer } from '../../api-client/index.ts';
import { type ChatAnswer, chatEndpoint, olderMessagesEndpoint } from '../../contract/index.ts';
import { isBlocked } from '../message/moderation.ts';
import type { ThreadHost } from './host.ts';
import type { Thread, ThreadPage } from './types.ts';

/** A page after a message, before one, or the newest. */
type PagePlace = Pick<ThreadPage, 'after' | 'before'>;

export interface PageReader {
  /** Requests a page and merges it into the thread. */
  read(place: PagePlace): Promise<Answer<ChatAnswer>>;
  /** A user was unblocked: pages requested before lack their texts. */
  noteUnblock(): void;
}

export interface PageReaderOptions {
  readonly chatId: number;
  readonly host: Pick<ThreadHost, 'api' | 'connection' | 'outbox'>;
  readonly rows: Thread;
  /** A page was read, and the socket was connected during the whole request. */
  readonly onRead: (page: ThreadPage) => void;
}

export function createPageReader({ chatId, host, rows, onRead }: PageReaderOptions): PageReader {
  let unblocks = 0;

  async function read(place: PagePlace): Promise<Answer<ChatAnswer>> {
    const connection = host.connection();
    const unblocksBefore = unblocks;
    const ticket = rows.beginRead();
    const params = { id: chatId };
    const answer =
      place.before === undefined
        ? await host.api.request(chatEndpoint, { params, query: { min_id: place.after } })
        : await host.api.request(olderMessagesEndpoint, { params, query: { min_id: place.before } });
    const messages = answer.ok ? answer.data.data.messages : [];
    const isOutdated = unblocksBefore !== unblocks && messages.some(isBlocked);
    if (answer.ok && !isOutdated) {
      const page: ThreadPage = { ...place, messages, first_message_id: answer.data.data.first_message_id };
      rows.mergePage(page, ticket);
      // Events may have been missed if the connection was lost during the request.
      if (connection !== 0 && connection === host.connection()) onRead(page);
      else rows.markBreak();
      host.outbox.confirm(messages);
    }
    rows.endRead(ticket);
    return isOutdated ? read(place) : answer;
  }

  return {
    read,
    noteUnblock() {
      unblocks += 1;
    },
  };
}
