import * as v from 'valibot';
import { lenientList } from '../../contract/index.ts';
import {
  readUserRecord,
  type UserRecord,
  type UserSlot,
  userRecordFields,
  writeUserRecord,
} from '../../shared/user-storage.ts';
import type { MentionRange } from './mentions.ts';

export interface Draft {
  readonly chat_id: number;
  readonly text: string;
  readonly mentions: readonly MentionRange[];
}

interface StoredDrafts extends UserRecord {
  /** The draft that was changed last is first. */
  readonly drafts: readonly Draft[];
}

const storedSchema: v.GenericSchema<unknown, StoredDrafts> = v.object({
  ...userRecordFields,
  drafts: lenientList(
    v.object({
      chat_id: v.number(),
      text: v.string(),
      mentions: v.array(v.object({ user_id: v.number(), start: v.number(), end: v.number() })),
    }),
  ),
});

export function readDrafts(slot: UserSlot): readonly Draft[] {
  return readUserRecord(slot, storedSchema)?.drafts ?? [];
}

/** Removes the key when there are no drafts. */
export function writeDrafts(slot: UserSlot, drafts: readonly Draft[]): void {
  if (drafts.length === 0) slot.storage.remove(slot.key);
  else writeUserRecord(slot, `"drafts":${JSON.stringify(drafts)}`);
}
