const HOSTS: ReadonlySet<string> = new Set([
  'pay.stripe.com',
  'invoice.stripe.com',
  'files.stripe.com',
  'www.paypal.com',
  'www.sandbox.paypal.com',
]);

/** Returns a provider's invoice link if it is safe to show: `https` on the allow-list, or a path of this site; else null. */
export function readInvoiceLink(raw: string | null): string | null {
  if (raw === null || raw.length > 2048) return null;
  // A path: one slash, then nothing that a browser would read as another host.
  if (/^\/(?![/\\])[\w\-./]*$/.test(raw)) return raw;
  if (!URL.canParse(raw)) return null;
  const url = new URL(raw);
  const clean = url.username === '' && url.password === '' && url.port === '';
  return url.protocol === 'https:' && clean && HOSTS.has(url.hostname) ? url.href : null;
}
