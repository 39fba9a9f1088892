// Course details are HTML that somebody wrote. What is stored is written anew from the few elements that are known
// (traps F18): nothing of the given markup is copied through, so what is not understood cannot survive.
// The browser cleans it once more before it is shown.

/** Elements that are kept, with the attributes that are. */
const kept: Readonly<Record<string, readonly string[]>> = {
  h2: [],
  h3: [],
  h4: [],
  p: [],
  br: [],
  hr: [],
  ul: [],
  ol: [],
  li: [],
  dl: [],
  dt: [],
  dd: [],
  blockquote: [],
  pre: [],
  code: [],
  strong: [],
  b: [],
  em: [],
  i: [],
  u: [],
  s: [],
  sub: [],
  sup: [],
  table: [],
  caption: [],
  thead: [],
  tbody: [],
  tr: [],
  th: [],
  td: [],
  a: ['href', 'title'],
};
/** A page has one h1, its course's name. */
const renamed: Readonly<Record<string, string>> = { h1: 'h2', h5: 'h4', h6: 'h4' };
const empty = new Set(['br', 'hr']);
/** Elements whose content is no text for people: it goes with them. */
const dropped = new Set(
  'script style title textarea select option template noscript noembed noframes iframe object embed applet svg math xmp plaintext head'.split(
    ' ',
  ),
);

const tag = /^<(\/?)([a-z][^\s/>]*)((?:[^>"']|"[^"]*"|'[^']*')*)>/i;
const attribute = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;

/** HTML that holds the known elements alone, balanced, every attribute quoted. Text in, text out: it never throws. */
export function sanitizeHtml(html: string): string {
  const input = html.replaceAll('\u0000', '');
  const open: string[] = [];
  let out = '';
  let at = 0;
  while (at < input.length) {
    const next = input.indexOf('<', at);
    out += escapeText(input.slice(at, next === -1 ? undefined : next));
    if (next === -1) break;
    at = next;
    const rest = input.slice(at);
    const skipped = /^<!--[\s\S]*?(?:-->|$)|^<[!?][^>]*(?:>|$)/.exec(rest);
    if (skipped !== null) {
      at += skipped[0].length;
      continue;
    }
    const found = tag.exec(rest);
    if (found === null) {
      // A '<' that begins no tag is text; one that begins an unfinished tag takes the rest with it.
      if (/^<\/?[a-z]/i.test(rest)) break;
      out += '&lt;';
      at += 1;
      continue;
    }
    at += found[0].length;
    const written = (found[2] ?? '').toLowerCase();
    const name = renamed[written] ?? written;
    if (found[1] === '/') out += close(open, name);
    else if (dropped.has(name)) at += contentLength(input.slice(at), name);
    else if (Object.hasOwn(kept, name)) {
      out += `<${name}${attributesOf(name, found[3] ?? '')}>`;
      if (!empty.has(name)) open.push(name);
    }
  }
  return (
    out +
    open
      .reverse()
      .map((name) => `</${name}>`)
      .join('')
  );
}

/** Closes an open element and those inside it; what closes nothing is left out. */
function close(open: string[], name: string): string {
  const place = open.lastIndexOf(name);
  if (place === -1) return '';
  return open
    .splice(place)
    .reverse()
    .map((inner) => `</${inner}>`)
    .join('');
}

/** How far the content of a dropped element goes, its end tag included; to the end of the text where there is none. */
function contentLength(rest: string, name: string): number {
  const end = new RegExp(`</${name}(?=[\\s/>])[^>]*>`, 'i').exec(rest);
  return end === null ? rest.length : end.index + end[0].length;
}

function attributesOf(name: string, text: string): string {
  let out = '';
  for (const wanted of kept[name] ?? []) {
    for (const [, key = '', double, single, bare] of text.matchAll(attribute)) {
      if (key.toLowerCase() !== wanted) continue;
      const value = decodeReferences(double ?? single ?? bare ?? '');
      if (wanted !== 'href') out += ` ${wanted}="${escapeAttribute(value)}"`;
      else if (isSafeTarget(value)) {
        out += ` href="${escapeAttribute(value.trim())}"`;
        if (/^https?:/i.test(value.trim())) out += ' rel="noopener noreferrer" target="_blank"';
      }
      break;
    }
  }
  return out;
}

/** http, https, mailto, or a path, query or anchor of the site. */
function isSafeTarget(value: string): boolean {
  const target = value.trim();
  if (target === '' || /[\p{Cc}\\]/u.test(target) || target.startsWith('//')) return false;
  return /^(?:https?:\/\/[^/]|mailto:[^\s])/i.test(target) || /^(?:[/?#]|[\w.~%-]+(?:[/?#]|$))/.test(target);
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Character references as a browser reads them, as far as an address can need them; others stay as they are written. */
function decodeReferences(text: string): string {
  return text.replace(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));?/gi,
    (_, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return named[name.toLowerCase()] ?? '';
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)
        ? '\ufffd'
        : String.fromCodePoint(code);
    },
  );
}

/** References stay references; nothing in a text can begin a tag. */
function escapeText(text: string): string {
  return text
    .replace(/&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});)/gi, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

function escapeAttribute(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
