'use client';

import { useStore } from '@nanostores/react';
import type { Emoji, EmojiMatch, EmojiState } from '@openbell/core/chat/emoji';
import { atom } from 'nanostores';
import { useEffect } from 'react';

/** The result of {@link useEmoji}. */
export interface EmojiBinding extends EmojiState, Omit<Emoji, '$state'> {}

/** Returns the emoji of a site. They are loaded by `load()`. */
export function useEmoji(emoji: Emoji): EmojiBinding {
  const { $state, ...actions } = emoji;
  return { ...useStore($state), ...actions };
}

const $none = atom<EmojiState | null>(null);

/** Returns the emoji for a name that is being typed, and loads them at the first one. Null when there is no name. */
export function useEmojiMatches(emoji: Emoji | undefined, query: string | null): readonly EmojiMatch[] {
  const state = useStore(emoji?.$state ?? $none);
  const isTyping = query !== null;
  useEffect(() => {
    if (isTyping) void emoji?.load();
  }, [isTyping, emoji]);
  return emoji === undefined || query === null || state === null ? [] : matchesOf(emoji, query, state);
}

/** `state` is what `find` reads: a compiled component finds again when it changes. */
function matchesOf(emoji: Emoji, query: string, _state: EmojiState): readonly EmojiMatch[] {
  return emoji.find(query);
}
