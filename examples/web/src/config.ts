import type { OpenbellOptions } from '@openbell/core';

/** What `/config.json` may say (decisions 9). Every key is optional; the defaults are the reference server's. */
export interface AppConfig {
  readonly apiUrl: string;
  readonly socketUrl: string;
  readonly optionsFeedUrl: string;
  readonly captcha: NonNullable<OpenbellOptions['captcha']>;
  readonly social: NonNullable<OpenbellOptions['social']>;
  readonly cards: NonNullable<Exclude<OpenbellOptions['cards'], { confirm: unknown }>>;
  /** Where the session's secret is: in storage, or in a cookie that no script can read (traps B3). */
  readonly session: NonNullable<OpenbellOptions['session']>;
  /** True: the chart provider's embedded widget in place of the built-in graph. */
  readonly chartWidget: boolean;
  /** Where somebody who pays by card manages it; the profile by default. */
  readonly customerPortalUrl: string;
  /** The server's public key for Web Push; null: this site sends no push messages. */
  readonly vapidPublicKey: string | null;
  /** A provider behind the site is a sandbox: what it shows is labelled so (decisions 7). */
  readonly sandbox: boolean;
}

/** Turns what was read into a config: a missing or wrong value gets its default, unknown keys are left out. */
export function readConfig(raw: unknown): AppConfig {
  const given = isRecord(raw) ? raw : {};
  const cards = cardsOf(given.cards, textOf(given.stripePublishableKey));
  return {
    apiUrl: textOf(given.apiUrl) ?? '/api',
    socketUrl: textOf(given.socketUrl) ?? '/api/ws',
    optionsFeedUrl: textOf(given.optionsFeedUrl) ?? '/options',
    captcha: captchaOf(given.captcha),
    social: socialOf(given),
    cards,
    session: given.session === 'cookie' ? 'cookie' : 'bearer',
    chartWidget: isRecord(given.chart) && given.chart.provider === 'tradingview',
    customerPortalUrl: textOf(given.customerPortalUrl) ?? '/profile',
    vapidPublicKey: textOf(given.vapidPublicKey),
    sandbox: typeof given.sandbox === 'boolean' ? given.sandbox : cards.provider === 'sandbox',
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

/** `{ "provider": "altcha" }` is enough: the challenge is the API's (decisions 12). */
function captchaOf(value: unknown): AppConfig['captcha'] {
  if (!isRecord(value)) return { provider: 'altcha' };
  const siteKey = textOf(value.siteKey);
  if (value.provider === 'recaptcha' && siteKey !== null) return { provider: 'recaptcha', siteKey };
  return value.provider === 'none' ? { provider: 'none' } : { provider: 'altcha' };
}

/** Each provider with its key; without one the reference server's consent page, unless the site says it has none. */
function socialOf(given: Readonly<Record<string, unknown>>): AppConfig['social'] {
  const clientId = textOf(given.googleClientId);
  const appId = textOf(given.facebookAppId);
  const sandbox = given.socialSandbox !== false;
  return {
    ...(clientId !== null ? { google: { clientId } } : sandbox ? { google: 'sandbox' } : {}),
    ...(appId !== null ? { facebook: { appId } } : sandbox ? { facebook: 'sandbox' } : {}),
  };
}

/** Without a word about it: Stripe when there is a key, else the sandbox (decisions 11). */
function cardsOf(value: unknown, key: string | null): AppConfig['cards'] {
  return key !== null && value !== 'sandbox'
    ? { provider: 'stripe', publishableKey: key }
    : { provider: 'sandbox' };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
