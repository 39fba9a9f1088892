import * as v from 'valibot';
import type { Schema } from '../../contract/index.ts';
import { type ChatStorage, parseStored } from '../storage.ts';
import type { MentionRange } from './mentions.ts';

export interface Draft {
  readonly chat_id: number;
  readonly text: string;
  readonly mentions: readonly MentionRange[];
}

interface StoredDrafts {
  readonly version: 1;
  readonly user_id: number;
  /** The draft that was changed last is first. */
  readonly drafts: readonly Draft[];
}

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

/** The drafts of one user in storage. */
export interface DraftSlot {
  readonly storage: ChatStorage;
  readonly key: string;
  readonly userId: number;
}

/** Returns no drafts for another user, another version or malformed text. */
export function readDrafts({ storage, key, userId }: DraftSlot): readonly Draft[] {
  const stored = parseStored(storage.read(key), storedSchema);
  return stored?.user_id === userId ? stored.drafts : [];
}

/** Removes the key when there are no drafts. */
export function writeDrafts({ storage, key, userId }: DraftSlot, drafts: readonly Draft[]): void {
  if (drafts.length === 0) storage.remove(key);
  else storage.write(key, JSON.stringify({ version: 1, user_id: userId, drafts }));
}
