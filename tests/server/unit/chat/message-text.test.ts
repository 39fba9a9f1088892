import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isBlankText, readMentions } from '../../../../examples/server/src/chat/message-text.ts';
import { isReactionEmoji } from '../../../../examples/server/src/chat/reaction-emoji.ts';

describe('text', () => {
  test.each(['', ' ', '\n\t', '\u00a0', '\u200b\u200d', '\u2060', '\ufeff', '\u3164', '\u2800'])(
    '%j is blank',
    (text) => {
      expect(isBlankText(text)).toBe(true);
    },
  );

  test.each(['a', ' . ', '0', '👩‍👩‍👧', '\u200ba'])('%j is not blank', (text) => {
    expect(isBlankText(text)).toBe(false);
  });

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
