// The outbox of one user in storage. Tabs share the key: each write reads the stored entries and changes its own only.
import * as v from 'valibot';
import { lenientList, quotedMessageSchema, type Schema } from '../../contract/index.ts';
import type { Timers } from '../../ports/index.ts';
import { createTask } from '../../shared/task.ts';
import {
  readUserRecord,
  type UserRecord,
  type UserSlot,
  userRecordFields,
  writeUserRecord,
} from '../../shared/user-storage.ts';
import type { OutboxEntry } from './rules.ts';

export interface StoredOutbox extends UserRecord {
  /** Whether the server echoes `client_id`; null while unknown. */
  readonly knowsClientId: boolean | null;
  readonly entries: readonly OutboxEntry[];
  /** The last messages that the user discarded, by `client_id`: other tabs may hold them. */
  readonly discarded?: readonly string[];
}

export interface OutboxStoreOptions extends UserSlot {
  readonly scheduler: Timers;
}

export interface OutboxStore {
  /** The stored outbox without its malformed entries; another user's, another version or malformed reads as empty. */
  read(): StoredOutbox;
  /**
   * Writes the entries that were added, changed or removed since the last call: at once while the queue is short or the
   * server may not know `client_id`, else 250 ms later.
   */
  save(next: SavedOutbox): void;
  /** Lets other tabs discard a message. */
  discard(clientId: string): void;
  /** The messages that a tab has discarded. */
  discarded(): readonly string[];
  /** Writes pending changes now. */
  flush(): void;
  remove(): void;
}

type SavedOutbox = Pick<StoredOutbox, 'knowsClientId' | 'entries'>;

/** Entries; longer queues are written with a delay, because each write contains all of them. */
const shortQueue = 20;
const delayMs = 250;
const mostDiscarded = 50;

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
  ...userRecordFields,
  knowsClientId: v.nullable(v.boolean()),
  entries: lenientList(entrySchema),
  discarded: v.fallback(v.array(v.string()), () => []),
});

export function createOutboxStore(options: OutboxStoreOptions): OutboxStore {
  const { storage, key, scheduler, userId } = options;
  const empty: StoredOutbox = { version: 1, user_id: userId, knowsClientId: null, entries: [] };
  let known: { readonly text: string; readonly outbox: StoredOutbox } | null = null;
  /** Entries are immutable; each is serialized once. */
  const texts = new WeakMap<OutboxEntry, string>();
  let saved: SavedOutbox = { entries: [], knowsClientId: stored().knowsClientId };
  /** Pending changes by `client_id`; null for a removed entry. */
  const changes = new Map<string, OutboxEntry | null>();
  const writing = createTask(
    (run) => scheduler.after(delayMs, run),
    () => write(),
  );

  function textOf(entry: OutboxEntry): string {
    const text = texts.get(entry) ?? JSON.stringify(entry);
    texts.set(entry, text);
    return text;
  }

  function stored(): StoredOutbox {
    const text = storage.read(key);
    if (known !== null && known.text === text) return known.outbox;
    const outbox = readUserRecord(options, outboxSchema) ?? empty;
    if (text !== null) known = { text, outbox };
    return outbox;
  }

  function write(discardedNow: readonly string[] = []): void {
    const before = stored();
    const discarded = [...(before.discarded ?? []), ...discardedNow].slice(-mostDiscarded);
    const entries = before.entries.flatMap((entry) => {
      const next = changes.get(entry.client_id);
      changes.delete(entry.client_id);
      return next === null ? [] : [next ?? entry];
    });
    for (const entry of changes.values()) if (entry !== null) entries.push(entry);
    changes.clear();
    const { knowsClientId } = saved;
    if (entries.length === 0 && knowsClientId === null && discarded.length === 0) {
      storage.remove(key);
      return;
    }
    const list = entries.map(textOf).join();
    const ids = JSON.stringify(discarded);
    const text = writeUserRecord(
      options,
      `"knowsClientId":${knowsClientId},"entries":[${list}],"discarded":${ids}`,
    );
    known = { text, outbox: { ...empty, knowsClientId, entries, discarded } };
  }

  function note(before: SavedOutbox, next: SavedOutbox): void {
    const known = new Set(before.entries);
    const ids = new Set(next.entries.map(({ client_id }) => client_id));
    for (const entry of next.entries) if (!known.has(entry)) changes.set(entry.client_id, entry);
    for (const { client_id } of before.entries) if (!ids.has(client_id)) changes.set(client_id, null);
  }

  return {
    read() {
      writing.flush();
      return stored();
    },
    save(next) {
      if (next.entries === saved.entries && next.knowsClientId === saved.knowsClientId) return;
      note(saved, next);
      saved = next;
      const length = Math.max(changes.size, known?.outbox.entries.length ?? 0);
      if (next.knowsClientId !== true || length <= shortQueue) writing.run();
      else writing.schedule();
    },
    discard: (clientId) => write([clientId]),
    discarded: () => stored().discarded ?? [],
    flush: writing.flush,
    remove() {
      writing.cancel();
      changes.clear();
      storage.remove(key);
    },
  };
}
