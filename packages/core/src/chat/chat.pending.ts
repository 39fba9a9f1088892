import type { OutboxEntry } from './chat.outbox.rules.ts';
import type { Outbox } from './chat.outbox.types.ts';
import type { PendingMessage } from './chat.thread.types.ts';

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
