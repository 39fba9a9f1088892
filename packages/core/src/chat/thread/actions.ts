// What the viewer does with a message: the call, and what it means for what is here.
import { type Message, type MessageActionBody, messageActionEndpoint } from '../../contract/index.ts';
import { fail, type Result, succeed } from '../../shared/result.ts';
import { toChatError } from '../errors.ts';
import type { ChatError } from '../types.ts';
import type { ChatThreadHost } from './host.ts';
import { unsentForm } from './merge.ts';
import type { Thread } from './types.ts';

export interface ThreadActionsOptions {
  readonly host: Pick<ChatThreadHost, 'api' | 'viewerId' | 'onChat' | 'onMarked' | 'publishNow'>;
  readonly thread: () => Thread;
  /** Grows with each reset: an answer to somebody before it is dropped. */
  readonly generation: () => number;
}

export type ThreadAction = (messageId: number, body: MessageActionBody) => Promise<Result<void, ChatError>>;

export function createThreadAction({ host, thread, generation }: ThreadActionsOptions): ThreadAction {
  /** What an action means for what is here, also where the answer left it out. */
  function applyLocally(body: MessageActionBody, known: Message, viewerId: number): void {
    switch (body.type) {
      case 'delete':
        thread().upsert({ ...known, deleted_list: [...known.deleted_list, viewerId] });
        return;
      case 'unsend':
        thread().upsert(unsentForm(known));
        return;
      case 'mute':
      case 'unmute':
        host.onMarked(known.sender.id, { is_mute: body.type === 'mute' });
        return;
      case 'block':
      case 'unblock':
        host.onMarked(known.sender.id, { is_block: body.type === 'block' });
        return;
      default:
    }
  }

  return async (messageId, body) => {
    const mine = generation();
    const viewerId = host.viewerId() ?? -1;
    const target = thread().get(messageId);
    const ticket = thread().beginRead();
    const answer = await host.api.request(messageActionEndpoint, { params: { messageId }, body });
    if (mine !== generation()) return fail({ code: 'unavailable', message: '' });
    const known = thread().get(messageId) ?? target;
    if (answer.ok) {
      const { data } = answer.data;
      if ('sender' in data) thread().upsert(data, ticket);
      else {
        host.onChat(data);
        // The chat carries messages that read differently now: merged where they are known, never in place of all.
        for (const message of data.messages)
          if (thread().get(message.id) !== undefined) thread().upsert(message, ticket);
      }
      if (known !== undefined) applyLocally(body, known, viewerId);
    }
    thread().endRead(ticket);
    host.publishNow();
    return answer.ok ? succeed(undefined) : fail(toChatError(answer));
  };
}
