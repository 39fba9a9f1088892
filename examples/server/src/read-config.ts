import { resolve } from 'node:path';
import { REFERRAL_CODE } from '@openbell/core/contract';
import { chooseProviders } from './choose-providers.ts';
import type { Config, ProviderName } from './config.ts';
import { readMailAddress } from './providers/mail/smtp-mail.ts';
import { readClamdAddress } from './providers/scanner/clamd.ts';

/** The environment is invalid; the message names the variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** The trial days in the texts of the static pages. */
export const STATED_TRIAL_DAYS = 7;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads and checks the environment. Throws {@link ConfigError}. With `NODE_ENV=production` it refuses test settings, and
 * needs a decision about each outside service (choose-providers.ts).
 */
export function readConfig(env: Environment, workingDirectory: string = process.cwd()): Config {
  const text = (name: string): string | null => env[name]?.trim() || null;
  const port = readPort(text('PORT') ?? '4000');
  const production = text('NODE_ENV') === 'production';
  const config = {
    port,
    host: text('HOST') ?? '127.0.0.1',
    publicUrl: readOrigin('PUBLIC_URL', text('PUBLIC_URL') ?? `http://127.0.0.1:${port}`),
    dataFolder: resolve(workingDirectory, text('OPENBELL_DATA') ?? '.openbell'),
    databaseUrl: readDatabaseUrl(text('DATABASE_URL')),
    production,
    captcha: readSwitch('CAPTCHA', text('CAPTCHA')) ? ('altcha' as const) : ('off' as const),
    rateLimits: readSwitch('RATE_LIMITS', text('RATE_LIMITS')),
    session: readSessionMode(text('SESSION') ?? 'bearer'),
    registration: readRegistration(text('REGISTRATION') ?? 'open'),
    allowedOrigins: (text('ALLOWED_ORIGINS') ?? '')
      .split(',')
      .map((origin) => origin.trim())
      .filter((origin) => origin !== '')
      .map((origin) => readOrigin('ALLOWED_ORIGINS', origin)),
    mediaOrigin: readMediaOrigin(text),
    clamd: readClamd(text('CLAMD')),
    trustProxy: text('TRUST_PROXY') === '1',
    trialDays: readTrialDays(text('TRIAL_DAYS') ?? String(STATED_TRIAL_DAYS)),
    referralCodes: readReferralCodes(text('REFERRAL_CODES') ?? ''),
    pushServices: readPushServices(text('PUSH_SERVICES'), production),
    chart: text('CHART') === 'tradingview' ? ('tradingview' as const) : ('built-in' as const),
    sandboxFeedSpeed: readSpeed(text('SANDBOX_FEED_SPEED') ?? '1'),
  } satisfies Omit<Config, keyof Services>;
  if (production) refuseInProduction(config);
  return { ...config, ...readServices(text, production, config.captcha) };
}

type Services = Pick<
  Config,
  | 'providers'
  | 'stripe'
  | 'paypal'
  | 'smtp'
  | 'vapid'
  | 'polygon'
  | 'optionsFeed'
  | 'news'
  | 'google'
  | 'facebook'
  | 'recaptcha'
>;

