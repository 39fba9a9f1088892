// Stores the member's choices of emoji on the device.
import * as v from 'valibot';
import type { Schema } from '../../contract/index.ts';
import { readStored } from '../../shared/json-storage.ts';
import type { EmojiOptions, SkinTone } from './emoji.types.ts';

/** One of the session's fixed storage keys. */
const EMOJI_KEY = 'emoji';

interface StoredEmoji {
  readonly version: 1;
  readonly skin_tone: SkinTone;
  readonly recent: readonly string[];
}

const storedSchema: Schema<StoredEmoji> = v.object({
  version: v.literal(1),
  skin_tone: v.picklist(['none', 'light', 'medium-light', 'medium', 'medium-dark', 'dark']),
  recent: v.array(v.pipe(v.string(), v.maxLength(40))),
});

/** The stored choices; null when there are none. */
export function readEmoji(storage: EmojiOptions['storage']): Omit<StoredEmoji, 'version'> | null {
  return readStored(storage.read(EMOJI_KEY), storedSchema, 2000);
}

export function writeEmoji(storage: EmojiOptions['storage'], choices: Omit<StoredEmoji, 'version'>): void {
  storage.write(EMOJI_KEY, JSON.stringify({ version: 1, ...choices }));
}
