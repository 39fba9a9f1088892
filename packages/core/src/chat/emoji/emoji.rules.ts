// Finds emoji by their names. Pure.
import { foldText } from '../../shared/texts.ts';
import type { EmojiItem, EmojiMatch, EmojiState, SkinTone } from './emoji.types.ts';

/** The number of emoji that are offered for a name. */
const MATCHES = 8;
/** The number of recently chosen emoji. */
const RECENT = 16;

/** A colon at the start of a word, and two characters of a name or more: no time of day and no URL. */
const typedName = /(?:^|\s):([a-z+-][\w+-]+)$/i;

/** Returns the name that is being typed before the caret, and the index of its colon; null when there is none. */
export function emojiQuery(
  text: string,
  caret: number,
): { readonly query: string; readonly start: number } | null {
  const query = typedName.exec(text.slice(0, caret))?.[1];
  return query === undefined ? null : { query, start: caret - query.length - 1 };
}

/** Returns a text in which an emoji replaces the part from `start` to `end`, and the caret after it. */
export function insertEmoji(
  text: string,
  { emoji, start, end }: { readonly emoji: string; readonly start: number; readonly end: number },
): { readonly text: string; readonly caret: number } {
  return { text: text.slice(0, start) + emoji + text.slice(end), caret: start + emoji.length };
}

/** Returns an emoji in a skin tone, or as it is when it has none. */
export function withSkinTone(item: EmojiItem, tone: SkinTone): string {
  return tone === 'none' ? item.emoji : (item.skins?.[tone] ?? item.emoji);
}

/**
 * Returns the emoji for a query: names that start with it before names and words that contain it, recently chosen ones
 * first among equals, then shorter names.
 */
export function matchEmoji(
  { list, skinTone, recent }: Pick<EmojiState, 'list' | 'skinTone' | 'recent'>,
  query: string,
): readonly EmojiMatch[] {
  const wanted = foldText(query);
  const found = (list?.items ?? []).flatMap((item) => {
    const name = nameFor(item, wanted);
    if (name === undefined) return [];
    const emoji = withSkinTone(item, skinTone);
    const rank = name === wanted ? 0 : name.startsWith(wanted) ? 1 : name.includes(wanted) ? 2 : 3;
    return [{ emoji, name, rank: rank * 2 + (recent.includes(emoji) ? 0 : 1) }];
  });
  return found
    .sort((a, b) => a.rank - b.rank || a.name.length - b.name.length)
    .slice(0, MATCHES)
    .map(({ emoji, name }) => ({ emoji, name }));
}

/** The best name of an emoji for a query; its first name if only one of its other words starts with the query. */
function nameFor({ names, tags }: EmojiItem, wanted: string): string | undefined {
  return (
    names.find((name) => name.startsWith(wanted)) ??
    names.find((name) => name.includes(wanted)) ??
    (tags.some((tag) => tag.startsWith(wanted)) ? names[0] : undefined)
  );
}

/** Returns the recently chosen emoji after one more was chosen. */
export function addToRecent(recent: readonly string[], emoji: string): readonly string[] {
  return [emoji, ...recent.filter((other) => other !== emoji)].slice(0, RECENT);
}
