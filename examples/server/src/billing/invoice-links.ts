const HOSTS: ReadonlySet<string> = new Set([
  'pay.stripe.com',
  'invoice.stripe.com',
  'files.stripe.com',
  'www.paypal.com',
  'www.sandbox.paypal.com',
]);

/** Returns an invoice link if it is safe to show: an `https` URL of an allowed host or a path of this site. Else null. */
export function readInvoiceLink(raw: string | null): string | null {
  if (raw === null || raw.length > 2048) return null;
  // One slash only: browsers read `//host` and `/\host` as another host.
  if (/^\/(?![/\\])[\w\-./]*$/.test(raw)) return raw;
  if (!URL.canParse(raw)) return null;
  const url = new URL(raw);
  const isPlain = url.username === '' && url.password === '' && url.port === '';
  return url.protocol === 'https:' && isPlain && HOSTS.has(url.hostname) ? url.href : null;
}
