import { SafeLink, safeHref } from '@openbell/ui/primitives';
import { render, screen } from '@testing-library/react';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

describe('only http, https, mailto, tel and site paths become links', () => {
  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'blob:https://a.test/1',
    'file:///etc/passwd',
    '//evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    'https:evil.test',
    'https:/evil.test',
    'http://[broken',
    '',
    '   ',
    null,
    undefined,
  ])('%j is rejected', (target) => {
    expect(safeHref(target)).toBeNull();
  });

  test.each([
    'https://example.com/a?b=c#d',
    'http://example.com',
    'mailto:a@b.test',
    'tel:+13035550142',
    '/profile',
    '/#pricing',
    '#about',
    '?page=2',
    'relative/path',
  ])('%j is unchanged', (target) => {
    expect(safeHref(target)).toBe(target);
  });

  test('accepted targets resolve to an allowed scheme, relative ones to the site [routes.safe-links]', () => {
    const nasty = fc.string({ unit: fc.constantFrom(...'/\\:?#@.a1jJ \t\n\u0000http(s)javascriptdata%2f') });
    fc.assert(
      fc.property(nasty, (raw) => {
        const target = safeHref(raw);
        if (target === null) return;
        const url = new URL(target, 'https://site.test/page');
        expect(['http:', 'https:', 'mailto:', 'tel:']).toContain(url.protocol);
        if (!/^(https?:\/\/|mailto:|tel:)/i.test(target)) expect(url.origin).toBe('https://site.test');
      }),
      { numRuns: 3000 },
    );
  });

  test('renders the text when the link is rejected [routes.safe-links]', () => {
    const hostile = ['javascript', 'alert(1)'].join(':');
    render(<SafeLink href={hostile}>Read on</SafeLink>);
    expect(screen.getByText('Read on')).toBeDefined();
    expect(screen.queryByRole('link')).toBeNull();
  });

  test('opens other sites in a new tab with noopener', () => {
    render(<SafeLink href="https://example.com">Out</SafeLink>);
    const link = screen.getByRole('link', { name: 'Out' });
    expect(link.getAttribute('rel')).toBe('noopener noreferrer');
    expect(link.getAttribute('target')).toBe('_blank');
  });
});
