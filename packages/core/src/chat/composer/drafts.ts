// What is being written in each chat: kept across a reload, for the same person, until it is sent or they log out.
import type { Cancel, Scheduler } from '../../ports/index.ts';
import type { ChatStorage } from '../outbox/storage.ts';
import { type Draft, readDrafts, writeDrafts } from './draft-storage.ts';

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

export function createDrafts(options: DraftsOptions): Drafts {
  const { storage, storageKey, scheduler, most = 20, maxLength = 8000 } = options;
  let userId: number | null = null;
  let drafts: readonly Draft[] = [];
  /** Chats that were written in here since storage was last written: another tab's others are left as they are. */
  const changed = new Set<number>();
  let cancel: Cancel | null = null;

  function flush(): void {
    cancel?.();
    cancel = null;
    if (userId === null || changed.size === 0) return;
    const own = drafts.filter(({ chat_id }) => changed.has(chat_id));
    const others = readDrafts(storage, storageKey, userId).filter(({ chat_id }) => !changed.has(chat_id));
    changed.clear();
    drafts = [...own, ...others].slice(0, most);
    writeDrafts(storage, storageKey, userId, drafts);
  }

  return {
    open(id) {
      userId = id;
      drafts = readDrafts(storage, storageKey, id);
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
