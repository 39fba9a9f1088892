import createPurifier from 'dompurify';
import { safeHref } from '../primitives/safe-href.ts';

/** Elements allowed in course details: text and structure. No forms, frames, SVG, styles, ids, names or classes. */
const TAGS: readonly string[] = [
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'br', 'hr', 'blockquote', 'pre', 'code'],
  ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup'],
  ...['table', 'caption', 'thead', 'tbody', 'tr', 'th', 'td', 'a', 'img'],
];
const ATTRIBUTES: readonly string[] = ['href', 'title', 'src', 'alt', 'colspan', 'rowspan'];
/** Elements that are removed with their content, because their text is not meant for readers. */
const WITH_CONTENT: readonly string[] = [
  ...['script', 'style', 'template', 'title', 'head', 'noscript', 'noembed', 'noframes', 'iframe', 'object'],
  ...['svg', 'math', 'select', 'option', 'textarea', 'button', 'audio', 'video', 'xmp', 'plaintext'],
];

type Purifier = ReturnType<typeof createPurifier>;

/** One purifier per window, created on first use; its hooks are not shared with other code. */
const purifiers = new WeakMap<Window, Purifier>();

function purifierOf(window: Window & typeof globalThis): Purifier {
  const known = purifiers.get(window);
  if (known !== undefined) return known;
  const purifier = createPurifier(window);
  purifier.addHook('afterSanitizeAttributes', (node) => {
    if (node.tagName === 'A') cleanLink(node);
  });
  purifiers.set(window, purifier);
  return purifier;
}

/**
 * Sanitizes course details; null outside a browser. Links may lead to http, https, mailto or a path of the site; those
 * to other sites open in a new tab with `noopener noreferrer`. Images may come from the site or from `imageHosts`.
 *
 * Works with Trusted Types: it does not assign `innerHTML`; DOMPurify parses with its own policy (`dompurify`), which a
 * policy of the page must allow.
 */
export function sanitizeDetails(html: string, imageHosts: readonly string[]): DocumentFragment | null {
  if (typeof window === 'undefined') return null;
  const cleaned: DocumentFragment | null = purifierOf(window).sanitize(html, {
    ALLOWED_TAGS: [...TAGS],
    ALLOWED_ATTR: [...ATTRIBUTES],
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
    ALLOW_UNKNOWN_PROTOCOLS: false,
    FORBID_CONTENTS: [...WITH_CONTENT],
    RETURN_DOM_FRAGMENT: true,
  });
  // DOMPurify returns null, against its types, when the parser creates no body (framesets).
  const fragment = cleaned ?? document.createDocumentFragment();
  for (const image of fragment.querySelectorAll('img')) {
    if (!isAllowedImage(image.getAttribute('src'), imageHosts)) image.remove();
    else image.setAttribute('loading', 'lazy');
  }
  // The page's h1 is the course's name; levels below h4 are not distinguished.
  for (const heading of fragment.querySelectorAll('h1, h5, h6')) {
    const level = heading.ownerDocument.createElement(heading.tagName === 'H1' ? 'h2' : 'h4');
    level.append(...heading.childNodes);
    heading.replaceWith(level);
  }
  return fragment;
}

function cleanLink(link: Element): void {
  const target = safeHref(link.getAttribute('href'));
  if (target === null || /^tel:/i.test(target)) {
    link.removeAttribute('href');
    return;
  }
  if (!/^https?:/i.test(target)) return;
  link.setAttribute('rel', 'noopener noreferrer');
  link.setAttribute('target', '_blank');
}

function isAllowedImage(src: string | null, hosts: readonly string[]): boolean {
  const target = safeHref(src);
  if (target === null) return false;
  if (target.startsWith('/')) return true;
  return /^https:/i.test(target) && hosts.includes(new URL(target).host);
}

/** Whether a fragment contains neither text nor images. */
export function isEmptyFragment(fragment: DocumentFragment): boolean {
  return (fragment.textContent ?? '').trim() === '' && fragment.querySelector('img') === null;
}
