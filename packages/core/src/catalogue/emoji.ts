/** Texts of emoji, apart from the catalogue so that only sites that have emoji load them. */
export const emojiTexts = {
  'emoji.title': 'Emoji',
  'emoji.search': 'Search emoji',
  'emoji.none': 'No emoji found',
  'emoji.failed': 'The emoji could not be loaded.',
  'emoji.recent': 'Recently used',
  'emoji.more': 'More emoji',
  'emoji.skinTone': 'Skin tone',
  'emoji.tone-none': 'Default',
  'emoji.tone-light': 'Light',
  'emoji.tone-medium-light': 'Medium light',
  'emoji.tone-medium': 'Medium',
  'emoji.tone-medium-dark': 'Medium dark',
  'emoji.tone-dark': 'Dark',
} as const;

/** The name of a text of emoji. */
export type EmojiTextCode = keyof typeof emojiTexts;
