import {
  isServerId,
  type Message,
  type MessageActionBody,
  messageActionEndpoint,
} from '../../contract/index.ts';
import { fail, type Result, succeed } from '../../shared/result.ts';
import { type ChatError, toChatError } from '../errors.ts';
import { toSummary } from '../list/summaries.ts';
import { unsentForm, unsentQuote } from '../message/redaction.ts';
import type { ThreadHost } from './host.ts';
import { inChat } from './identify.ts';
import type { Thread } from './types.ts';

/** Sends an action on a message, and applies its outcome. */
export type ThreadAction = (messageId: number, body: MessageActionBody) => Promise<Result<void, ChatError>>;

export function createThreadAction(
  host: Pick<ThreadHost, 'api' | 'viewerId' | 'list' | 'outbox' | 'moderate' | 'publishNow'>,
  rows: Thread,
): ThreadAction {
  /** Applies a decision about the sender. Before the messages of the response, which are withheld while the sender is blocked. */
  function moderateLocally({ type }: MessageActionBody, { sender }: Message): void {
    if (type === 'mute' || type === 'unmute') host.moderate(sender.id, { is_mute: type === 'mute' });
    else if (type === 'block' || type === 'unblock') host.moderate(sender.id, { is_block: type === 'block' });
  }

  /** Applies the effect on the message, its quotes and the list, which the response may not contain. */
  function applyLocally({ type }: MessageActionBody, known: Message): void {
    if (type !== 'delete' && type !== 'unsend') return;
    const changed =
      type === 'unsend'
        ? unsentForm(known)
        : { ...known, deleted_list: [...known.deleted_list, host.viewerId] };
    rows.upsert(changed);
    if (type === 'unsend')
      host.outbox.updateQuotes((quote) => (quote.id === known.id ? unsentQuote(quote) : quote));
    host.list.applyChange(changed);
  }

  return async (messageId, body) => {
    const target = rows.get(messageId);
    const epoch = rows.beginRequest();
    const response = await host.api.request(messageActionEndpoint, { params: { messageId }, body });
    const known = rows.get(messageId) ?? target;
    if (response.ok) {
      const { data } = response.data;
      if (known !== undefined) moderateLocally(body, known);
      if ('sender' in data) rows.upsert(inChat(data, rows.chatId), epoch);
      else {
        if (isServerId(data.id)) host.list.put(toSummary(data));
        // The chat contains changed messages, but not all: update only those that are loaded.
        for (const message of data.messages)
          if (rows.get(message.id) !== undefined) rows.upsert(inChat(message, rows.chatId), epoch);
      }
      if (known !== undefined) applyLocally(body, known);
    }
    rows.endRequest(epoch);
    host.publishNow();
    return response.ok ? succeed(undefined) : fail(toChatError(response));
  };
}
