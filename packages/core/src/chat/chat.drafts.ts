// What is being written in each chat: kept across a reload, for the same person, until it is sent or they log out.
import * as v from 'valibot';
import { readWire, type Schema } from '../contract/index.ts';
import type { Cancel, Scheduler } from '../ports/index.ts';
import type { MentionRange } from './chat.mentions.ts';
import type { ChatStorage } from './chat.outbox.storage.ts';

export interface Draft {
  readonly chat_id: number;
  readonly text: string;
  readonly mentions: readonly MentionRange[];
}

interface StoredDrafts {
  readonly version: 1;
  readonly user_id: number;
  /** The one changed last comes first. */
  readonly drafts: readonly Draft[];
}

export interface DraftsOptions {
  readonly storage: ChatStorage;
  readonly storageKey: string;
  readonly scheduler: Scheduler;
  /** Chats that a draft is kept of: 20, those written in last. */
  readonly most?: number;
  /** Characters of a draft: 8000, twice what can be sent; a longer one is not kept. */
  readonly maxLength?: number;
}

export interface Drafts {
  /** Begins for a person. */
  open(userId: number): void;
  /** Writes what is not written yet and stops; `forget` (a log-out) drops all of it. */
  close(forget: boolean): void;
  of(chatId: number): Draft | null;
  /** The composer of a chat has changed. Written a moment later, never while a key is pressed. */
  note(draft: Draft): void;
  /** Writes now: the page is left. */
  flush(): void;
}

/** Milliseconds after the last change at which drafts are written. */
const delayMs = 500;

const storedSchema: Schema<StoredDrafts> = v.object({
  version: v.literal(1),
  user_id: v.number(),
  drafts: v.array(
    v.object({
      chat_id: v.number(),
      text: v.string(),
      mentions: v.array(v.object({ user_id: v.number(), start: v.number(), end: v.number() })),
    }),
  ),
});

export function createDrafts(options: DraftsOptions): Drafts {
  const { storage, storageKey, scheduler, most = 20, maxLength = 8000 } = options;
  let userId: number | null = null;
  let drafts: readonly Draft[] = [];
  /** Chats that were written in here since storage was last written: another tab's others are left as they are. */
  const changed = new Set<number>();
  let cancel: Cancel | null = null;

  function read(owner: number): readonly Draft[] {
    const text = storage.read(storageKey);
    if (text === null) return [];
    try {
      const reading = readWire(storedSchema, JSON.parse(text));
      return reading.ok && reading.value.user_id === owner ? reading.value.drafts : [];
    } catch {
      return [];
    }
  }

  function flush(): void {
    cancel?.();
    cancel = null;
    if (userId === null || changed.size === 0) return;
    const own = drafts.filter(({ chat_id }) => changed.has(chat_id));
    const others = read(userId).filter(({ chat_id }) => !changed.has(chat_id));
    changed.clear();
    drafts = [...own, ...others].slice(0, most);
    if (drafts.length === 0) storage.remove(storageKey);
    else storage.write(storageKey, JSON.stringify({ version: 1, user_id: userId, drafts }));
  }

  return {
    open(id) {
      userId = id;
      drafts = read(id);
    },
    close(forget) {
      if (forget) {
        changed.clear();
        storage.remove(storageKey);
      }
      flush();
      userId = null;
      drafts = [];
      changed.clear();
    },
    of: (chatId) => drafts.find(({ chat_id }) => chat_id === chatId) ?? null,
    note(draft) {
      if (userId === null) return;
      const others = drafts.filter(({ chat_id }) => chat_id !== draft.chat_id);
      const isKept = draft.text.trim() !== '' && draft.text.length <= maxLength;
      drafts = isKept ? [draft, ...others] : others;
      changed.add(draft.chat_id);
      cancel?.();
      cancel = scheduler.after(delayMs, flush);
    },
    flush,
  };
}
