/** Set on every answer that does not say otherwise itself. `csp` is the page policy, for HTML alone. */
export function setSecurityHeaders(
  headers: Headers,
  csp: { page: string; other: string },
  https: boolean,
): void {
  const set = (name: string, value: string) => {
    if (!headers.has(name)) headers.set(name, value);
  };
  const isPage = headers.get('content-type')?.startsWith('text/html') ?? false;
  set('content-security-policy', isPage ? csp.page : csp.other);
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
