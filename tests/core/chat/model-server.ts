// A fake server of chat 7 as defined by the contract, for long client simulations.
import type { ApiResponse } from '@openbell/core/api-client';
import type { Message } from '@openbell/core/contract';
import { errorResponse, okResponse, type PendingRequest } from '@openbell/testing';
import { chatOf, me, message } from './support.ts';

export interface ModelServer {
  readonly messages: () => readonly Message[];
  post(sender: Message['sender'], text: string, clientId?: string | null, parts?: Partial<Message>): Message;
  change(id: number, parts: Partial<Message>): Message;
  /** The server's current response to a request. */
  respond(request: PendingRequest): ApiResponse<unknown>;
}

export function createModelServer(options: { pageSize: number; knowsClientId: boolean }): ModelServer {
  const { pageSize, knowsClientId } = options;
  const stored: Message[] = [];
  let nextId = 10;

  function post(
    sender: Message['sender'],
    text: string,
    clientId: string | null = null,
    parts: Partial<Message> = {},
  ): Message {
    const known = stored.find(
      (one) => clientId !== null && one.client_id === clientId && one.sender.id === sender.id,
    );
    if (known !== undefined) return known;
    // Ids of a chat have gaps, because other chats also have messages.
    nextId += 3;
    const created = message(nextId, {
      sender,
      message: text,
      client_id: knowsClientId ? clientId : null,
      ...parts,
    });
    stored.push(created);
    return created;
  }

  function page(list: readonly Message[]): ApiResponse<unknown> {
    const messages = list.slice(-pageSize);
    const [first] = messages;
    const isWhole = first === undefined || first.id === stored[0]?.id;
    const first_message_id = stored.length === 0 || (isWhole && first) ? -1 : (first?.id ?? null);
    return okResponse({ data: chatOf({ messages, first_message_id }) });
  }

  return {
    messages: () => stored,
    post,
    change(id, parts) {
      const index = stored.findIndex((one) => one.id === id);
      const changed = { ...(stored[index] as Message), ...parts };
      stored[index] = changed;
      return changed;
    },
    respond({ path, input }) {
      const min = input.query?.min_id as number | undefined;
      switch (path) {
        case '/web/chats':
          return okResponse({ data: [chatOf()] });
        case '/web/chat/{id}':
          if (input.body !== undefined) {
            const body = input.body as { message: string; message_type: string; client_id?: string };
            const { message: text, message_type, client_id } = body;
            const media = (input.files ?? []).map(({ name, blob }) => ({
              file: `/media/${name}`,
              name,
              size: blob.size,
              width: null,
              height: null,
            }));
            return okResponse(post(me, text, client_id, { message_type, media }), 201);
          }
          return page(min === undefined ? stored : stored.filter((one) => one.id > min));
        case '/web/chat/{id}/more':
          return page(stored.filter((one) => one.id < (min as number)));
        default:
          return errorResponse(404);
      }
    },
  };
}
