import type { PendingMessage } from '../thread/types.ts';
import type { OutboxEntry } from './rules.ts';
import type { Outbox } from './types.ts';

/** An outbox entry as a row of the thread. */
export function toPending(entry: OutboxEntry, upload: ReturnType<Outbox['uploadOf']>): PendingMessage {
  const { client_id, chat_id, text, reply_to, mention_for, created_at, error, reason } = entry;
  const state = entry.state === 'queued' ? 'sending' : entry.state;
  const files = entry.files.map((file, index) => ({ ...file, blob: upload.blobs?.[index] ?? null }));
  return {
    client_id,
    chat_id,
    text,
    reply_to,
    mention_for,
    files,
    progress: upload.progress,
    created_at,
    state,
    error,
    reason,
  };
}
