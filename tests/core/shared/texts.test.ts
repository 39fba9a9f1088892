import { findMatches, mentionCandidates, splitMatches } from '@openbell/core/chat';
import { foldText, normalizeText } from '@openbell/core/contract';
import { orderTickers } from '@openbell/core/ticker-search';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { message } from '../chat/support.ts';

/** A text, a query, and the part of the text that it finds. */
const alike: readonly (readonly [kind: string, text: string, query: string, found: string])[] = [
  ['normal form', 'at the cafe\u0301 now', 'caf\u00E9', 'cafe\u0301'],
  ['normal form, the other way', 'at the caf\u00E9 now', 'cafe\u0301', 'caf\u00E9'],
  ['accents', 'Relevé de compte', 'releve', 'Relevé'],
  ['accents in the query', 'releve', 'RELEVÉ', 'releve'],
  ['case', 'Buy CALLS', 'calls', 'CALLS'],
  ['ß', 'die Straße', 'STRASSE', 'Straße'],
  ['a part of ß', 'Straße', 'stras', 'Straß'],
  ['final sigma', 'ΟΔΟΣ', 'οδος', 'ΟΔΟΣ'],
  ['dotted capital I', 'İstanbul', 'istanbul', 'İstanbul'],
  ['width', 'ＮＶＤＡ up', 'nvda', 'ＮＶＤＡ'],
  ['typographic apostrophe', 'don’t sell', "don't", 'don’t'],
  ['typographic quotes', 'the “dip”', '"dip"', '“dip”'],
  ['a ligature', 'ﬁnd it', 'find', 'ﬁnd'],
  ['an ellipsis', 'wait…', '...', '…'],
  ['no-break space', 'SPY\u00A0650', 'spy 650', 'SPY\u00A0650'],
  ['a line break', 'first\r\nsecond', 'first second', 'first\r\nsecond'],
  ['decomposed Hangul', '\u1112\u1161\u11AB글', '한글', '\u1112\u1161\u11AB글'],
  ['letters with a stroke', 'Søren Łuka Đorđe', 'soren luka dorde', 'Søren Łuka Đorđe'],
  ['letters with a stroke, in the query', 'soren', 'SØREN', 'soren'],
  ['a soft hyphen', 'co\u00ADop', 'coop', 'co\u00ADop'],
  ['invisible characters', 'a\u200Bb\u2060c', 'abc', 'a\u200Bb\u2060c'],
  ['marks of direction', '\u2068Ann\u2069 said', 'ann said', 'Ann\u2069 said'],
  ['the style of an emoji', 'I \u2764\uFE0F it', '\u2764 it', '\u2764\uFE0F it'],
  ['dashes', '580\u2013600, pre\u2011market', '580-600, pre-market', '580\u2013600, pre\u2011market'],
  ['an accent as apostrophe', 'don\u00B4t', "don't", 'don\u00B4t'],
  ['й without its breve', 'йод', 'иод', 'йод'],
];

describe('texts that are alike', () => {
  it.each(alike)(
    'are found in search, mentions and names: %s [chat.search-fold]',
    (_, text, query, found) => {
      expect(findMatches([message(1, { message: text })], query, 99)).toEqual([1]);
      const parts = splitMatches(text, query);
      expect(parts.filter(({ isMatch }) => isMatch).map((part) => part.text)).toEqual([found]);
      const members = [{ user_id: 5, user: { id: 5, first_name: text, dp: null } }];
      expect(mentionCandidates(members, 1, query)).toHaveLength(1);
    },
  );

  it.each([
    ['vowel signs of Devanagari', 'कि', 'का'],
    ['voiced kana', 'がぎ', 'か'],
    ['digits', '650', '651'],
    ['a part of a letter with marks', 'ệ', 'ể x'],
  ])('are not %s', (_, text, query) => {
    expect(findMatches([message(1, { message: text })], query, 99)).toEqual([]);
  });

  it('are exact matches of tickers in any width [market.search-order]', () => {
    const options = [
      { label: 'AA', value: 'AA' },
      { label: 'AAPL', value: 'AAPL' },
    ];
    expect(orderTickers('ａａｐｌ', options)[0]?.label).toBe('AAPL');
  });

  it('have the same folded form in every normal form, and folding twice changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        for (const form of ['NFC', 'NFD'] as const)
          expect(foldText(text.normalize(form))).toBe(foldText(text));
        expect(
          splitMatches(text, text.slice(0, 3))
            .map((part) => part.text)
            .join(''),
        ).toBe(text);
      }),
    );
  });
});

it.each([
  ['a\r\nb\rc\nd', 'a\nb\nc\nd'],
  ['cafe\u0301', 'caf\u00E9'],
  ['ﬁ “x” É', 'ﬁ “x” É'],
])('stores %j as %j', (text, stored) => {
  expect(normalizeText(text)).toBe(stored);
});
