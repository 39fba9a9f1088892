import { atom } from 'nanostores';
import { addToRecent, matchEmoji } from './emoji.rules.ts';
import type { Emoji, EmojiOptions, EmojiState } from './emoji.types.ts';
import { parseEmojiData } from './emoji-data.ts';
import { readEmoji, writeEmoji } from './emoji-storage.ts';

/** Creates the emoji of a site, for the composer and the reactions. Requests and reads nothing before the first call. */
export function createEmoji(options: EmojiOptions): Emoji {
  const { url, storage, fetch = (...args) => globalThis.fetch(...args) } = options;
  const $state = atom<EmojiState>({ status: 'idle', list: null, skinTone: 'none', recent: [] });
  let loading: Promise<boolean> | null = null;
  let hasRead = false;

  function change(part: Partial<EmojiState>): void {
    $state.set({ ...$state.get(), ...part });
  }

  async function read(name: string): Promise<unknown> {
    const response = await fetch(`${url}/en/${name}.json`, { credentials: 'omit' });
    if (!response.ok) throw new Error(`${response.status} for ${name}.json`);
    return response.json();
  }

  async function fetchList(): Promise<boolean> {
    change({ status: 'loading' });
    try {
      const files = await Promise.all([read('data'), read('messages'), read('shortcodes/github')]);
      change({ status: 'ready', list: parseEmojiData(...files) });
      return true;
    } catch {
      loading = null;
      change({ status: 'failed' });
      return false;
    }
  }

  /** Before the first change as well: it must not replace what is stored. */
  function readStored(): void {
    if (hasRead) return;
    hasRead = true;
    const stored = readEmoji(storage);
    if (stored !== null) change({ skinTone: stored.skin_tone, recent: stored.recent });
  }

  function store(part: (state: EmojiState) => Partial<EmojiState>): void {
    readStored();
    change(part($state.get()));
    const { skinTone, recent } = $state.get();
    writeEmoji(storage, { skin_tone: skinTone, recent });
  }

  return {
    $state,
    load() {
      readStored();
      loading ??= fetchList();
      return loading;
    },
    chooseSkinTone: (skinTone) => store(() => ({ skinTone })),
    addRecent: (emoji) => store(({ recent }) => ({ recent: addToRecent(recent, emoji) })),
    find: (query) => matchEmoji($state.get(), query),
  };
}