/** Reads the external services: validates their keys, then applies SANDBOX and PROVIDERS_OFF. */
function readServices(text: Read, production: boolean, captcha: Config['captcha']): Services {
  if (production && text('ALLOW_SANDBOX') !== null)
    throw new ConfigError(
      'ALLOW_SANDBOX was removed. Name the sandboxes one by one, for example SANDBOX=news.',
    );
  const keys = {
    stripe: readStripe(text),
    paypal: readPaypal(text),
    smtp: readSmtp(text),
    vapid: readVapid(text),
    polygon: readPolygon(text),
    optionsFeed: readFeed(text),
    news: readNews(text),
    google: readGoogle(text),
    facebook: readFacebook(text),
    recaptcha: readRecaptcha(text),
  };
  const choice = chooseProviders({
    production,
    configured: {
      ...(keys.stripe === null ? {} : { cards: 'STRIPE_SECRET_KEY' }),
      ...(keys.paypal === null ? {} : { wallet: 'PAYPAL_CLIENT_ID' }),
      ...(keys.smtp === null ? {} : { mail: 'SMTP_URL' }),
      ...(keys.vapid === null ? {} : { push: 'VAPID_PUBLIC_KEY' }),
      ...(keys.polygon === null ? {} : { market: 'POLYGON_API_KEY' }),
      ...(keys.optionsFeed === null ? {} : { feed: 'OPTIONS_FEED_URL' }),
      ...(keys.news === null
        ? {}
        : { news: keys.news.provider === 'finnhub' ? 'FINNHUB_API_KEY' : 'POLYGON_API_KEY' }),
      ...(keys.google === null ? {} : { google: 'GOOGLE_CLIENT_ID' }),
      ...(keys.facebook === null ? {} : { facebook: 'FACEBOOK_APP_ID' }),
      ...(keys.recaptcha === null ? {} : { captcha: 'RECAPTCHA_SITE_KEY' }),
    },
    sandbox: text('SANDBOX') ?? '',
    off: text('PROVIDERS_OFF') ?? '',
  });
  if (!choice.ok) throw new ConfigError(choice.problems.join('\n'));
  const modes = new Map(choice.rows.map(({ name, mode }) => [name, mode]));
  const setting = <Access>(name: ProviderName, access: Access | null): Access | 'sandbox' | 'off' => {
    if (modes.get(name) === 'off') return 'off';
    return modes.get(name) === 'real' && access !== null ? access : 'sandbox';
  };
  return {
    providers: choice.rows.map((row) =>
      row.name === 'captcha' && captcha === 'off' ? { ...row, mode: 'off', reason: 'CAPTCHA=off' } : row,
    ),
    stripe: setting('cards', keys.stripe),
    paypal: setting('wallet', keys.paypal),
    smtp: modes.get('mail') === 'real' && keys.smtp !== null ? keys.smtp : 'sandbox',
    vapid: setting('push', keys.vapid),
    polygon: setting('market', keys.polygon),
    optionsFeed: setting('feed', keys.optionsFeed),
    news: setting('news', keys.news),
    google: setting('google', keys.google),
    facebook: setting('facebook', keys.facebook),
    recaptcha: modes.get('captcha') === 'real' ? keys.recaptcha : null,
  };
}

function refuseInProduction(
  config: Pick<Config, 'captcha' | 'rateLimits' | 'publicUrl' | 'mediaOrigin'>,
): void {
  if (config.captcha === 'off') throw new ConfigError('CAPTCHA=off is for tests; production refuses it.');
  if (!config.rateLimits) throw new ConfigError('RATE_LIMITS=off is for tests; production refuses it.');
  for (const [name, origin] of [
    ['PUBLIC_URL', config.publicUrl],
    ['MEDIA_ORIGIN', config.mediaOrigin],
  ] as const) {
    // Passwords and tokens must be encrypted. Loopback needs no TLS.
    if (origin !== null && !isSafe(new URL(origin)))
      throw new ConfigError(`${name} takes an https:// address in production, not: ${origin}`);
  }
}

function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new ConfigError(`PORT is not a port number: ${text}`);
  return port;
}

function readOrigin(name: string, text: string): string {
  try {
    const url = new URL(text);
    if (
      (url.protocol === 'http:' || url.protocol === 'https:') &&
      url.pathname === '/' &&
      url.search === ''
    ) {
      return url.origin;
    }
  } catch {
    // Told below, like every other text that is no origin.
  }
  throw new ConfigError(`${name} takes an address like https://example.com, not: ${text}`);
}

function readDatabaseUrl(text: string | null): string | null {
  if (text !== null && !/^postgres(?:ql)?:\/\//.test(text)) {
    throw new ConfigError('DATABASE_URL takes a postgres:// address.');
  }
  return text;
}

/** Reads the media origin. It must differ from the site's, to isolate scripts in media. */
function readMediaOrigin(text: Read): string | null {
  const value = text('MEDIA_ORIGIN');
  if (value === null) return null;
  const origin = readOrigin('MEDIA_ORIGIN', value);
  const site = text('PUBLIC_URL');
  if (site === null || new URL(site).host === new URL(origin).host) {
    throw new ConfigError('MEDIA_ORIGIN takes another origin than PUBLIC_URL, which is needed as well.');
  }
  return origin;
}

function readClamd(text: string | null): Config['clamd'] {
  if (text === null) return null;
  const address = readClamdAddress(text);
  if (address !== null) return address;
  throw new ConfigError('CLAMD takes an address like tcp://127.0.0.1:3310 or unix:/run/clamav/clamd.ctl.');
}

