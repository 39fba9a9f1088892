// Links in message texts.

/** A part of a message's text. */
export interface TextPart {
  readonly text: string;
  /** The URL; null for plain text. */
  readonly href: string | null;
}

// One class and one quantifier: no catastrophic backtracking.
const candidate = /\b(?:https?:\/\/|www\.)[^\s<>"'`]+/gi;
const trailing = '.,;:!?]}»”’';

/** Splits a text into links and plain text. Markup is not interpreted. */
export function linkify(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(candidate)) {
    const found = trimAddress(match[0]);
    if (match.index > end) parts.push({ text: text.slice(end, match.index), href: null });
    const href = /^www\./i.test(found) ? `https://${found}` : found;
    parts.push({ text: found, href: isAddress(href) ? href : null });
    end = match.index + found.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), href: null });
  return parts;
}

/** Returns the URLs in a text, without duplicates. */
export function linksOf(text: string): readonly string[] {
  return [...new Set(linkify(text).flatMap(({ href }) => href ?? []))];
}

/** Removes trailing punctuation, and closing brackets that were opened before the URL. Linear in the length. */
function trimAddress(found: string): string {
  let unopened = found.split(')').length - found.split('(').length;
  let end = found.length;
  for (; end > 0; end -= 1) {
    const last = found.charAt(end - 1);
    if (last === ')' && unopened > 0) unopened -= 1;
    else if (!trailing.includes(last)) break;
  }
  return found.slice(0, end);
}

function isAddress(href: string): boolean {
  try {
    return new URL(href).hostname.includes('.') || new URL(href).hostname === 'localhost';
  } catch {
    return false;
  }
}
