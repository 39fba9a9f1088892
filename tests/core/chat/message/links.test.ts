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
    ['(https://a.example/(x).)!),', ['https://a.example/(x)']],
    [`https://a.example/${'.'.repeat(4_000)}x`, [`https://a.example/${'.'.repeat(4_000)}x`]],
    [`https://a.example/${').'.repeat(2_000)}`, ['https://a.example/']],
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
