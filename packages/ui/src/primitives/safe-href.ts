const ALLOWED: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/** Only there to resolve relative targets; never part of a result. */
const BASE = 'https://relative.invalid';

/**
 * The target when a link to it may be drawn: http, https, mailto, tel, or a path, query or anchor of this site
 *. Null for everything else: `javascript:`, `data:`, `//host`, and what only a browser's lenient
 * parser would turn into one of them (control characters, backslashes).
 */
export function safeHref(href: string | null | undefined): string | null {
  if (typeof href !== 'string') return null;
  const target = href.trim();
  // The browser drops tabs and newlines inside a scheme and reads a backslash as a slash: refuse them outright.
  if (target === '' || /[\p{Cc}\\]/u.test(target)) return null;
  let url: URL;
  try {
    url = new URL(target, BASE);
  } catch {
    return null;
  }
  if (!ALLOWED.has(url.protocol)) return null;
  if (url.origin !== BASE) return /^(https?:\/\/|mailto:|tel:)/i.test(target) ? target : null;
  // Resolved on our own base: relative, unless it spells the scheme or a host without slashes.
  return /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(target) ? null : target;
}
