// The outbox of one user in storage. Tabs share the key: each write reads the stored entries and changes its own only.
import * as v from 'valibot';
import { quotedMessageSchema, type Schema } from '../../contract/index.ts';
import type { Cancel, Timers } from '../../ports/index.ts';
import { type ChatStorage, parseStored } from '../storage.ts';
import type { OutboxEntry } from './rules.ts';

export interface StoredOutbox {
  readonly version: 1;
  readonly user_id: number;
  /** Whether the server echoes `client_id`; null while unknown. */
  readonly knowsClientId: boolean | null;
  readonly entries: readonly OutboxEntry[];
}

/** New versions of entries, and the `client_id` of a removed one. */
interface OutboxChange {
  readonly put?: readonly OutboxEntry[];
  readonly gone?: string;
  readonly knowsClientId: boolean | null;
}

export interface OutboxStoreOptions {
  readonly storage: ChatStorage;
  readonly key: string;
  readonly scheduler: Timers;
  readonly userId: number;
}

export interface OutboxStore {
  /** The stored outbox; the outbox of another user, of another version or malformed reads as empty. */
  read(): StoredOutbox;
  /** Written at once while the queue is short or the server may not know `client_id`, else 250 ms later. */
  change(change: OutboxChange): void;
  /** Writes pending changes now. */
  flush(): void;
  remove(): void;
}

/** Entries; longer queues are written with a delay, because each write contains all of them. */
const shortQueue = 20;
const delayMs = 250;

const entrySchema: Schema<OutboxEntry> = v.object({
  client_id: v.string(),
  chat_id: v.number(),
  text: v.string(),
  reply_to: v.nullable(quotedMessageSchema),
  mention_for: v.array(v.number()),
  // Missing in entries stored before files could be sent.
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

export function createOutboxStore({ storage, key, scheduler, userId }: OutboxStoreOptions): OutboxStore {
  const empty: StoredOutbox = { version: 1, user_id: userId, knowsClientId: null, entries: [] };
  let known: { readonly text: string; readonly outbox: StoredOutbox } | null = null;
  /** Entries are immutable; each is serialized once. */
  const texts = new WeakMap<OutboxEntry, string>();
  /** Pending changes by `client_id`; null for a removed entry. */
  const changes = new Map<string, OutboxEntry | null>();
  let isDirty = false;
  let knowsClientId: boolean | null = null;
  let cancel: Cancel | null = null;

  function textOf(entry: OutboxEntry): string {
    const text = texts.get(entry) ?? JSON.stringify(entry);
    texts.set(entry, text);
    return text;
  }

  function stored(): StoredOutbox {
    const text = storage.read(key);
    const outbox = known !== null && known.text === text ? known.outbox : parseStored(text, outboxSchema);
    return outbox?.user_id === userId ? outbox : empty;
  }

  function stop(): void {
    cancel?.();
    cancel = null;
    isDirty = false;
  }

  function flush(): void {
    if (!isDirty) return;
    stop();
    const entries = stored().entries.flatMap((entry) => {
      const next = changes.get(entry.client_id);
      changes.delete(entry.client_id);
      return next === null ? [] : [next ?? entry];
    });
    for (const entry of changes.values()) if (entry !== null) entries.push(entry);
    changes.clear();
    if (entries.length === 0 && knowsClientId === null) {
      storage.remove(key);
      return;
    }
    const text = `{"version":1,"user_id":${userId},"knowsClientId":${knowsClientId},"entries":[${entries.map(textOf).join()}]}`;
    storage.write(key, text);
    known = { text, outbox: { ...empty, knowsClientId, entries } };
  }

  return {
    read() {
      flush();
      return stored();
    },
    change({ put = [], gone, knowsClientId: isKnown }) {
      isDirty = true;
      knowsClientId = isKnown;
      for (const entry of put) changes.set(entry.client_id, entry);
      if (gone !== undefined) changes.set(gone, null);
      const length = Math.max(changes.size, known?.outbox.entries.length ?? 0);
      if (isKnown !== true || length <= shortQueue) flush();
      else cancel ??= scheduler.after(delayMs, flush);
    },
    flush,
    remove() {
      stop();
      changes.clear();
      storage.remove(key);
    },
  };
}
