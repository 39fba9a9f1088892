// Not a literal: the compiler's target lacks the `v` flag.
const unicodeSets = 'v';
const oneEmoji = new RegExp('^\\p{RGI_Emoji}$', unicodeSets);
const MAX_CODE_POINTS = 16;

/** Returns whether a text is exactly one emoji recommended for interchange (RGI). */
export function isReactionEmoji(text: string): boolean {
  return [...text].length <= MAX_CODE_POINTS && oneEmoji.test(text);
}
