export { type EmojiTextCode, emojiTexts } from '../../catalogue/emoji.ts';
export { createEmoji } from './create-emoji.ts';
export { emojiQuery, insertEmoji, withSkinTone } from './emoji.rules.ts';
export type {
  Emoji,
  EmojiItem,
  EmojiList,
  EmojiMatch,
  EmojiOptions,
  EmojiState,
  SkinTone,
} from './emoji.types.ts';
