import { closedCsp, type PagePolicy, reportingEndpoints } from './content-security-policy.ts';

const textType = /^(?:text\/[\w.+-]+|application\/json|image\/svg\+xml)$/;

/** Set on every answer that does not say otherwise itself. `page` is the policy of the site's pages, for HTML alone. */
export function setSecurityHeaders(
  headers: Headers,
  publicUrl: string,
  page: PagePolicy | null = null,
): void {
  const set = (name: string, value: string) => {
    if (!headers.has(name)) headers.set(name, value);
  };
  const type = headers.get('content-type') ?? '';
  // A text that does not say its encoding is guessed at (ASVS 4.1.1); all of ours are UTF-8.
  if (textType.test(type)) headers.set('content-type', `${type}; charset=utf-8`);
  // A script may become a worker, and a worker's own policy may not be a sandbox: browsers refuse to run it.
  const other = type.startsWith('text/javascript') ? closedCsp.replace('; sandbox', '') : closedCsp;
  if (type.startsWith('text/html') && page !== null) {
    set('content-security-policy', page.enforced);
    if (page.reportOnly !== null) set('content-security-policy-report-only', page.reportOnly);
    set('reporting-endpoints', reportingEndpoints);
  }
  set('content-security-policy', other);
  set('x-content-type-options', 'nosniff');
  set('x-frame-options', 'DENY');
  set('referrer-policy', 'same-origin');
  set('cross-origin-opener-policy', 'same-origin-allow-popups');
  // What an embedder's pages show says so itself; calls are CORS, which this does not touch.
  set('cross-origin-resource-policy', 'same-origin');
  set(
    'permissions-policy',
    'camera=(), geolocation=(), microphone=(self), payment=(self "https://js.stripe.com")',
  );
  if (publicUrl.startsWith('https:')) set('strict-transport-security', 'max-age=31536000; includeSubDomains');
}
