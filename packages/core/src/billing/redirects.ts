import { readAllowedUrl, readSitePath } from '../shared/site-path.ts';

/** Hosts of PayPal's and Stripe's payment pages. */
export const PAYMENT_HOSTS: readonly string[] = [
  'www.paypal.com',
  'www.sandbox.paypal.com',
  'checkout.stripe.com',
  'billing.stripe.com',
];

/** Where `approveLink` and the cancel response's `url` may lead. */
export interface PaymentRedirectOptions {
  /** The site's own origin. */
  readonly origin: string;
  /** Hosts besides the site, `https` only; `PAYMENT_HOSTS` by default. */
  readonly hosts?: readonly string[];
}

/** Reads a provider's URL: a page of this site, or an `https` URL on the allow-list, as an absolute URL; else null. */
export function paymentRedirect(raw: unknown, options: PaymentRedirectOptions): string | null {
  const url = readAllowedUrl(raw, options.hosts ?? PAYMENT_HOSTS) ?? readSitePath(raw, options.origin);
  return url?.href ?? null;
}
