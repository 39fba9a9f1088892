import { readSitePath } from '../shared/site-path.ts';

/** Where a person goes when no usable target is given (Sign-in). */
export const DEFAULT_SIGNED_IN_PATH = '/profile';

const LONGEST_TAG = 64;
const ANCHOR_NAME = /^[A-Za-z][\w-]*$/;
/** Pages that would send a signed-in person straight back: a target among them makes a loop. */
const SIGN_IN_PAGES: ReadonlySet<string> = new Set(['/signin', '/signup', '/login']);

/** Options of `safeRedirect`. */
export interface RedirectOptions {
  /** The site's own origin, for example `https://app.example`. */
  readonly origin: string;
  /** What comes back for a target that is refused; `/profile` by default. */
  readonly fallback?: string;
}

/**
 * Reads the `redirect` of /signin: the path, query and hash of a page of this site, or the fallback. Never the raw text.
 *
 * Accepted is a text of at most 2048 characters that starts with a single `/`, stays on the site's origin after
 * resolution, and is not a sign-in page: `//evil`, `/\evil`, `https:evil`, `javascript:`,
 * control characters and blanks, encoded slashes in the path, and paths that normalise to `//` are all refused.
 */
export function safeRedirect(raw: unknown, options: RedirectOptions): string {
  return readRedirect(raw, options.origin) ?? options.fallback ?? DEFAULT_SIGNED_IN_PATH;
}

/** Reads the `tag` of /signin: an anchor name without `#`, or null. */
export function safeTag(raw: unknown): string | null {
  return typeof raw === 'string' && raw.length <= LONGEST_TAG && ANCHOR_NAME.test(raw) ? raw : null;
}

/** The query of /signin, as read from the address: nothing in it is trusted. */
export interface SignInQuery {
  readonly redirect?: unknown;
  readonly tag?: unknown;
}

/**
 * Where a signed-in person goes from /signin: the redirect with the tag as its anchor, or the fallback. Holds after a
 * sign-in and when a token is already held. A tag without a usable redirect has nothing to be appended to.
 */
export function signInTarget(query: SignInQuery, options: RedirectOptions): string {
  const path = readRedirect(query.redirect, options.origin);
  if (path === null) return options.fallback ?? DEFAULT_SIGNED_IN_PATH;
  const tag = safeTag(query.tag);
  return tag === null ? path : `${path.replace(/#.*$/, '')}#${tag}`;
}

/** The address of the sign-in page that leads back to `path` (and `tag`) afterwards: `/signin?redirect=/&tag=pricing`. */
export function signInPath(path?: string, tag?: string): string {
  const query: string[] = [];
  // A slash needs no escape in a query, and the address stays readable.
  if (path !== undefined) query.push(`redirect=${encodeURIComponent(path).replaceAll('%2F', '/')}`);
  if (tag !== undefined) query.push(`tag=${encodeURIComponent(tag)}`);
  return query.length === 0 ? '/signin' : `/signin?${query.join('&')}`;
}

function readRedirect(raw: unknown, origin: string): string | null {
  const url = readSitePath(raw, origin);
  if (url === null || SIGN_IN_PAGES.has(plainPath(url.pathname))) return null;
  return url.pathname + url.search + url.hash;
}

/** The path as a router compares it: decoded, in lower case, without trailing slashes. */
function plainPath(pathname: string): string {
  let decoded = pathname;
  try {
    decoded = decodeURIComponent(pathname);
  } catch {
    // A path that does not decode matches no route.
  }
  return decoded.toLowerCase().replace(/\/+$/, '');
}
