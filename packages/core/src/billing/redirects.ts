import { readAllowedUrl, readSitePath } from '../shared/site-path.ts';

/** Where a payment provider may take the person: PayPal's and Stripe's own pages. */
export const PAYMENT_HOSTS: readonly string[] = [
  'www.paypal.com',
  'www.sandbox.paypal.com',
  'checkout.stripe.com',
  'billing.stripe.com',
];

/** Where `approveLink` and the cancel answer's `url` may lead. */
export interface PaymentRedirectOptions {
  /** The site's own origin. */
  readonly origin: string;
  /** Hosts besides the site, `https` only; `PAYMENT_HOSTS` by default. */
  readonly hosts?: readonly string[];
}

/**
 * Reads the `approveLink` of an answer: a page of this site, or an `https` address on the allow-list, as an absolute
 * address; null for everything else. Nothing else may be handed to the browser's location.
 */
export function paymentRedirect(raw: unknown, options: PaymentRedirectOptions): string | null {
  const url = readAllowedUrl(raw, options.hosts ?? PAYMENT_HOSTS) ?? readSitePath(raw, options.origin);
  return url?.href ?? null;
}
