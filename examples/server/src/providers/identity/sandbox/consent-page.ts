import { createHash } from 'node:crypto';
import { escapeHtml } from '../../../http/sandbox-page.ts';
import type { IdentityProviderName } from '../identity.types.ts';
import type { SandboxPerson } from './sandbox-issuer.ts';

/** What the window that opened the page asked for, and where the answer goes. */
export interface ConsentRequest {
  /** The opener's origin, checked against the site's. */
  readonly origin: string;
  readonly state: string;
  readonly nonce: string;
}

/** What the opener is told. `credential` is null when the person went away. */
export interface ConsentMessage {
  readonly source: 'openbell-sandbox';
  readonly state: string;
  readonly credential: string | null;
  readonly profile: { readonly id: string; readonly email: string; readonly name: string };
}

const providerLabels: Readonly<Record<IdentityProviderName, string>> = {
  google: 'Google',
  facebook: 'Facebook',
};

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; } main { max-width: 26rem; margin: 0 auto; padding: 1.5rem; }
h1 { font-size: 1.5rem; line-height: 1.2; margin: .5rem 0; } h2 { font-size: 1rem; margin: 1.5rem 0 .5rem; }
.label { display: inline-block; padding: .1rem .6rem; border: 1px solid; border-radius: 99px; font-size: .8rem; }
form { display: grid; gap: .75rem; } label { display: grid; gap: .25rem; }
input, button { font: inherit; box-sizing: border-box; width: 100%; min-height: 44px; padding: .5rem .75rem; }
button { cursor: pointer; text-align: start; } button small { display: block; }
.error { border-inline-start: 3px solid; padding-inline-start: .75rem; font-weight: 600; }
`;
const script = `
const { origin, message } = JSON.parse(document.getElementById('answer').textContent);
window.opener?.postMessage(message, origin);
`;
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const policy = [
  "default-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  `script-src ${hashOf(script)}`,
  `style-src ${hashOf(style)}`,
].join('; ');

function page(title: string, body: string, status = 200): Response {
  return new Response(
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
      '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">' +
      `<title>${escapeHtml(title)} (Sandbox)</title><style>${style}</style></head>` +
      `<body><main><strong class="label">Sandbox</strong><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`,
    {
      status,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': policy,
        // The page answers the window that opened it, which may be a site of another origin.
        'cross-origin-opener-policy': 'unsafe-none',
      },
    },
  );
}

/** The page on which a person chooses who to be. `error` is shown above the fields. */
export function consentPage(
  provider: IdentityProviderName,
  request: ConsentRequest,
  people: readonly SandboxPerson[],
  error: string | null = null,
): Response {
  const label = providerLabels[provider];
  const hidden = Object.entries(request)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('');
  const buttons = people
    .map(
      ({ name, email }, index) =>
        `<button name="person" value="${index}">${escapeHtml(name)}` +
        `<small>${escapeHtml(email || 'shares no e-mail address')}</small></button>`,
    )
    .join('');
  const fault = error === null ? '' : `<p class="error" id="error" role="alert">${escapeHtml(error)}</p>`;
  const described = error === null ? '' : ' aria-invalid="true" aria-describedby="error"';
  return page(
    `Continue with ${label}`,
    `<p>This stands in for ${label}: no account is needed, and nothing leaves this machine.</p>` +
      `<form method="post">${hidden}<h2>Choose an account</h2>${buttons}` +
      '<button name="cancel" value="1">Cancel</button></form>' +
      `<form method="post">${hidden}<h2>Or be somebody else</h2>${fault}` +
      '<label>Name<input name="name" autocomplete="off" required maxlength="100"></label>' +
      `<label>E-mail<input name="email" type="email" autocomplete="off" required maxlength="254"${described}></label>` +
      '<button>Continue</button></form>',
    error === null ? 200 : 422,
  );
}

/** The page that tells the opener, who closes it then: closing by itself could be seen before the message is heard. */
export function answerPage(origin: string, message: ConsentMessage): Response {
  const json = JSON.stringify({ origin, message }).replaceAll('<', '\\u003c');
  return page(
    'Done',
    `<p>You can close this window.</p><script type="application/json" id="answer">${json}</script><script>${script}</script>`,
  );
}