function readSwitch(name: string, text: string | null): boolean {
  if (text === null || text === 'on') return true;
  if (text === 'off') return false;
  throw new ConfigError(`${name} takes on or off, not: ${text}`);
}

function readSessionMode(text: string): Config['session'] {
  if (text === 'bearer' || text === 'cookie') return text;
  throw new ConfigError(`SESSION takes bearer or cookie, not: ${text}`);
}

function readRegistration(text: string): Config['registration'] {
  if (text === 'open' || text === 'private') return text;
  throw new ConfigError(`REGISTRATION takes open or private, not: ${text}`);
}

function readSpeed(text: string): number {
  const speed = Number(text);
  if (!Number.isFinite(speed) || speed <= 0 || speed > 1_000) {
    throw new ConfigError(`SANDBOX_FEED_SPEED takes a number above 0 and up to 1000, not: ${text}`);
  }
  return speed;
}

type Read = (name: string) => string | null;
/** The access to a real service; null when its keys are not set. */
type Keys<Name extends keyof Config> = Exclude<Config[Name], 'sandbox' | 'off'> | null;

/** Returns the value of `name`. Throws if it is missing although `because` is set. */
function required(text: Read, name: string, because: string): string {
  const value = text(name);
  if (value === null) throw new ConfigError(`${because} is set, so ${name} is needed as well.`);
  return value;
}

function readStripe(text: Read): Keys<'stripe'> {
  const secretKey = text('STRIPE_SECRET_KEY');
  if (secretKey === null) return null;
  return {
    secretKey,
    publishableKey: required(text, 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_SECRET_KEY'),
    webhookSecrets: required(text, 'STRIPE_WEBHOOK_SECRET', 'STRIPE_SECRET_KEY')
      .split(',')
      .map((secret) => secret.trim()),
  };
}

function readSmtp(text: Read): Keys<'smtp'> {
  const url = text('SMTP_URL');
  if (url === null) return null;
  if (!/^smtps?:\/\/[^/]/.test(url) || !URL.canParse(url)) {
    // The address may contain a password, so the message omits it.
    throw new ConfigError('SMTP_URL takes an address like smtp://user:password@mail.example.com:587.');
  }
  const from = readMailAddress(required(text, 'MAIL_FROM', 'SMTP_URL'));
  if (from === null) throw new ConfigError('MAIL_FROM takes one address, like Openbell <hello@example.com>.');
  return { url, from };
}

function readRecaptcha(text: Read): Config['recaptcha'] {
  const siteKey = text('RECAPTCHA_SITE_KEY');
  if (siteKey === null) {
    refuseAlone(text, 'RECAPTCHA_SECRET_KEY', 'RECAPTCHA_SITE_KEY');
    return null;
  }
  return {
    siteKey,
    secretKey: required(text, 'RECAPTCHA_SECRET_KEY', 'RECAPTCHA_SITE_KEY'),
    verifyUrl: readUrl(text, 'RECAPTCHA_VERIFY_URL', 'https://www.google.com/recaptcha/api/siteverify'),
  };
}

function readGoogle(text: Read): Keys<'google'> {
  const clientId = text('GOOGLE_CLIENT_ID');
  if (clientId === null) return null;
  return {
    clientId,
    keysUrl: readUrl(text, 'GOOGLE_KEYS_URL', 'https://www.googleapis.com/oauth2/v3/certs'),
  };
}

function readFacebook(text: Read): Keys<'facebook'> {
  const appId = text('FACEBOOK_APP_ID');
  if (appId === null) {
    refuseAlone(text, 'FACEBOOK_APP_SECRET', 'FACEBOOK_APP_ID');
    return null;
  }
  return {
    appId,
    appSecret: required(text, 'FACEBOOK_APP_SECRET', 'FACEBOOK_APP_ID'),
    graphUrl: readUrl(text, 'FACEBOOK_GRAPH_URL', 'https://graph.facebook.com/v23.0').replace(/\/+$/, ''),
  };
}

/** Throws if `name` is set without `other`: the service would silently stay a sandbox. */
function refuseAlone(text: Read, name: string, other: string): void {
  if (text(name) !== null) throw new ConfigError(`${name} is set, so ${other} is needed as well.`);
}

/** Returns whether a URL is https or loopback. */
function isSafe({ protocol, hostname }: URL): boolean {
  return (
    protocol === 'https:' || (protocol === 'http:' && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname))
  );
}

