import { readSitePath } from '../shared/site-path.ts';

/** The page after sign-in without a valid redirect. */
export const DEFAULT_SIGNED_IN_PATH = '/profile';

const LONGEST_TAG = 64;
const ANCHOR_NAME = /^[A-Za-z][\w-]*$/;
/** Pages that redirect a signed-in user: redirecting to them would loop. */
const SIGN_IN_PAGES: ReadonlySet<string> = new Set(['/signin', '/signup', '/login']);

/** Options of `safeRedirect`. */
export interface RedirectOptions {
  /** The site's own origin, for example `https://app.example`. */
  readonly origin: string;
  /** Returned for a rejected redirect; `/profile` by default. */
  readonly fallback?: string;
}

/**
 * Validates the `redirect` of /signin. Returns the path, query and hash of a page of this site, or the fallback.
 *
 * Rejects texts of more than 2048 characters, other origins (`//evil`, `/\evil`, `https:evil`, `javascript:`), sign-in
 * pages, control characters, blanks, encoded slashes in the path, and paths that normalize to `//`.
 */
export function safeRedirect(raw: unknown, options: RedirectOptions): string {
  return readRedirect(raw, options.origin) ?? options.fallback ?? DEFAULT_SIGNED_IN_PATH;
}

/** Validates the `tag` of /signin: an anchor name without `#`, or null. */
export function safeTag(raw: unknown): string | null {
  return typeof raw === 'string' && raw.length <= LONGEST_TAG && ANCHOR_NAME.test(raw) ? raw : null;
}

/** The untrusted query of /signin. */
export interface SignInQuery {
  readonly redirect?: unknown;
  readonly tag?: unknown;
}

/**
 * Returns the page to open from /signin when signed in: the redirect with the tag as its anchor, or the fallback. A tag
 * without a valid redirect is ignored.
 */
export function signInTarget(query: SignInQuery, options: RedirectOptions): string {
  const path = readRedirect(query.redirect, options.origin);
  if (path === null) return options.fallback ?? DEFAULT_SIGNED_IN_PATH;
  const tag = safeTag(query.tag);
  return tag === null ? path : `${path.replace(/#.*$/, '')}#${tag}`;
}

/** Returns the path of the sign-in page that redirects to `path` and `tag` afterwards: `/signin?redirect=/&tag=pricing`. */
export function signInPath(path?: string, tag?: string): string {
  const query: string[] = [];
  // A slash needs no escape in a query.
  if (path !== undefined) query.push(`redirect=${encodeURIComponent(path).replaceAll('%2F', '/')}`);
  if (tag !== undefined) query.push(`tag=${encodeURIComponent(tag)}`);
  return query.length === 0 ? '/signin' : `/signin?${query.join('&')}`;
}

function readRedirect(raw: unknown, origin: string): string | null {
  const url = readSitePath(raw, origin);
  if (url === null || SIGN_IN_PAGES.has(plainPath(url.pathname))) return null;
  return url.pathname + url.search + url.hash;
}

/** Normalizes a path as routers do: decoded, in lower case, without trailing slashes. */
function plainPath(pathname: string): string {
  let decoded = pathname;
  try {
    decoded = decodeURIComponent(pathname);
  } catch {
    // A path that does not decode matches no route.
  }
  return decoded.toLowerCase().replace(/\/+$/, '');
}
