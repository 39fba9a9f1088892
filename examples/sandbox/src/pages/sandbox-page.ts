import { sandboxIcon, sandboxStylePath } from './sandbox-style.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML, including attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

interface SandboxPageOptions {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A page of the sandbox, labelled as such. `title` is text, `body` HTML. */
export function sandboxPage(title: string, body: string, options: SandboxPageOptions = {}): Response {
  const { status = 200, headers = {} } = options;
  const heading = escapeHtml(title);
  return new Response(
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
      '<meta name="viewport" content="width=device-width, initial-scale=1">' +
      '<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">' +
      `<link rel="icon" href="${sandboxIcon}"><link rel="stylesheet" href="${sandboxStylePath}">` +
      `<title>${heading} (Sandbox)</title></head><body><main><p class="label"><strong>Sandbox</strong></p>` +
      `<h1>${heading}</h1>${body}</main></body></html>`,
    {
      status,
      headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', ...headers },
    },
  );
}
