// Links in message texts.

/** A part of a message's text. */
export interface TextPart {
  readonly text: string;
  /** The URL; null for plain text. */
  readonly href: string | null;
}

/**
 * Characters of addresses that are not ASCII letters or digits: no white space, no invisible characters, and no punctuation
 * such as `（`, `。` or `»`. Dashes, apostrophes, middle dots and joiners occur in addresses.
 */
const wide = String.raw`[\p{Pd}’·・]|(?![\p{P}＜＞\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F])[^\p{ASCII}\s]`;
const opening = String.raw`(?:https?:\/\/|www\.)`;
/**
 * An address. Its host, with user and port, ends before the first ASCII character that no host has; the rest ends before
 * white space, a quotation mark, or a comma with another address. Each character matches one alternative: no catastrophic
 * backtracking.
 */
const candidate = new RegExp(
  String.raw`\b${opening}(?:[\w.%@:-]|${wide})+(?:[/?#](?:[!#-+\-.-;=?-_a-{}~]|,(?!${opening})|${wide})*)?`,
  'giu',
);
/** Punctuation that may end an address. */
const allowedEnd = /[/\-_%#&@)\]}]/;
/** Labels that are not empty, of which there are two at least. */
const hostName = /^(?:[^.]+(?:\.[^.]+)+\.?|localhost)$/;
const openers: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** Splits a text into links and plain text. Markup is not interpreted. */
export function linkify(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(candidate)) {
    if (match.index < end) continue;
    const found = trimAddress(match[0]);
    const href = /^www\./i.test(found) ? `https://${found}` : found;
    if (!isAddress(href)) continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index), href: null });
    parts.push({ text: found, href });
    end = match.index + found.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), href: null });
  return parts;
}

/** Returns the URLs in a text, without duplicates. */
export function linksOf(text: string): readonly string[] {
  return [...new Set(linkify(text).flatMap(({ href }) => href ?? []))];
}

/** Ends an address before the words and the punctuation of its sentence. Linear in the length. */
function trimAddress(found: string): string {
  const host = hostEnd(found);
  let end = host < found.length && !/[:/?#]/.test(found.charAt(host)) ? host : balancedEnd(found);
  for (; end > 0; end -= 1) {
    const last = found.charAt(end - 1);
    if (!/\p{P}/u.test(last) || allowedEnd.test(last)) break;
  }
  return found.slice(0, end);
}

/** The index before the first bracket that has no other half: an address in brackets, or words in brackets after it. */
function balancedEnd(found: string): number {
  const open: number[] = [];
  for (let index = 0; index < found.length; index += 1) {
    const one = found.charAt(index);
    if ('([{'.includes(one)) open.push(index);
    const opener = openers[one];
    if (opener === undefined) continue;
    const last = open.pop();
    if (last === undefined || found.charAt(last) !== opener) return last ?? index;
  }
  return open[0] ?? found.length;
}

/** The index after the host. A last label in two scripts (`example.com分享`) ends with its Latin letters. */
function hostEnd(found: string): number {
  const start = found.indexOf('://') < 0 ? 0 : found.indexOf('://') + 3;
  const length = found.slice(start).search(/[:/?#]/);
  const host = length < 0 ? found.slice(start) : found.slice(start, start + length);
  const label = host.lastIndexOf('.') + 1;
  const latin = label > 0 ? /^[a-zA-Z]+(?=\P{ASCII})/u.exec(host.slice(label)) : null;
  return start + (latin === null ? host.length : label + latin[0].length);
}

function isAddress(href: string): boolean {
  try {
    return hostName.test(new URL(href).hostname);
  } catch {
    return false;
  }
}
