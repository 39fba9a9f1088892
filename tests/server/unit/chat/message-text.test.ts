import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readMentions } from '../../../../examples/server/src/chat/message-text.ts';
import { isReactionEmoji } from '../../../../examples/server/src/chat/reaction-emoji.ts';

describe('text', () => {
  test('reads mentions as a JSON list of at most 50 ids', () => {
    expect(readMentions(undefined)).toEqual([]);
    expect(readMentions('')).toEqual([]);
    expect(readMentions('[3,"4",3]')).toEqual([3, 4]);
    for (const bad of [
      '{}',
      '3',
      'null',
      '[',
      '[null]',
      '[1.5]',
      '["x"]',
      '[[1]]',
      `[${'1,'.repeat(50)}1]`,
    ]) {
      expect(readMentions(bad)).toBeNull();
    }
  });

  test('accepts exactly one emoji as a reaction', () => {
    for (const yes of ['😍', '😂', '😢', '😡', '👍', '❤️', '👩🏽‍🚀', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '1️⃣'])
      expect(isReactionEmoji(yes)).toBe(true);
    for (const no of ['', 'a', '👍👍', '👍 ', '<', '1', '\u200d', '👍a'])
      expect(isReactionEmoji(no)).toBe(false);
    fc.assert(fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => !isReactionEmoji(text)));
  });
});
