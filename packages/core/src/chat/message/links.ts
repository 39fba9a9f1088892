// Addresses in what people write: followed and copied, never read as markup.

/** A piece of a message's text. */
export interface TextPart {
  readonly text: string;
  /** Where it leads; null for plain text. */
  readonly href: string | null;
}

// One class and one quantifier, so that no text makes it slow.
const candidate = /\b(?:https?:\/\/|www\.)[^\s<>"'`]+/gi;
const trailing = /[.,;:!?\]}»”’]+$/;

/** Finds the addresses in a text. The text itself is never changed, and never read as markup. */
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

/** The addresses in a text, each once. */
export function linksOf(text: string): readonly string[] {
  return [...new Set(linkify(text).flatMap(({ href }) => href ?? []))];
}

/** Punctuation that ends a sentence, and a bracket that was opened before the address, are not part of it. */
function trimAddress(found: string): string {
  let address = found.replace(trailing, '');
  while (address.endsWith(')') && address.split('(').length < address.split(')').length) {
    address = address.slice(0, -1).replace(trailing, '');
  }
  return address;
}

function isAddress(href: string): boolean {
  try {
    return new URL(href).hostname.includes('.') || new URL(href).hostname === 'localhost';
  } catch {
    return false;
  }
}
