import sanitize from 'sanitize-html';

/** A complete tag or comment. */
const MARKUP = /<[/!]?[a-z-][^<>]*>/i;
/** Block elements. Their text must be separated from the text around them. */
const BLOCK = /<(?=\/?(?:p|br|div|li|[ou]l|h[1-6]|tr|t[dh]|blockquote)\b)/gi;
/** Direction overrides and byte order marks. */
const INVISIBLE = /[\u202a-\u202e\u2066-\u2069\ufeff]/g;
const LONE_SURROGATE = /\p{Cs}/gu;
const ESCAPED: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

/**
 * Converts untrusted text or HTML to plain text on one line.
 *
 * @param max Length limit in UTF-16 code units. A longer text is cut at a word, with an ellipsis.
 */
export function plainText(html: string, max: number): string {
  // Long enough for `max` characters of text with markup. Parsing more would only take time.
  let text = withoutMarkup(html.slice(0, max * 5));
  // Feeds often escape their markup twice.
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
  // The sanitizer returns HTML. Unescapes only what the sanitizer escapes.
  return escaped.replace(/&(?:lt|gt|quot|amp);/g, (entity) => ESCAPED[entity] ?? entity);
}

function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '');
  const endsAtWord = text[cut.length] === ' ';
  return `${endsAtWord ? cut : cut.replace(/ \S{0,30}$/, '')}…`;
}
