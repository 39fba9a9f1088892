/** What the site that is served needs beyond itself. Everything is off unless configured. */
export interface CspFeatures {
  /** Whether pages come by https. */
  readonly https?: boolean;
  /** Stripe's card form (`@stripe/stripe-js`). */
  readonly stripe?: boolean;
  readonly google?: boolean;
  readonly facebook?: boolean;
  readonly recaptcha?: boolean;
  /** The chart provider's widget, in a frame. */
  readonly tradingView?: boolean;
  /** Pictures from any https host, as a real news provider links them. */
  readonly remoteImages?: boolean;
  /** Where chat media are, besides the site. */
  readonly mediaOrigin?: string | null;
  /** Origins of the API and sockets where they are not the site's own, for example `https://api.example.com`. */
  readonly connect?: readonly string[];
  /** `'sha256-…'` of the inline scripts that the built pages carry. */
  readonly scriptHashes?: readonly string[];
  /** The same of their inline stylesheets. */
  readonly styleHashes?: readonly string[];
}

/** The policy of a page, for its headers. */
export interface PagePolicy {
  /** `Content-Security-Policy`. */
  readonly enforced: string;
  /** `Content-Security-Policy-Report-Only`; null when there is nothing to try out. */
  readonly reportOnly: string | null;
}

/** Where browsers report to, and the group's name for it. */
const reportPath = '/api/csp-reports';
export const reportingEndpoints = `csp="${reportPath}"`;

/**
 * Trusted Types: no text becomes markup or the address of a script but by a policy that is named here.
 * `dompurify` cleans courses' details; `openbell` gives out addresses of scripts (core's ports).
 */
const trustedTypes = ["require-trusted-types-for 'script'", 'trusted-types openbell dompurify'];

/**
 * The site's policy, from what is switched on: nothing from elsewhere, no inline script or stylesheet but the built
 * pages' own (by hash), no plugins, no framing, and Trusted Types. These are tried out only, not enforced, where the
 * script of another company runs in the page: nobody can promise for it (docs/decisions/0028-trusted-types.md).
 */
export function buildPagePolicy(features: CspFeatures = {}): PagePolicy {
  const { stripe, google, facebook, recaptcha } = features;
  const hasForeignScripts = [stripe, google, facebook, recaptcha].includes(true);
  // Who knows `report-to` does not read `report-uri`, and by plain http sends nothing to it.
  const reporting = [`report-uri ${reportPath}`, ...(features.https ? ['report-to csp'] : [])];
  const join = (...directives: readonly string[]) => [...directives, ...reporting].join('; ');
  return hasForeignScripts
    ? { enforced: join(buildCsp(features)), reportOnly: join(...trustedTypes) }
    : { enforced: join(buildCsp(features), ...trustedTypes), reportOnly: null };
}

/** Where what a page loads may come from. */
function buildCsp(features: CspFeatures): string {
  const { stripe, google, facebook, recaptcha, tradingView, remoteImages, mediaOrigin } = features;
  const media = mediaOrigin == null ? [] : [mediaOrigin];
  const { connect = [], scriptHashes = [], styleHashes = [] } = features;
  const when = (on: boolean | undefined, ...sources: string[]) => (on ? sources : []);
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'script-src': [
      "'self'",
      ...scriptHashes.map((hash) => `'${hash}'`),
      ...when(stripe, 'https://js.stripe.com', 'https://*.js.stripe.com'),
      ...when(google, 'https://accounts.google.com/gsi/client'),
      ...when(facebook, 'https://connect.facebook.net'),
      ...when(recaptcha, 'https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'),
    ],
    'style-src': [
      "'self'",
      ...styleHashes.map((hash) => `'${hash}'`),
      ...when(google, 'https://accounts.google.com/gsi/style'),
    ],
    'img-src': [
      "'self'",
      'data:',
      'blob:',
      ...media,
      ...when(remoteImages, 'https:'),
      ...when(stripe, 'https://*.stripe.com'),
      // People's own pictures, as the providers keep them.
      ...when(google, 'https://*.googleusercontent.com'),
      ...when(facebook, 'https://*.fbsbx.com', 'https://*.fbcdn.net'),
    ],
    'media-src': ["'self'", 'blob:', ...media],
    'font-src': ["'self'"],
    'connect-src': [
      "'self'",
      ...connect,
      // Documents are fetched before they are saved, and voice notes before they are drawn.
      ...media,
      ...when(stripe, 'https://api.stripe.com'),
      ...when(google, 'https://accounts.google.com/gsi/'),
      ...when(facebook, 'https://graph.facebook.com', 'https://www.facebook.com'),
      ...when(recaptcha, 'https://www.google.com/recaptcha/'),
    ],
    'frame-src': [
      ...when(stripe, 'https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'),
      ...when(google, 'https://accounts.google.com/gsi/'),
      ...when(facebook, 'https://www.facebook.com'),
      ...when(recaptcha, 'https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'),
      ...when(tradingView, 'https://s.tradingview.com'),
    ],
    'worker-src': ["'self'", 'blob:'],
    'manifest-src': ["'self'"],
  };
  return Object.entries(directives)
    .filter(([, sources]) => sources.length > 0)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

/** For files and answers that are no pages: nothing may run or be loaded from them. */
export const closedCsp = "default-src 'none'; frame-ancestors 'none'; sandbox";
