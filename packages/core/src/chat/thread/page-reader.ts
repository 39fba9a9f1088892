import type { ApiResponse } from '../../api-client/index.ts';
import { type ChatResponse, chatEndpoint, olderMessagesEndpoint } from '../../contract/index.ts';
import { isBlocked } from '../message/moderation.ts';
import type { ThreadHost } from './host.ts';
import { inChat } from './identify.ts';
import type { Thread, ThreadPage } from './types.ts';

/** A page after a message, before one, or the newest. */
type PageCursor = Pick<ThreadPage, 'after' | 'before'>;

export interface PageReader {
  /** Requests a page and merges it into the thread. */
  read(cursor: PageCursor): Promise<ApiResponse<ChatResponse>>;
  /** A user was unblocked: pages requested before lack their texts. */
  noteUnblock(): void;
}

export interface PageReaderOptions {
  readonly chatId: number;
  readonly host: Pick<ThreadHost, 'api' | 'connection' | 'outbox' | 'blocks'>;
  readonly rows: Thread;
  /** A page was read, and the socket was connected during the whole request. */
  readonly onRead: (page: ThreadPage) => void;
}

/** The cursor for messages without an id, whose local ids are between two of the server's. */
const floor = (id: number | undefined): number | undefined => (id === undefined ? id : Math.floor(id));

export function createPageReader({ chatId, host, rows, onRead }: PageReaderOptions): PageReader {
  let unblocks = 0;

  async function read(cursor: PageCursor): Promise<ApiResponse<ChatResponse>> {
    const connection = host.connection();
    const unblocksBefore = unblocks;
    const blocksBefore = host.blocks.revision();
    const epoch = rows.beginRequest();
    const params = { id: chatId };
    const response =
      cursor.before === undefined
        ? await host.api.request(chatEndpoint, { params, query: { min_id: floor(cursor.after) } })
        : await host.api.request(olderMessagesEndpoint, {
            params,
            query: { min_id: Math.ceil(cursor.before) },
          });
    const received = response.ok ? response.data.data.messages : [];
    const messages = received.map((message) => inChat(message, chatId));
    const isOutdated = unblocksBefore !== unblocks && messages.some(isBlocked);
    if (response.ok && !isOutdated) {
      host.blocks.learn(messages, blocksBefore);
      const page: ThreadPage = { ...cursor, messages, first_message_id: response.data.data.first_message_id };
      rows.mergePage(page, epoch);
      // Events may have been missed if the connection was lost during the request.
      if (connection !== 0 && connection === host.connection()) onRead(page);
      else rows.markBreak();
      host.outbox.confirm(messages);
    }
    rows.endRequest(epoch);
    return isOutdated ? read(cursor) : response;
  }

  return {
    read,
    noteUnblock() {
      unblocks += 1;
    },
  };
}
