/** What the policy must allow. Everything is off by default. */
export interface CspFeatures {
  /** Whether pages are served over https. */
  readonly https?: boolean;
  /** Stripe's card form (`@stripe/stripe-js`). */
  readonly stripe?: boolean;
  readonly google?: boolean;
  readonly facebook?: boolean;
  readonly recaptcha?: boolean;
  /** The chart provider's widget, in a frame. */
  readonly tradingView?: boolean;
  /** Images from any https host, as real news providers link them. */
  readonly remoteImages?: boolean;
  /** A separate origin of chat media. */
  readonly mediaOrigin?: string | null;
  /** `'sha256-…'` of the inline scripts of a page. */
  readonly scriptHashes?: readonly string[];
  /** `'sha256-…'` of the inline stylesheets of a page. */
  readonly styleHashes?: readonly string[];
}

/** The policy of a page. */
export interface PagePolicy {
  /** `Content-Security-Policy`. */
  readonly enforced: string;
  /** `Content-Security-Policy-Report-Only`; null for none. */
  readonly reportOnly: string | null;
}

const reportPath = '/api/csp-reports';
export const reportingEndpoints = `csp="${reportPath}"`;

/** The Trusted Types policies: `dompurify` sanitizes course details, `openbell` creates script URLs (core's ports). */
const trustedTypes = ["require-trusted-types-for 'script'", 'trusted-types openbell dompurify'];

/**
 * Builds the policy of the site's pages: only own sources, only the inline scripts and styles of the build (by hash), no
 * plugins, no framing. Trusted Types are enforced, or only reported if there are third-party scripts, which may violate
 * them (docs/decisions/0028-trusted-types.md).
 */
export function buildPagePolicy(features: CspFeatures = {}): PagePolicy {
  const { stripe, google, facebook, recaptcha } = features;
  const hasThirdPartyScripts = [stripe, google, facebook, recaptcha].includes(true);
  // Browsers with `report-to` ignore `report-uri`, and `report-to` needs https.
  const reporting = [`report-uri ${reportPath}`, ...(features.https ? ['report-to csp'] : [])];
  const join = (...directives: readonly string[]) => [...directives, ...reporting].join('; ');
  return hasThirdPartyScripts
    ? { enforced: join(buildCsp(features)), reportOnly: join(...trustedTypes) }
    : { enforced: join(buildCsp(features), ...trustedTypes), reportOnly: null };
}

function buildCsp(features: CspFeatures): string {
  const { stripe, google, facebook, recaptcha, tradingView, remoteImages, mediaOrigin } = features;
  const media = mediaOrigin == null ? [] : [mediaOrigin];
  const { scriptHashes = [], styleHashes = [] } = features;
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
      // Profile pictures of the providers.
      ...when(google, 'https://*.googleusercontent.com'),
      ...when(facebook, 'https://*.fbsbx.com', 'https://*.fbcdn.net'),
    ],
    'media-src': ["'self'", 'blob:', ...media],
    'font-src': ["'self'"],
    'connect-src': [
      "'self'",
      // Documents and voice notes are loaded by fetch.
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

/** The policy of other responses than pages: nothing may run or load. */
export const closedCsp = "default-src 'none'; frame-ancestors 'none'; sandbox";
