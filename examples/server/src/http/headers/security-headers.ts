import { closedCsp, type PagePolicy, reportingEndpoints } from './content-security-policy.ts';

const textType = /^(?:text\/[\w.+-]+|application\/json|image\/svg\+xml)$/;

/** Sets the security headers that a response does not set itself. `page` is the policy for HTML. */
export function setSecurityHeaders(
  headers: Headers,
  publicUrl: string,
  page: PagePolicy | null = null,
): void {
  const set = (name: string, value: string) => {
    if (!headers.has(name)) headers.set(name, value);
  };
  const type = headers.get('content-type') ?? '';
  // Without a charset, browsers guess it (ASVS 4.1.1).
  if (textType.test(type)) headers.set('content-type', `${type}; charset=utf-8`);
  // Browsers do not run a worker whose script has a sandbox policy.
  const defaultPolicy = type.startsWith('text/javascript') ? closedCsp.replace('; sandbox', '') : closedCsp;
  if (type.startsWith('text/html') && page !== null) {
    set('content-security-policy', page.enforced);
    if (page.reportOnly !== null) set('content-security-policy-report-only', page.reportOnly);
    set('reporting-endpoints', reportingEndpoints);
  }
  set('content-security-policy', defaultPolicy);
  set('x-content-type-options', 'nosniff');
  set('x-frame-options', 'DENY');
  set('referrer-policy', 'same-origin');
  set('cross-origin-opener-policy', 'same-origin-allow-popups');
  // Public media set their own value. Calls use CORS.
  set('cross-origin-resource-policy', 'same-origin');
  set(
    'permissions-policy',
    'camera=(), geolocation=(), microphone=(self), payment=(self "https://js.stripe.com")',
  );
  if (publicUrl.startsWith('https:')) set('strict-transport-security', 'max-age=31536000; includeSubDomains');
}
