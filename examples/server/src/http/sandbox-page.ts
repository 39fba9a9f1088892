const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as it may stand in HTML, in an attribute too. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** A plain page of the sandbox, labelled as such (decisions.md 7). `title` is text, `body` HTML. */
export function sandboxPage(title: string, body: string): Response {
  const heading = escapeHtml(title);
  return new Response(
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
      '<meta name="viewport" content="width=device-width, initial-scale=1">' +
      '<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">' +
      `<title>${heading} (Sandbox)</title></head><body><main><p><strong>Sandbox</strong></p>` +
      `<h1>${heading}</h1>${body}</main></body></html>`,
    { headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' } },
  );
}
