/** Set on every answer that does not say otherwise itself. `csp` is the page policy, for HTML alone. */
export function setSecurityHeaders(
  headers: Headers,
  csp: { page: string; other: string },
  https: boolean,
): void {
  const set = (name: string, value: string) => {
    if (!headers.has(name)) headers.set(name, value);
  };
  const type = headers.get('content-type') ?? '';
  // A script may become a worker, and a worker's own policy may not be a sandbox: browsers refuse to run it.
  const other = type.startsWith('text/javascript') ? csp.other.replace('; sandbox', '') : csp.other;
  set('content-security-policy', type.startsWith('text/html') ? csp.page : other);
  set('x-content-type-options', 'nosniff');
  set('x-frame-options', 'DENY');
  set('referrer-policy', 'same-origin');
  set('cross-origin-opener-policy', 'same-origin-allow-popups');
  set(
    'permissions-policy',
    'camera=(), geolocation=(), microphone=(self), payment=(self "https://js.stripe.com")',
  );
  if (https) set('strict-transport-security', 'max-age=31536000; includeSubDomains');
}
