// Sanitizes the HTML of course details by an allow-list before it is stored. The browser sanitizes it again.
import sanitize from 'sanitize-html';

/** Returns whether a link is http, https, mailto, or a path, query or anchor of the site. */
function isSafeTarget(target: string): boolean {
  if (target === '' || /[\p{Cc}\\]/u.test(target) || target.startsWith('//')) return false;
  return /^(?:https?:\/\/[^/]|mailto:[^\s])/i.test(target) || /^(?:[/?#]|[\w.~%-]+(?:[/?#]|$))/.test(target);
}

const options: sanitize.IOptions = {
  allowedTags: [
    ...['h2', 'h3', 'h4', 'p', 'br', 'hr', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'blockquote', 'pre', 'code'],
    ...['strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup'],
    ...['table', 'caption', 'thead', 'tbody', 'tr', 'th', 'td', 'a'],
  ],
  allowedAttributes: { a: ['href', 'title', 'rel', 'target'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  // Removed together with their content.
  nonTextTags: [
    ...['script', 'style', 'title', 'textarea', 'select', 'option', 'template', 'noscript', 'noembed'],
    ...['noframes', 'iframe', 'object', 'embed', 'applet', 'svg', 'math', 'xmp', 'plaintext', 'head'],
  ],
  transformTags: {
    // The page has one h1, the name of the course.
    h1: 'h2',
    h5: 'h4',
    h6: 'h4',
    a: (tagName, { href = '', title }) => {
      const target = href.trim();
      const attribs: sanitize.Attributes = {
        ...(isSafeTarget(target) ? { href: target } : {}),
        ...(title === undefined ? {} : { title }),
        ...(isSafeTarget(target) && /^https?:/i.test(target)
          ? { rel: 'noopener noreferrer', target: '_blank' }
          : {}),
      };
      return { tagName, attribs };
    },
  },
};

/** Returns balanced HTML with allowed elements only and quoted attributes. Never throws. */
export function sanitizeHtml(html: string): string {
  return sanitize(html.replaceAll('\u0000', ''), options);
}
