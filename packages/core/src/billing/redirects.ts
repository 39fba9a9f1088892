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

/** The pages of payment providers. */
export interface PaymentPages {
  /** Reads a provider's URL: as absolute, or null if it is not allowed. */
  read(raw: unknown): string | null;
  /** Sends the browser to a URL that was read. */
  open(url: string): void;
}

export function createPaymentPages(options: {
  readonly redirect?: ((url: string) => void) | undefined;
  readonly origin?: (() => string) | undefined;
  readonly redirectHosts?: readonly string[] | undefined;
}): PaymentPages {
  const { redirect, origin, redirectHosts: hosts = PAYMENT_HOSTS } = options;
  return {
    // Without a page, no path is one of the site's.
    read: (raw) => paymentRedirect(raw, { origin: origin?.() ?? globalThis.location?.origin ?? '', hosts }),
    open: redirect ?? ((url) => globalThis.location.assign(url)),
  };
}
