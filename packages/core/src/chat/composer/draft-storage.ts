import * as v from 'valibot';
import { readWire, type Schema } from '../../contract/index.ts';
import type { ChatStorage } from '../outbox/storage.ts';
import type { MentionRange } from './mentions.ts';

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

/** One person's drafts; another person's, another version's or garbage read as none. */
export function readDrafts(storage: ChatStorage, key: string, userId: number): readonly Draft[] {
  const text = storage.read(key);
  if (text === null) return [];
  try {
    const reading = readWire(storedSchema, JSON.parse(text));
    return reading.ok && reading.value.user_id === userId ? reading.value.drafts : [];
  } catch {
    return [];
  }
}

/** Without drafts there is no key. */
export function writeDrafts(
  storage: ChatStorage,
  key: string,
  userId: number,
  drafts: readonly Draft[],
): void {
  if (drafts.length === 0) storage.remove(key);
  else storage.write(key, JSON.stringify({ version: 1, user_id: userId, drafts }));
}
