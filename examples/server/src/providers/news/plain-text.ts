import sanitize from 'sanitize-html';

/** A complete tag or comment. */
const MARKUP = /<[/!]?[a-z-][^<>]*>/i;
/** Elements that end a line: their text must not run into the next one. */
const BLOCK = /<(?=\/?(?:p|br|div|li|[ou]l|h[1-6]|tr|t[dh]|blockquote)\b)/gi;
/** Characters that change the direction of what follows, and byte order marks. */
const INVISIBLE = /[\u202a-\u202e\u2066-\u2069\ufeff]/g;
const LONE_SURROGATE = /\p{Cs}/gu;
const ESCAPED: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

/**
 * Turns a provider's text, which may be HTML, into plain text on one line.
 *
 * @param html The text from outside.
 * @param max The length limit in UTF-16 code units. A longer text ends at a word, with an ellipsis.
 */
export function plainText(html: string, max: number): string {
  // Enough for any markup around `max` characters of text; parsing more would only cost time.
  let text = withoutMarkup(html.slice(0, max * 5));
  // Feeds often escape their markup a second time.
  if (MARKUP.test(text)) text = withoutMarkup(text);
  const line = text
    .replace(LONE_SURROGATE, '\ufffd')
    .replace(INVISIBLE, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return shorten(line, max);
}

function withoutMarkup(html: string): string {
  const escaped = sanitize(html.replace(BLOCK, ' <'), { allowedTags: [], allowedAttributes: {} });
  // The sanitizer's output is HTML: its own escapes, and no others, are undone.
  return escaped.replace(/&(?:lt|gt|quot|amp);/g, (entity) => ESCAPED[entity] ?? entity);
}

function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '');
  const endsAtWord = text[cut.length] === ' ';
  return `${endsAtWord ? cut : cut.replace(/ \S{0,30}$/, '')}…`;
}
