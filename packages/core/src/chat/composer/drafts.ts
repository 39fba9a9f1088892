import type { Timers } from '../../ports/index.ts';
import { createTask } from '../../shared/task.ts';
import type { UserSlot } from '../../shared/user-storage.ts';
import { type Draft, readDrafts, writeDrafts } from './draft-storage.ts';

export interface DraftsOptions extends UserSlot {
  readonly scheduler: Timers;
}

/** The composer texts of one user, stored until they are sent or the user logs out. */
export interface Drafts {
  of(chatId: number): Draft | null;
  /** The text of a composer has changed. Stored 500 ms after the last change. */
  note(draft: Draft): void;
  /** Stores changes now. */
  flush(): void;
  /** Stores changes, or removes all drafts (`forget`). */
  close(forget: boolean): void;
}

const delayMs = 500;
/** Chats with a draft; the least recently changed are dropped. */
const maxDrafts = 20;
/** Characters, twice the limit of a message; a longer draft is not stored. */
const maxLength = 8000;

export function createDrafts(options: DraftsOptions): Drafts {
  let drafts = readDrafts(options);
  /** Chats changed on this page since the last write: drafts of another tab in other chats are kept. */
  const changed = new Set<number>();
  const writing = createTask((run) => options.scheduler.after(delayMs, run), write);

  function write(): void {
    if (changed.size === 0) return;
    const own = drafts.filter(({ chat_id }) => changed.has(chat_id));
    const others = readDrafts(options).filter(({ chat_id }) => !changed.has(chat_id));
    changed.clear();
    drafts = [...own, ...others].slice(0, maxDrafts);
    writeDrafts(options, drafts);
  }

  return {
    of: (chatId) => drafts.find(({ chat_id }) => chat_id === chatId) ?? null,
    note(draft) {
      const others = drafts.filter(({ chat_id }) => chat_id !== draft.chat_id);
      const isKept = draft.text.trim() !== '' && draft.text.length <= maxLength;
      drafts = isKept ? [draft, ...others] : others;
      changed.add(draft.chat_id);
      writing.cancel();
      writing.schedule();
    },
    flush: writing.run,
    close(forget) {
      if (!forget) return writing.run();
      changed.clear();
      writeDrafts(options, []);
    },
  };
}
