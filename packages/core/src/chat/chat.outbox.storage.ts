// The outbox in storage: one list a person. Two tabs share the key, so every write reads first and changes its own
// entries only.
import * as v from 'valibot';
import { readWire, type Schema } from '../contract/index.ts';
import type { KeyValueStorage } from '../ports/index.ts';
import type { OutboxEntry } from './chat.outbox.rules.ts';

/** The part of a storage that chat uses. */
export type ChatStorage = Pick<KeyValueStorage, 'read' | 'write' | 'remove'>;

export interface StoredOutbox {
  readonly version: 1;
  readonly user_id: number;
  /** Whether the server has shown that it knows `client_id`; null while nobody knows. */
  readonly knowsClientId: boolean | null;
  readonly entries: readonly OutboxEntry[];
}

const quoteSchema: Schema<NonNullable<OutboxEntry['reply_to']>> = v.object({
  id: v.number(),
  message: v.string(),
  message_type: v.string(),
  sender: v.object({ id: v.number(), first_name: v.string(), dp: v.nullable(v.string()) }),
  delete_from_everyone: v.boolean(),
});

const entrySchema: Schema<OutboxEntry> = v.object({
  client_id: v.string(),
  chat_id: v.number(),
  text: v.string(),
  reply_to: v.nullable(quoteSchema),
  mention_for: v.array(v.number()),
  // Texts that were written before files could be sent have neither key.
  files: v.optional(v.array(v.object({ name: v.string(), type: v.string(), size: v.number() })), () => []),
  created_at: v.string(),
  state: v.picklist(['queued', 'waiting', 'sending', 'failed']),
  isUncertain: v.boolean(),
  after_id: v.nullable(v.number()),
  error: v.nullable(v.string()),
  reason: v.optional(v.nullable(v.picklist(['cancelled', 'files-lost'])), null),
});

const outboxSchema: Schema<StoredOutbox> = v.object({
  version: v.literal(1),
  user_id: v.number(),
  knowsClientId: v.nullable(v.boolean()),
  entries: v.array(entrySchema),
});

/** Reads one person's outbox; another person's, another version's or garbage reads as empty. */
export function readOutbox(storage: ChatStorage, key: string, userId: number): StoredOutbox {
  const empty: StoredOutbox = { version: 1, user_id: userId, knowsClientId: null, entries: [] };
  const text = storage.read(key);
  if (text === null) return empty;
  try {
    const reading = readWire(outboxSchema, JSON.parse(text));
    return reading.ok && reading.value.user_id === userId ? reading.value : empty;
  } catch {
    return empty;
  }
}

/** Changes what is stored: `change` gets what is there now. An empty outbox that knows nothing leaves no key behind. */
export function updateOutbox(
  storage: ChatStorage,
  key: string,
  userId: number,
  change: (stored: StoredOutbox) => Partial<StoredOutbox>,
): void {
  const stored = readOutbox(storage, key, userId);
  const next = { ...stored, ...change(stored) };
  if (next.entries.length === 0 && next.knowsClientId === null) storage.remove(key);
  else storage.write(key, JSON.stringify(next));
}
