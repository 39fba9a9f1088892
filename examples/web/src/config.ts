import type { OpenbellOptions } from '@openbell/core';

/** The contents of `/config.json`. Every key is optional; the defaults match the reference server. */
export interface AppConfig {
  readonly apiUrl: string;
  readonly socketUrl: string;
  /** The options feed's URL; null for a site without a feed. */
  readonly optionsFeedUrl: string | null;
  /** The payment methods that the site offers. */
  readonly gateways: NonNullable<OpenbellOptions['gateways']>;
  readonly captcha: NonNullable<OpenbellOptions['captcha']>;
  readonly social: NonNullable<OpenbellOptions['social']>;
  readonly cards: NonNullable<Exclude<OpenbellOptions['cards'], { confirm: unknown }>>;
  /** Where the session's token is stored: in local storage, or in an HttpOnly cookie. */
  readonly session: NonNullable<OpenbellOptions['session']>;
  /** True shows the chart provider's embedded widget instead of the built-in chart. */
  readonly chartWidget: boolean;
  /** The page where members manage their card. Default: the profile. */
  readonly customerPortalUrl: string;
  /** The server's public key for Web Push; null for a site without push messages. */
  readonly vapidPublicKey: string | null;
  /** Whether a provider behind the site is a sandbox; the site then shows a label. */
  readonly sandbox: boolean;
  /** The services that the site has switched off, whose features are absent. */
  readonly off: ReadonlySet<SiteService>;
}

const services = ['cards', 'wallet', 'push', 'market', 'feed', 'news', 'google', 'facebook'] as const;
/** A service that `/config.json` may list in `off`. */
type SiteService = (typeof services)[number];

/** Parses a config: missing and invalid values get their defaults, unknown keys are ignored. */
export function readConfig(raw: unknown): AppConfig {
  const given = isRecord(raw) ? raw : {};
  const off = offOf(given.off);
  const cards = cardsOf(given.cards, textOf(given.stripePublishableKey));
  return {
    apiUrl: textOf(given.apiUrl) ?? '/api',
    socketUrl: textOf(given.socketUrl) ?? '/api/ws',
    optionsFeedUrl: off.has('feed') ? null : (textOf(given.optionsFeedUrl) ?? '/options'),
    gateways: [
      ...(off.has('cards') ? [] : (['stripe'] as const)),
      ...(off.has('wallet') ? [] : (['paypal'] as const)),
    ],
    captcha: captchaOf(given.captcha),
    social: socialOf(given, off),
    cards,
    session: given.session === 'cookie' ? 'cookie' : 'bearer',
    chartWidget: isRecord(given.chart) && given.chart.provider === 'tradingview',
    customerPortalUrl: textOf(given.customerPortalUrl) ?? '/profile',
    vapidPublicKey: textOf(given.vapidPublicKey),
    sandbox: typeof given.sandbox === 'boolean' ? given.sandbox : cards.provider === 'sandbox',
    off,
  };
}

/** Fetches `/config.json`. Uses the defaults when it is missing or invalid. */
export async function loadConfig(fetchConfig: () => Promise<Response>): Promise<AppConfig> {
  try {
    const response = await fetchConfig();
    return readConfig(response.ok ? await response.json() : {});
  } catch {
    return readConfig({});
  }
}

/** `{ "provider": "altcha" }` is enough: the challenge URL is the API's. */
function captchaOf(value: unknown): AppConfig['captcha'] {
  if (!isRecord(value)) return { provider: 'altcha' };
  const siteKey = textOf(value.siteKey);
  if (value.provider === 'recaptcha' && siteKey !== null) return { provider: 'recaptcha', siteKey };
  return value.provider === 'none' ? { provider: 'none' } : { provider: 'altcha' };
}

/** Providers with a key use it; others use the reference server's consent page, unless switched off. */
function socialOf(given: Readonly<Record<string, unknown>>, off: AppConfig['off']): AppConfig['social'] {
  const clientId = textOf(given.googleClientId);
  const appId = textOf(given.facebookAppId);
  const sandbox = given.socialSandbox !== false;
  const google = clientId !== null ? { clientId } : sandbox ? 'sandbox' : null;
  const facebook = appId !== null ? { appId } : sandbox ? 'sandbox' : null;
  return {
    ...(google === null || off.has('google') ? {} : { google }),
    ...(facebook === null || off.has('facebook') ? {} : { facebook }),
  };
}

/** Default: Stripe when there is a key, otherwise the sandbox. */
function cardsOf(value: unknown, key: string | null): AppConfig['cards'] {
  return key !== null && value !== 'sandbox'
    ? { provider: 'stripe', publishableKey: key }
    : { provider: 'sandbox' };
}

/** Unknown names are ignored. */
function offOf(value: unknown): AppConfig['off'] {
  const named: readonly unknown[] = Array.isArray(value) ? value : [];
  return new Set(services.filter((service) => named.includes(service)));
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
