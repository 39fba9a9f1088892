// The compiler's target is a year older than the `v` flag, which Node has: so not as a literal.
const unicodeSets = 'v';
const oneEmoji = new RegExp('^\\p{RGI_Emoji}$', unicodeSets);
const MAX_CODE_POINTS = 16;

/** Whether a text is exactly one emoji, as Unicode recommends them for interchange. */
export function isReactionEmoji(text: string): boolean {
  return [...text].length <= MAX_CODE_POINTS && oneEmoji.test(text);
}
