// Parses the files of the npm package `emojibase-data`.
import * as v from 'valibot';
import type { EmojiItem, EmojiList, SkinTone } from './emoji.types.ts';

/** Newer emoji are left out: the supported browsers do not draw all of them. */
const MAX_VERSION = 15;
/** Group of the single skin tones and hair styles. */
const COMPONENTS = 'component';
const tones = ['light', 'medium-light', 'medium', 'medium-dark', 'dark'] as const satisfies SkinTone[];

const emojisSchema = v.array(
  v.object({
    emoji: v.string(),
    label: v.string(),
    hexcode: v.string(),
    version: v.number(),
    group: v.optional(v.number()),
    order: v.optional(v.number(), 0),
    tags: v.optional(v.array(v.string()), () => []),
    skins: v.optional(
      v.array(v.object({ emoji: v.string(), tone: v.union([v.number(), v.array(v.number())]) })),
      () => [],
    ),
  }),
);
const messagesSchema = v.object({
  groups: v.array(v.object({ key: v.string(), message: v.string(), order: v.number() })),
});
const namesSchema = v.record(v.string(), v.union([v.string(), v.array(v.string())]));

/** Returns the list of the files `data.json`, `messages.json` and `shortcodes/github.json`. Throws for other files. */
export function parseEmojiData(data: unknown, messages: unknown, shortcodes: unknown): EmojiList {
  const names = v.parse(namesSchema, shortcodes);
  const groups = v
    .parse(messagesSchema, messages)
    .groups.filter(({ key }) => key !== COMPONENTS)
    .map(({ order, message }) => ({
      id: order,
      label: message.charAt(0).toUpperCase() + message.slice(1),
    }));
  const ids = new Set(groups.map(({ id }) => id));
  const all = v.parse(emojisSchema, data).sort((a, b) => a.order - b.order);
  const items = all.flatMap(({ hexcode, version, group, skins, ...item }) => {
    if (group === undefined || !ids.has(group) || version > MAX_VERSION) return [];
    return [
      {
        emoji: interchangeable(item.emoji),
        label: item.label,
        tags: item.tags,
        names: [names[hexcode] ?? item.label.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')].flat(),
        group,
        skins: skinsOf(skins),
      },
    ];
  });
  return { items, groups };
}

/** Removes the variation selector after characters that are emoji without it, as recommended for interchange (RGI). */
function interchangeable(emoji: string): string {
  return emoji.replace(/(\p{Emoji_Presentation})\uFE0F/gu, '$1');
}

function skinsOf(
  skins: readonly { readonly emoji: string; readonly tone: number | readonly number[] }[],
): EmojiItem['skins'] {
  const variants = tones.map((tone, index) => [
    tone,
    interchangeable(skins.find((skin) => skin.tone === index + 1)?.emoji ?? ''),
  ]);
  return variants.every(([, emoji]) => emoji !== '') ? Object.fromEntries(variants) : null;
}
