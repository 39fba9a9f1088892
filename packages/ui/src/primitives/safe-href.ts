const ALLOWED: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/** Base for resolving relative targets; never part of a result. */
const BASE = 'https://relative.invalid';

/**
 * Returns the target if it is safe to link to: http, https, mailto, tel, or a path, query or anchor of this site. Null
 * for anything else: `javascript:`, `data:`, `//host`, and text that a lenient URL parser would read as one of them
 * (control characters, backslashes).
 */
export function safeHref(href: string | null | undefined): string | null {
  if (typeof href !== 'string') return null;
  const target = href.trim();
  // URL parsers drop tabs and newlines in a scheme and read a backslash as a slash: reject them.
  if (target === '' || /[\p{Cc}\\]/u.test(target)) return null;
  let url: URL;
  try {
    url = new URL(target, BASE);
  } catch {
    return null;
  }
  if (!ALLOWED.has(url.protocol)) return null;
  if (url.origin !== BASE) return /^(https?:\/\/|mailto:|tel:)/i.test(target) ? target : null;
  // It resolved to our base: relative, unless it spells a scheme or host without slashes.
  return /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(target) ? null : target;
}
