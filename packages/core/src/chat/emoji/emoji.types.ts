import type { ReadableAtom } from 'nanostores';
import type { KeyValueStorage } from '../../ports/index.ts';

/** The skin tone of emoji that show people; `none` is the yellow default. */
export type SkinTone = 'none' | 'light' | 'medium-light' | 'medium' | 'medium-dark' | 'dark';

/** An emoji that can be chosen. */
export interface EmojiItem {
  readonly emoji: string;
  /** Its name, for example 'thumbs up'. */
  readonly label: string;
  /** The names to type after a colon, for example `+1`, without colons; the first one is usual. */
  readonly names: readonly string[];
  /** Further words to find it by. */
  readonly tags: readonly string[];
  /** The `id` of its group. */
  readonly group: number;
  /** Its variants by skin tone; null when it has none. */
  readonly skins: Readonly<Record<Exclude<SkinTone, 'none'>, string>> | null;
}

/** All emoji, in the order of Unicode. */
export interface EmojiList {
  readonly items: readonly EmojiItem[];
  readonly groups: readonly { readonly id: number; readonly label: string }[];
}

/** An emoji with the name that matches a query. */
export interface EmojiMatch {
  readonly emoji: string;
  readonly name: string;
}

/** The state of {@link Emoji}. */
export interface EmojiState {
  /** `idle` before the first `load()`. */
  readonly status: 'idle' | 'loading' | 'ready' | 'failed';
  /** Null until it is loaded. */
  readonly list: EmojiList | null;
  readonly skinTone: SkinTone;
  /** The emoji that were chosen last, the latest first. */
  readonly recent: readonly string[];
}

/** The emoji of a site: their list, loaded on demand, and the member's choices, stored on the device. */
export interface Emoji {
  readonly $state: ReadableAtom<EmojiState>;
  /** Reads the stored choices and loads the list, once; again after a failure. Returns whether it is loaded. */
  load(): Promise<boolean>;
  chooseSkinTone(tone: SkinTone): void;
  /** Records that an emoji was chosen. */
  addRecent(emoji: string): void;
  /** The emoji whose names match what was typed after a colon, best first; none before the list is loaded. */
  find(query: string): readonly EmojiMatch[];
}

export interface EmojiOptions {
  /**
   * The folder with the files of the npm package `emojibase-data`, for example `/emoji` for `/emoji/en/data.json`,
   * `/emoji/en/messages.json` and `/emoji/en/shortcodes/github.json`.
   */
  readonly url: string;
  /** Storage of the member's choices, for example `session.cache`. */
  readonly storage: Pick<KeyValueStorage, 'read' | 'write'>;
  readonly fetch?: typeof globalThis.fetch;
}
