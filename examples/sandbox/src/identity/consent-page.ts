import { createHash } from 'node:crypto';
import type { IdentityProviderName } from '@openbell/example-server';
import { escapeHtml, sandboxPage } from '../pages/sandbox-page.ts';
import type { SandboxPerson } from './sandbox-issuer.ts';

/** The parameters of the window that opened the page. */
export interface ConsentRequest {
  /** The opener's origin, checked against the site's. */
  readonly origin: string;
  readonly state: string;
  readonly nonce: string;
}

/** The message to the opener. `credential` is null after a cancellation. */
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

const script = `
const { origin, message } = JSON.parse(document.getElementById('result').textContent);
window.opener?.postMessage(message, origin);
`;
const scriptHash = createHash('sha256').update(script).digest('base64');
const policy = [
  "default-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  `script-src 'sha256-${scriptHash}'`,
  "style-src 'self'",
  'img-src data:',
].join('; ');

function page(title: string, body: string, status = 200): Response {
  return sandboxPage(title, body, {
    status,
    headers: {
      'content-security-policy': policy,
      // The result is posted to the opener, which may be a site of another origin.
      'cross-origin-opener-policy': 'unsafe-none',
    },
  });
}

interface ConsentPageOptions {
  readonly request: ConsentRequest;
  readonly people: readonly SandboxPerson[];
  /** Shown above the fields. */
  readonly error?: string | null;
}

/** Renders the page where the tester chooses an account. */
export function consentPage(
  provider: IdentityProviderName,
  { request, people, error = null }: ConsentPageOptions,
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
    `<p>This page simulates ${label}: no account is needed, and nothing leaves this machine.</p>` +
      `<form method="post">${hidden}<h2>Choose an account</h2>${buttons}` +
      '<button class="plain" name="cancel" value="1">Cancel</button></form>' +
      `<form method="post">${hidden}<h2>Or be somebody else</h2>${fault}` +
      '<label>Name<input name="name" autocomplete="off" required maxlength="100"></label>' +
      `<label>E-mail<input name="email" type="email" autocomplete="off" required maxlength="254"${described}></label>` +
      '<button class="primary">Continue</button></form>',
    error === null ? 200 : 422,
  );
}

/** Renders the page that posts the message. The opener closes it: it might miss the message if the page closed itself. */
export function consentResultPage(origin: string, message: ConsentMessage): Response {
  const json = JSON.stringify({ origin, message }).replaceAll('<', '\\u003c');
  return page(
    'Done',
    `<p>You can close this window.</p><script type="application/json" id="result">${json}</script><script>${script}</script>`,
  );
}
