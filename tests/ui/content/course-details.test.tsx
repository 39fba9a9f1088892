import { CourseDetails } from '@openbell/ui/content';
import { cleanup, render, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { xssCorpus } from '../../support/xss-corpus.ts';

const allowed = new Set(
  'div h2 h3 h4 p br hr ul ol li dl dt dd blockquote pre code strong b em i u s sub sup table caption thead tbody tr th td a img'.split(
    ' ',
  ),
);
const attributes = new Set(['href', 'title', 'rel', 'target', 'src', 'alt', 'colspan', 'rowspan', 'loading']);

function draw(html: string, imageHosts?: readonly string[]): HTMLElement {
  const { container } = render(<CourseDetails html={html} imageHosts={imageHosts} />);
  const box = container.querySelector<HTMLElement>('.ob-prose');
  if (box === null) throw new Error('There is no box.');
  return box;
}

/** Returns everything that must not be in the box. */
function faultsOf(box: HTMLElement): string[] {
  return [...box.querySelectorAll('*')].flatMap((element) => {
    if (!allowed.has(element.localName)) return [element.localName];
    const strange = element.getAttributeNames().filter((name) => !attributes.has(name));
    const href = element.getAttribute('href');
    const follows =
      href === null ||
      ['http:', 'https:', 'mailto:'].includes(new URL(href, 'https://site.invalid').protocol);
    const src = element.getAttribute('src');
    return [
      ...strange,
      ...(follows ? [] : [String(href)]),
      ...(src === null || src.startsWith('/') ? [] : [src]),
    ];
  });
}

describe('sanitized details', () => {
  test('contain no attack of the corpus [courses.sanitized]', () => {
    const faults = xssCorpus.filter((payload) => {
      const box = draw(payload);
      const found = faultsOf(box);
      cleanup();
      return found.length > 0;
    });
    expect(faults).toEqual([]);
  });

  test('contain no style, form, frame, SVG, id, name or class', () => {
    const box = draw(
      '<p id="root" name="x" class="ob-button" style="position:fixed" data-part="x" aria-label="x">a</p>' +
        '<form action="/x"><input name="password"></form><iframe src="/x"></iframe>' +
        '<svg><circle/></svg><math><mi>x</mi></math><style>*{display:none}</style>',
    );
    expect(box.innerHTML).toBe('<p>a</p>');
  });

  test('link to http, https, mailto or the site; other sites open with noopener', () => {
    const box = draw(
      '<a href="https://example.com/">a</a><a href="/courses" target="_blank">b</a><a href="mailto:a@example.com">c</a>' +
        '<a href="javascript:x()">d</a><a href="tel:1">e</a><a href="//evil.invalid">f</a>',
    );
    expect(box.innerHTML).toBe(
      '<a href="https://example.com/" rel="noopener noreferrer" target="_blank">a</a><a href="/courses">b</a>' +
        '<a href="mailto:a@example.com">c</a><a>d</a><a>e</a><a>f</a>',
    );
  });

  test('load images from the site or an allowed host', () => {
    const html =
      '<img src="/a.webp" alt="a"><img src="https://media.example/b.webp"><img src="data:image/png;base64,x">';
    expect(draw(html).querySelectorAll('img')).toHaveLength(1);
    cleanup();
    expect(draw(html, ['media.example']).querySelectorAll('img')).toHaveLength(2);
  });

  test('start their headings below the page’s h1', () => {
    expect(draw('<h1>A <b>b</b></h1><h6>C</h6>').innerHTML).toBe('<h2>A <b>b</b></h2><h4>C</h4>');
  });
});

test.each(['', '  ', '<p> </p>', '<script>x()</script>', '<style>*{}</style>', '<!-- -->'])(
  "shows 'No content available' for empty details (%j) [courses.no-content]",
  (html) => {
    draw(html);
    expect(screen.getByText('No content available')).toBeDefined();
  },
);

test('work in StrictMode, change with their course, and render nothing on a server', () => {
  const { rerender, container } = render(<CourseDetails html="<p>one</p>" />, { wrapper: StrictMode });
  expect(container.textContent).toBe('one');
  rerender(<CourseDetails html="<p>two</p>" />);
  expect(container.textContent).toBe('two');
  rerender(<CourseDetails html="" />);
  expect(container.textContent).toBe('No content available');
  expect(renderToString(<CourseDetails html="<img src=x onerror=alert(1)>" />)).not.toContain('img');
});
