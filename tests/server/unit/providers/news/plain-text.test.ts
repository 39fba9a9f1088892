import { expect, test } from 'vitest';
import { plainText } from '../../../../../examples/server/src/providers/news/plain-text.ts';
import { hostileTexts } from '../../../../support/hostile-values.ts';
import { xssCorpus } from '../../../../support/xss-corpus.ts';

test.each([
  ['Fed holds rates', 'Fed holds rates'],
  ['S&P 500 ends < 5,000; AT&T > Verizon', 'S&P 500 ends < 5,000; AT&T > Verizon'],
  ['S&amp;P 500 &#39;record&#39; &mdash; &#x201C;wow&#x201D;', "S&P 500 'record' — “wow”"],
  ['<p>One.</p><p>Two.</p><ul><li>Three</li><li>Four</li></ul>', 'One. Two. Three Four'],
  ['A <b>bo</b>ld claim<br>here', 'A bold claim here'],
  ['P/E &lt;market average', 'P/E <market average'],
  ['&lt;p&gt;Markup escaped &amp;amp; escaped again&lt;/p&gt;', 'Markup escaped & escaped again'],
  ['Before<script>alert(1)</script><style>p{}</style><!-- note --> after', 'Before after'],
  ['  spaces\n\tand \u00a0 lines\r\n', 'spaces and lines'],
  ['con\u0000trol', 'con trol'],
  ['\ufeffright\u202e-to-left\u2066', 'right-to-left'],
  ['half \ud83d a pair', 'half \ufffd a pair'],
  ['family 👨‍👩‍👧 stays', 'family 👨‍👩‍👧 stays'],
  ['', ''],
])('turns %j into %j', (html, text) => {
  expect(plainText(html, 200)).toBe(text);
});

test('leaves no tag and no control character of a hostile text', () => {
  const hostile = [...hostileTexts, ...xssCorpus];
  expect(hostile.length).toBeGreaterThan(200);
  for (const html of hostile) {
    const text = plainText(html, 1_000);
    expect(text, html).not.toMatch(/<\/?[a-z!?][^<>]*>/i);
    expect(text, html).not.toMatch(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u);
  }
});

test('shortens a long text at a word and never within a character', () => {
  expect(plainText('alpha beta gamma', 16)).toBe('alpha beta gamma');
  expect(plainText('alpha beta gamma', 15)).toBe('alpha beta…');
  expect(plainText('x'.repeat(100), 10)).toBe(`${'x'.repeat(9)}…`);
  expect(plainText('😀'.repeat(10), 10)).toBe('😀😀😀😀…');
});