/** Reads a provider's URL: https, or loopback. */
function readUrl(text: Read, name: string, otherwise: string): string {
  const value = text(name) ?? otherwise;
  if (URL.canParse(value) && isSafe(new URL(value))) return value;
  throw new ConfigError(`${name} takes an https:// address, not: ${value}`);
}

function readVapid(text: Read): Keys<'vapid'> {
  const publicKey = text('VAPID_PUBLIC_KEY');
  if (publicKey === null) return null;
  const privateKey = required(text, 'VAPID_PRIVATE_KEY', 'VAPID_PUBLIC_KEY');
  const subject = required(text, 'VAPID_SUBJECT', 'VAPID_PUBLIC_KEY');
  if (!/^B[\w-]{86}$/.test(publicKey)) throw new ConfigError('VAPID_PUBLIC_KEY is no public key of P-256.');
  if (!/^[\w-]{43}$/.test(privateKey)) throw new ConfigError('VAPID_PRIVATE_KEY is no private key of P-256.');
  if (!/^(?:mailto:.+@.+|https:\/\/.+)$/.test(subject))
    throw new ConfigError('VAPID_SUBJECT takes a mailto: or https: address.');
  return { publicKey, privateKey, subject };
}

function readPushServices(text: string | null, production: boolean): readonly string[] {
  const origins = (text ?? '')
    .split(',')
    .map((origin) => origin.trim())
    .filter((origin) => origin !== '')
    .map((origin) => readOrigin('PUSH_SERVICES', origin));
  if (production && origins.some((origin) => !origin.startsWith('https:')))
    throw new ConfigError('PUSH_SERVICES takes https:// origins in production.');
  return origins;
}

function readReferralCodes(text: string): readonly string[] {
  const codes = text.split(',').map((code) => code.trim());
  const given = codes.filter((code) => code !== '');
  const wrong = given.find((code) => !REFERRAL_CODE.test(code));
  if (wrong === undefined) return given;
  throw new ConfigError(
    `REFERRAL_CODES takes codes of 4 to 20 capital letters, digits or hyphens, not: ${wrong}`,
  );
}

function readTrialDays(value: string): number {
  const days = Number(value);
  if (/^\d{1,3}$/.test(value) && days <= 365) return days;
  throw new ConfigError(`TRIAL_DAYS must be a number of days from 0 to 365, not ${value}.`);
}

function readPaypal(text: Read): Keys<'paypal'> {
  const clientId = text('PAYPAL_CLIENT_ID');
  if (clientId === null) return null;
  return {
    clientId,
    secret: required(text, 'PAYPAL_SECRET', 'PAYPAL_CLIENT_ID'),
    webhookId: required(text, 'PAYPAL_WEBHOOK_ID', 'PAYPAL_CLIENT_ID'),
    apiUrl: readOrigin('PAYPAL_API', text('PAYPAL_API') ?? 'https://api-m.paypal.com'),
  };
}

function readPolygon(text: Read): Keys<'polygon'> {
  const apiKey = text('POLYGON_API_KEY');
  return apiKey === null ? null : { apiKey, restUrl: readUrl(text, 'POLYGON_URL', 'https://api.polygon.io') };
}

/** Reads the access to Finnhub's news, or Polygon's with the key of market data. */
function readNews(text: Read): Keys<'news'> {
  const finnhub = text('FINNHUB_API_KEY');
  if (finnhub !== null)
    return {
      provider: 'finnhub',
      apiKey: finnhub,
      restUrl: readUrl(text, 'FINNHUB_URL', 'https://finnhub.io'),
    };
  const polygon = readPolygon(text);
  return polygon === null ? null : { provider: 'polygon', ...polygon };
}

function readFeed(text: Read): Keys<'optionsFeed'> {
  const url = text('OPTIONS_FEED_URL');
  if (url === null) return null;
  if (!/^wss?:\/\//.test(url)) throw new ConfigError('OPTIONS_FEED_URL takes a ws:// or wss:// address.');
  return { url, key: required(text, 'OPTIONS_FEED_KEY', 'OPTIONS_FEED_URL') };
}
