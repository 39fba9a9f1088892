// Stored course details, as parsed by a browser.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sanitizeHtml } from '../../../examples/server/src/content/sanitize-html.ts';
import { xssCorpus } from '../../support/xss-corpus.ts';

const allowed = new Set(
  'h2 h3 h4 p br hr ul ol li dl dt dd blockquote pre code strong b em i u s sub sup table caption thead tbody tr th td a'.split(
    ' ',
  ),
);

/** Parses stored HTML and returns everything that must not be in it. */
function faultsOf(html: string): string[] {
  const box = document.createElement('div');
  box.innerHTML = html;
  return [...box.querySelectorAll('*')].flatMap((element) => {
    const name = element.localName;
    // The parser adds a tbody and removes elements not allowed in a table; it never adds other elements.
    if (!allowed.has(name) || element.namespaceURI !== 'http://www.w3.org/1999/xhtml') return [name];
    return [...element.attributes].flatMap(({ name: attribute, value }) => {
      if (name !== 'a') return [`${name}[${attribute}]`];
      if (attribute === 'rel' && value === 'noopener noreferrer') return [];
      if ((attribute === 'target' && value === '_blank') || attribute === 'title') return [];
      if (attribute !== 'href') return [`a[${attribute}]`];
      const { protocol } = new URL(value, 'https://site.invalid/course/1');
      return ['http:', 'https:', 'mailto:'].includes(protocol) && !/^[\\/]{2}/.test(value) ? [] : [value];
    });
  });
}

describe('stored details', () => {
  it('contain no attack of 200 or more payloads', () => {
    expect(xssCorpus.length).toBeGreaterThanOrEqual(200);
    expect(xssCorpus.filter((payload) => faultsOf(sanitizeHtml(payload)).length > 0)).toEqual([]);
  });

  it('are safe for any mix of hostile fragments, also when sanitized twice [courses.sanitized-at-write]', () => {
    const piece = fc.oneof(
      fc.constantFrom(...xssCorpus),
      fc.constantFrom(
        '<',
        '>',
        '"',
        "'",
        '&',
        '<!--',
        '-->',
        '</p>',
        '<a href="',
        '<p title=',
        '\u0000',
        ' ',
      ),
      fc.string({ maxLength: 8 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const once = sanitizeHtml(pieces.join(''));
        expect(faultsOf(once)).toEqual([]);
        expect(faultsOf(sanitizeHtml(once))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
