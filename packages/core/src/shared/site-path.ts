const LONGEST = 2048;

/**
 * Parses an untrusted path of the site at `origin`; null for anything else. Callers use the returned URL, never the raw
 * text.
 *
 * Refused: more than 2048 characters, a text that does not start with a single `/`, control characters, blanks,
 * backslashes (browsers read `/\evil` as `//evil` and drop tabs), encoded slashes in the path, and a path that normalises
 * to one with `//`.
 */
export function readSitePath(raw: unknown, origin: string): URL | null {
  if (typeof raw !== 'string' || raw.length > LONGEST) return null;
  if (!/^\/(?!\/)/.test(raw) || hasForbiddenCharacter(raw)) return null;
  const url = resolveUrl(raw, origin);
  if (url === null || url.origin !== resolveUrl('/', origin)?.origin) return null;
  if (url.pathname.includes('//') || /%(?:2f|5c)/i.test(url.pathname)) return null;
  return url;
}

/**
 * Parses an untrusted `https` URL whose host is on the list; null for anything else, and for a port, a user name or control
 * characters.
 */
export function readAllowedUrl(raw: unknown, hosts: readonly string[]): URL | null {
  if (typeof raw !== 'string' || raw.length > LONGEST) return null;
  if (!/^https:\/\/[^/]/i.test(raw) || hasForbiddenCharacter(raw)) return null;
  const url = resolveUrl(raw);
  if (url === null || url.protocol !== 'https:' || url.port !== '') return null;
  if (url.username !== '' || url.password !== '') return null;
  return hosts.includes(url.hostname) ? url : null;
}

/** Like `new URL`, but returns null for an invalid URL. */
function resolveUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

function hasForbiddenCharacter(text: string): boolean {
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code <= 0x20 || (code >= 0x7f && code <= 0xa0)) return true;
    if (code === 0x5c || code === 0x2028 || code === 0x2029 || code === 0xfeff) return true;
  }
  return false;
}
