'use client';

import { type EmojiTextCode, emojiTexts } from '@openbell/core/chat/emoji';
import { useTexts } from '../../primitives/texts.tsx';

/** Returns the texts of emoji: the embedder's, or English. */
export function useEmojiTexts(): (code: EmojiTextCode) => string {
  const text = useTexts();
  return (code) => text(code, {}, emojiTexts[code]);
}
