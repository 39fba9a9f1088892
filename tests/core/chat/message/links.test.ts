import { linkify } from '@openbell/core/chat';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const links = (text: string): string[] => linkify(text).flatMap((part) => part.href ?? []);

describe('linkify', () => {
  it.each([
    ['see https://a.example/x?y=1#z.', ['https://a.example/x?y=1#z']],
    ['(https://a.example/wiki_(x))', ['https://a.example/wiki_(x)']],
    ['www.example.com, and http://b.example!', ['https://www.example.com', 'http://b.example']],
    ['javascript:alert(1) data:text/html,x //evil.example', []],
    ['https://', []],
    // The sentence goes on in other brackets and with other punctuation.
    ['https://t.cn/RZwjG7U（分享自某某）', ['https://t.cn/RZwjG7U']],
    ['看https://t.cn/RZwjG7U。然后、https://t.cn/b，好', ['https://t.cn/RZwjG7U', 'https://t.cn/b']],
    ['「https://t.cn/a」と『https://t.cn/b』', ['https://t.cn/a', 'https://t.cn/b']],
    [
      '«https://a.example/x», “https://b.example/y” „https://c.example/z“',
      ['https://a.example/x', 'https://b.example/y', 'https://c.example/z'],
    ],
    [
      'https://a.example/x؟ https://b.example/y، https://c.example/z। https://d.example/…',
      ['https://a.example/x', 'https://b.example/y', 'https://c.example/z', 'https://d.example/'],
    ],
    ['https://example.com分享', ['https://example.com']],
    [
      'https://a.example/x(like this) or https://a.example/y(like that',
      ['https://a.example/x', 'https://a.example/y'],
    ],
    [
      'https://a.example/x)y [https://b.example/x]y {https://c.example}',
      ['https://a.example/x', 'https://b.example/x', 'https://c.example'],
    ],
    [
      'https://a.example/?q[0]=1&r={2} [a](https://b.example/c_(d))',
      ['https://a.example/?q[0]=1&r={2}', 'https://b.example/c_(d)'],
    ],
    ["https://en.wikipedia.org/wiki/Devil's_advocate", ["https://en.wikipedia.org/wiki/Devil's_advocate"]],
    [
      '\'https://a.example/x\', "https://b.example/y" `https://c.example/z` |https://d.example|',
      ['https://a.example/x', 'https://b.example/y', 'https://c.example/z', 'https://d.example'],
    ],
    ['https://fr.wikipedia.org/wiki/L’Équipe ok', ['https://fr.wikipedia.org/wiki/L’Équipe']],
    ['https://en.wikipedia.org/wiki/Dow–Jones?!', ['https://en.wikipedia.org/wiki/Dow–Jones']],
    ['https://ja.wikipedia.org/wiki/日々・株式 を', ['https://ja.wikipedia.org/wiki/日々・株式']],
    [
      'https://пример.рф/путь, https://例え.jp:8080/x и www.münchen.de.',
      ['https://пример.рф/путь', 'https://例え.jp:8080/x', 'https://www.münchen.de'],
    ],
    [
      'https://a.example/x-/ https://a.example/_ https://a.example/#',
      ['https://a.example/x-/', 'https://a.example/_', 'https://a.example/#'],
    ],
    [`https://a.example/${'('.repeat(4_000)}`, ['https://a.example/']],
    // Invisible characters that apps put between or around words.
    [
      'https://a.example/x\u200Bnext \u2068https://b.example/y\u2069 https://c.example/z\u200E https://d.example/\u00AD',
      ['https://a.example/x', 'https://b.example/y', 'https://c.example/z', 'https://d.example/'],
    ],
    ['https://fa.wikipedia.org/wiki/می\u200Cخواهم ok', ['https://fa.wikipedia.org/wiki/می\u200Cخواهم']],
    ['https://nohost, www.', []],
    // A host ends before a character that no host has, and an address before the next one.
    ['See www.example.com,thanks', ['https://www.example.com']],
    [
      "https://example.com's and https://example.com;x https://a.com:8080,x",
      ['https://example.com', 'https://example.com', 'https://a.com:8080'],
    ],
    ['https://a.com,https://b.com', ['https://a.com', 'https://b.com']],
    ['https://a.com;https://b.com', ['https://a.com', 'https://b.com']],
    [
      'https://a.com/x,https://b.com/y,www.c.com',
      ['https://a.com/x', 'https://b.com/y', 'https://www.c.com'],
    ],
    [
      'https://a.com/x,y?z=1,2 https://a.com/?u=https://b.com',
      ['https://a.com/x,y?z=1,2', 'https://a.com/?u=https://b.com'],
    ],
    [
      'https://user:secret@a.com/x https://a_b.a.com https://a.com?x',
      ['https://user:secret@a.com/x', 'https://a_b.a.com', 'https://a.com?x'],
    ],
    ['www..com https://.a.com https://a..com/x', []],
    ['https://a.com./x', ['https://a.com./x']],
    ['https://a,'.repeat(4_000), []],
    [`https://a.com/${',https:/'.repeat(4_000)}x`, [`https://a.com/${',https:/'.repeat(4_000)}x`]],
    ['(https://a.example/(x).)!),', ['https://a.example/(x)']],
    [`https://a.example/${'.'.repeat(4_000)}x`, [`https://a.example/${'.'.repeat(4_000)}x`]],
    [`https://a.example/${').'.repeat(2_000)}`, ['https://a.example/']],
    ['localhost http://localhost:4000/dev/mail.', ['http://localhost:4000/dev/mail']],
  ])('finds the URLs in %j', (text, expected) => {
    expect(links(text)).toEqual(expected);
  });

  it('never changes the text, and links only to http and https [chat.links-safe]', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        const parts = linkify(`${text} https://a.example ${text}`);
        expect(parts.map((part) => part.text).join('')).toBe(`${text} https://a.example ${text}`);
        for (const { href } of parts) expect(href ?? 'https://x').toMatch(/^https?:\/\//i);
      }),
    );
  });
});
