// The outbox in storage: one list a person. Two tabs share the key, so every write looks first at what is there and
// changes its own entries only; what nobody else has touched is not read again.
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

export interface OutboxStore {
  /** One person's outbox; another person's, another version's or garbage reads as empty. */
  read(userId: number): StoredOutbox;
  /** Changes what is stored: `change` gets what is there now. An empty outbox that knows nothing leaves no key behind. */
  update(userId: number, change: (stored: StoredOutbox) => Partial<StoredOutbox>): void;
  remove(): void;
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

function parse(text: string | null): StoredOutbox | null {
  if (text === null) return null;
  try {
    const reading = readWire(outboxSchema, JSON.parse(text));
    return reading.ok ? reading.value : null;
  } catch {
    return null;
  }
}

export function createOutboxStore(storage: ChatStorage, key: string): OutboxStore {
  let known: { readonly text: string; readonly outbox: StoredOutbox } | null = null;
  /** An entry never changes; its text is made once. */
  const texts = new WeakMap<OutboxEntry, string>();

  function textOf(entry: OutboxEntry): string {
    const text = texts.get(entry) ?? JSON.stringify(entry);
    texts.set(entry, text);
    return text;
  }

  function read(userId: number): StoredOutbox {
    const text = storage.read(key);
    const outbox = known !== null && known.text === text ? known.outbox : parse(text);
    return outbox?.user_id === userId
      ? outbox
      : { version: 1, user_id: userId, knowsClientId: null, entries: [] };
  }

  return {
    read,
    update(userId, change) {
      const stored = read(userId);
      const outbox = { ...stored, ...change(stored) };
      const { knowsClientId, entries } = outbox;
      if (entries.length === 0 && knowsClientId === null) {
        storage.remove(key);
        return;
      }
      const text = `{"version":1,"user_id":${userId},"knowsClientId":${knowsClientId},"entries":[${entries.map(textOf).join()}]}`;
      storage.write(key, text);
      known = { text, outbox };
    },
    remove: () => storage.remove(key),
  };
}
