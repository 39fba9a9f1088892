import type { OpenbellOptions } from '@openbell/core';

/** What `/config.json` may say. Every key is optional; the defaults are the reference server's. */
export interface AppConfig {
  readonly apiUrl: string;
  readonly socketUrl: string;
  /** Null for a site without a feed. */
  readonly optionsFeedUrl: string | null;
  /** The ways to pay that the site offers. */
  readonly gateways: NonNullable<OpenbellOptions['gateways']>;
  readonly captcha: NonNullable<OpenbellOptions['captcha']>;
  readonly social: NonNullable<OpenbellOptions['social']>;
  readonly cards: NonNullable<Exclude<OpenbellOptions['cards'], { confirm: unknown }>>;
  /** Where the session's secret is: in storage, or in a cookie that no script can read. */
  readonly session: NonNullable<OpenbellOptions['session']>;
  /** True: the chart provider's embedded widget in place of the built-in graph. */
  readonly chartWidget: boolean;
  /** Where somebody who pays by card manages it; the profile by default. */
  readonly customerPortalUrl: string;
  /** The server's public key for Web Push; null: this site sends no push messages. */
  readonly vapidPublicKey: string | null;
  /** A provider behind the site is a sandbox: what it shows is labelled so. */
  readonly sandbox: boolean;
  /** The services that the site has switched off: their features are absent. */
  readonly off: ReadonlySet<SiteService>;
}

const services = ['cards', 'wallet', 'push', 'market', 'feed', 'news', 'google', 'facebook'] as const;
/** A service that `/config.json` may name in `off`. */
type SiteService = (typeof services)[number];

/** Turns what was read into a config: a missing or wrong value gets its default, unknown keys are left out. */
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

/** Fetches `/config.json`. A site without one, or with a broken one, runs on the defaults. */
export async function loadConfig(fetchConfig: () => Promise<Response>): Promise<AppConfig> {
  try {
    const response = await fetchConfig();
    return readConfig(response.ok ? await response.json() : {});
  } catch {
    return readConfig({});
  }
}

/** `{ "provider": "altcha" }` is enough: the challenge is the API's. */
function captchaOf(value: unknown): AppConfig['captcha'] {
  if (!isRecord(value)) return { provider: 'altcha' };
  const siteKey = textOf(value.siteKey);
  if (value.provider === 'recaptcha' && siteKey !== null) return { provider: 'recaptcha', siteKey };
  return value.provider === 'none' ? { provider: 'none' } : { provider: 'altcha' };
}

/** Each provider with its key; without one the reference server's consent page, unless the site says it has none. */
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

/** Without a word about it: Stripe when there is a key, else the sandbox. */
function cardsOf(value: unknown, key: string | null): AppConfig['cards'] {
  return key !== null && value !== 'sandbox'
    ? { provider: 'stripe', publishableKey: key }
    : { provider: 'sandbox' };
}

/** Unknown names are left out. */
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
