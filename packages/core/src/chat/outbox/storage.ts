// The outbox in storage: one list a person. Two tabs share the key, so every write looks first at what is there and
// changes its own entries only; what nobody else has touched is not read again.
import * as v from 'valibot';
import { readWire, type Schema } from '../../contract/index.ts';
import type { Cancel, KeyValueStorage, Timers } from '../../ports/index.ts';
import type { OutboxEntry } from './rules.ts';

/** The part of a storage that chat uses. */
export type ChatStorage = Pick<KeyValueStorage, 'read' | 'write' | 'remove'>;

export interface StoredOutbox {
  readonly version: 1;
  readonly user_id: number;
  /** Whether the server has shown that it knows `client_id`; null while nobody knows. */
  readonly knowsClientId: boolean | null;
  readonly entries: readonly OutboxEntry[];
}

/** What has become of entries: their new forms, and the names of those that are gone. */
interface OutboxChange {
  readonly put?: readonly OutboxEntry[];
  readonly gone?: string;
  readonly knowsClientId: boolean | null;
}

export interface OutboxStore {
  /** One person's outbox; another person's, another version's or garbage reads as empty. */
  read(userId: number): StoredOutbox;
  /** Written at once, while the queue is short or the server may not know `client_id`; else a moment later. */
  change(userId: number, change: OutboxChange): void;
  /** Writes what waits: the page is left. */
  flush(): void;
  remove(): void;
}

/** A queue of more entries is written once in a while: each write carries all of it. */
const shortQueue = 20;
const delayMs = 250;

const count = v.nullable(v.number());
const quotedFileSchema = v.object({
  file: v.string(),
  name: v.string(),
  size: count,
  width: count,
  height: count,
});
const quoteSchema: Schema<NonNullable<OutboxEntry['reply_to']>> = v.object({
  id: v.number(),
  message: v.string(),
  message_type: v.string(),
  // Quotes that were written by an earlier version have neither.
  media: v.optional(v.array(quotedFileSchema), () => []),
  sender: v.object({ id: v.number(), first_name: v.string(), dp: v.nullable(v.string()) }),
  delete_from_everyone: v.boolean(),
  is_block: v.optional(v.boolean(), false),
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
  reason: v.optional(v.nullable(v.picklist(['cancelled', 'files-lost', 'throttled'])), null),
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

export function createOutboxStore(storage: ChatStorage, key: string, scheduler: Timers): OutboxStore {
  let known: { readonly text: string; readonly outbox: StoredOutbox } | null = null;
  /** An entry never changes; its text is made once. */
  const texts = new WeakMap<OutboxEntry, string>();
  /** What waits to be written, by `client_id`; null for what is gone. */
  const waiting = new Map<string, OutboxEntry | null>();
  let owner: number | null = null;
  let knowsClientId: boolean | null = null;
  let cancel: Cancel | null = null;

  function textOf(entry: OutboxEntry): string {
    const text = texts.get(entry) ?? JSON.stringify(entry);
    texts.set(entry, text);
    return text;
  }

  function stored(userId: number): StoredOutbox {
    const text = storage.read(key);
    const outbox = known !== null && known.text === text ? known.outbox : parse(text);
    return outbox?.user_id === userId
      ? outbox
      : { version: 1, user_id: userId, knowsClientId: null, entries: [] };
  }

  function stop(): void {
    cancel?.();
    cancel = null;
  }

  function flush(): void {
    stop();
    if (owner === null) return;
    const userId = owner;
    owner = null;
    const entries = stored(userId).entries.flatMap((entry) => {
      const next = waiting.get(entry.client_id);
      waiting.delete(entry.client_id);
      return next === null ? [] : [next ?? entry];
    });
    for (const entry of waiting.values()) if (entry !== null) entries.push(entry);
    waiting.clear();
    // An empty outbox that knows nothing leaves no key behind.
    if (entries.length === 0 && knowsClientId === null) {
      storage.remove(key);
      return;
    }
    const text = `{"version":1,"user_id":${userId},"knowsClientId":${knowsClientId},"entries":[${entries.map(textOf).join()}]}`;
    storage.write(key, text);
    known = { text, outbox: { version: 1, user_id: userId, knowsClientId, entries } };
  }

  return {
    read(userId) {
      flush();
      return stored(userId);
    },
    change(userId, { put = [], gone, knowsClientId: isKnown }) {
      if (owner !== userId) flush();
      owner = userId;
      knowsClientId = isKnown;
      for (const entry of put) waiting.set(entry.client_id, entry);
      if (gone !== undefined) waiting.set(gone, null);
      const length = Math.max(waiting.size, known?.outbox.entries.length ?? 0);
      if (isKnown !== true || length <= shortQueue) flush();
      else cancel ??= scheduler.after(delayMs, flush);
    },
    flush,
    remove() {
      stop();
      owner = null;
      waiting.clear();
      storage.remove(key);
    },
  };
}
