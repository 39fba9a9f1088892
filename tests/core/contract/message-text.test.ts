import { countCharacters, inputText, isBlankText, isLongerThan } from '@openbell/core/contract';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';

describe('isBlankText', () => {
  test.each([
    ['nothing', ''],
    ['white space', ' \n\t\u00a0\u3000'],
    ['zero-width characters', '\u200b\u200d\u2060\ufeff'],
    ['fillers and blanks', '\u3164\u115f\uffa0\u2800'],
    ['variation selectors', '\ufe0f\ufe0e\u{e0100}'],
    ['combining marks', '\u0301\u20dd\u0903'],
    ['bidi marks and tags', '\u202e\u2066\u{e0061}\u{e007f}'],
    ['a soft hyphen and a joiner', '\u00ad\u034f'],
  ])('is true for %s alone [chat.blank-text]', (_name, text) => {
    expect(isBlankText(text)).toBe(true);
    expect(isBlankText(`${text}a${text}`)).toBe(false);
  });

  test.each(['a', ' . ', '0', '👩‍👩‍👧', '❤️', '1️⃣', 'é', 'é', 'नमस्ते', 'ไม่', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '…'])(
    'is false for %j [chat.blank-text]',
    (text) => {
      expect(isBlankText(text)).toBe(false);
    },
  );
});

describe('isLongerThan', () => {
  test.each([
    ['', false],
    ['abcd', false],
    ['abcde', true],
    ['😀😀😀😀', false],
    ['👩‍👩‍👧‍👦a', false],
    ['👩‍👩‍👧‍👦👩‍👩‍👧‍👦', true],
    ['नमस्ते', false],
    ['\r\n\r\n\r\n', false],
  ])('counts %j as the server does [chat.text-length]', (text, expected) => {
    expect(isLongerThan(text, 4)).toBe(expected);
    expect(v.safeParse(inputText(4), text).success).toBe(!expected);
  });

  test('agrees with the input schema for any text [chat.text-length]', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
        const accepted = !text.includes('\0');
        fc.pre(accepted);
        expect(isLongerThan(text, 10)).toBe(!v.safeParse(inputText(10), text).success);
      }),
    );
    expect(countCharacters('añ👩‍👩‍👧‍👦\r\n')).toBe(4);
  });
});
