import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isReactionEmoji } from '../../../../examples/server/src/chat/reaction-emoji.ts';

test('accepts exactly one emoji as a reaction', () => {
  for (const yes of ['😍', '😂', '😢', '😡', '👍', '❤️', '👩🏽‍🚀', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '1️⃣'])
    expect(isReactionEmoji(yes)).toBe(true);
  for (const no of ['', 'a', '👍👍', '👍 ', '<', '1', '\u200d', '👍a'])
    expect(isReactionEmoji(no)).toBe(false);
  fc.assert(fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => !isReactionEmoji(text)));
});
