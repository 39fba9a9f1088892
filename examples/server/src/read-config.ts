import { resolve } from 'node:path';
import { REFERRAL_CODE } from '@openbell/core/contract';
import { chooseProviders } from './choose-providers.ts';
import type { Config, NatsConfig, ProviderName } from './config.ts';
import { readMailAddress } from './providers/mail/smtp-mail.ts';
import { readClamdAddress } from './providers/scanner/clamd.ts';

/** The environment is invalid; the message names the variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** The trial days in the texts of the static pages. */
export const STATED_TRIAL_DAYS = 7;

type Environment = Readonly<Record<string, string | undefined>>;
/** Returns the trimmed value of a variable. Null if it is missing or empty. */
type Read = (name: string) => string | null;

/**
 * Reads and validates the environment. Throws {@link ConfigError}. With `NODE_ENV=production` it rejects test settings, and
 * each external service must be configured or off (choose-providers.ts).
 */
export function readConfig(env: Environment, workingDirectory: string = process.cwd()): Config {
  const read: Read = (name) => env[name]?.trim() || null;
  const port = readInteger('PORT', read('PORT') ?? '4000', 65_535);
  const production = readProduction(read('NODE_ENV'));
  const config = {
    port,
    host: read('HOST') ?? '127.0.0.1',
    publicUrl: readOrigin('PUBLIC_URL', read('PUBLIC_URL') ?? `http://127.0.0.1:${port}`),
    dataFolder: resolve(workingDirectory, read('OPENBELL_DATA') ?? '.openbell'),
    databaseUrl: readDatabaseUrl(read('DATABASE_URL')),
    nats: readNats(read),
    s3: readS3(read),
    production,
    captcha: oneOf(read, 'CAPTCHA', ['on', 'off']) === 'on' ? ('altcha' as const) : ('off' as const),
    rateLimits: oneOf(read, 'RATE_LIMITS', ['on', 'off']) === 'on',
    session: oneOf(read, 'SESSION', ['bearer', 'cookie']),
    registration: oneOf(read, 'REGISTRATION', ['open', 'private']),
    allowedOrigins: readList(read, 'ALLOWED_ORIGINS').map((origin) => readOrigin('ALLOWED_ORIGINS', origin)),
    mediaOrigin: readMediaOrigin(read),
    clamd: readClamd(read('CLAMD')),
    trustProxy: read('TRUST_PROXY') === '1',
    metrics: readMetrics(read),
    otlpEndpoint: readOtlpEndpoint(read('OTEL_EXPORTER_OTLP_ENDPOINT')),
    ownerEmail: readOwnerEmail(read('OWNER_EMAIL')),
    shutdownGraceMs: readInteger('SHUTDOWN_GRACE_MS', read('SHUTDOWN_GRACE_MS') ?? '0', 60_000),
    trialDays: readInteger('TRIAL_DAYS', read('TRIAL_DAYS') ?? String(STATED_TRIAL_DAYS), 365),
    referralCodes: readReferralCodes(read),
    pushServices: readPushServices(read, production),
    chart: read('CHART') === 'tradingview' ? ('tradingview' as const) : ('built-in' as const),
    sandboxFeedSpeed: readSpeed(read('SANDBOX_FEED_SPEED') ?? '1'),
  } satisfies Omit<Config, keyof Services>;
  if (production) rejectInProduction(config);
  return { ...config, ...readServices(read, production, config.captcha) };
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

/** Reads the keys of the external services, then applies SANDBOX and PROVIDERS_OFF. */
function readServices(read: Read, production: boolean, captcha: Config['captcha']): Services {
  if (production && read('ALLOW_SANDBOX') !== null)
    throw new ConfigError('ALLOW_SANDBOX was removed. List the sandboxes instead, for example SANDBOX=news.');
  const keys = {
    stripe: readStripe(read),
    paypal: readPaypal(read),
    smtp: readSmtp(read),
    vapid: readVapid(read),
    polygon: readPolygon(read),
    optionsFeed: readFeed(read),
    news: readNews(read),
    google: readGoogle(read),
    facebook: readFacebook(read),
    recaptcha: readRecaptcha(read),
  };
  const choice = chooseProviders({
    production,
    configured: {
      ...(keys.stripe && { cards: 'STRIPE_SECRET_KEY' }),
      ...(keys.paypal && { wallet: 'PAYPAL_CLIENT_ID' }),
      ...(keys.smtp && { mail: 'SMTP_URL' }),
      ...(keys.vapid && { push: 'VAPID_PUBLIC_KEY' }),
      ...(keys.polygon && { market: 'POLYGON_API_KEY' }),
      ...(keys.optionsFeed && { feed: 'OPTIONS_FEED_URL' }),
      ...(keys.news && { news: keys.news.provider === 'finnhub' ? 'FINNHUB_API_KEY' : 'POLYGON_API_KEY' }),
      ...(keys.google && { google: 'GOOGLE_CLIENT_ID' }),
      ...(keys.facebook && { facebook: 'FACEBOOK_APP_ID' }),
      ...(keys.recaptcha && { captcha: 'RECAPTCHA_SITE_KEY' }),
    },
    sandbox: read('SANDBOX') ?? '',
    off: read('PROVIDERS_OFF') ?? '',
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

function rejectInProduction(
  config: Pick<Config, 'captcha' | 'rateLimits' | 'publicUrl' | 'mediaOrigin'>,
): void {
  if (config.captcha === 'off') throw new ConfigError('CAPTCHA=off is for tests only, not for production.');
  if (!config.rateLimits) throw new ConfigError('RATE_LIMITS=off is for tests only, not for production.');
  for (const [name, origin] of [
    ['PUBLIC_URL', config.publicUrl],
    ['MEDIA_ORIGIN', config.mediaOrigin],
  ] as const) {
    // Passwords and tokens must be encrypted. Loopback needs no TLS.
    if (origin !== null && !isSecure(new URL(origin)))
      throw new ConfigError(`${name} must be an https:// URL in production, not: ${origin}`);
  }
}

/** Rejects other values: misspelled, they would start a development server, with a published password. */
function readProduction(mode: string | null): boolean {
  if (mode !== null && !['production', 'development', 'test'].includes(mode))
    throw new ConfigError(`NODE_ENV must be production, development or test, not: ${mode}`);
  return mode === 'production';
}

function readInteger(name: string, text: string, max: number): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= max) return Number(text);
  throw new ConfigError(`${name} must be a whole number from 0 to ${max}, not: ${text}`);
}

function readOrigin(name: string, text: string): string {
  const url = URL.parse(text);
  const isHttp = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (url !== null && isHttp && url.pathname === '/' && url.search === '') return url.origin;
  throw new ConfigError(`${name} must be an origin like https://example.com, not: ${text}`);
}

/** Reads a list that is separated by commas. */
function readList(read: Read, name: string): string[] {
  const entries = (read(name) ?? '').split(',').map((entry) => entry.trim());
  return entries.filter((entry) => entry !== '');
}

/** Reads one of several values; the first is the default. */
function oneOf<const Value extends string>(read: Read, name: string, values: readonly [Value, Value]): Value {
  const text = read(name) ?? values[0];
  const value = values.find((known) => known === text);
  if (value !== undefined) return value;
  throw new ConfigError(`${name} must be ${values.join(' or ')}, not: ${text}`);
}

function readMetrics(read: Read): Config['metrics'] {
  const port = read('METRICS_PORT');
  const host = readWith(read, 'METRICS_PORT', 'METRICS_HOST') === null ? null : read('METRICS_HOST');
  if (port === null) return null;
  return { port: readInteger('METRICS_PORT', port, 65_535), host: host ?? '127.0.0.1' };
}

function readOtlpEndpoint(text: string | null): string | null {
  if (text === null) return null;
  const protocol = URL.parse(text)?.protocol;
  if (protocol === 'http:' || protocol === 'https:') return text;
  throw new ConfigError('OTEL_EXPORTER_OTLP_ENDPOINT must be a URL like http://127.0.0.1:4318.');
}

function readDatabaseUrl(text: string | null): string | null {
  if (text !== null && !/^postgres(?:ql)?:\/\//.test(text)) {
    throw new ConfigError('DATABASE_URL must be a postgres:// URL.');
  }
  return text;
}

/** Reads `NATS_URL`: one or more `nats://` or `tls://` URLs, separated by commas, of one cluster. */
function readNats(read: Read): NatsConfig | null {
  const urls = readList(read, 'NATS_URL').map((text) => {
    if (!/^(?:nats|tls):\/\//.test(text) || !URL.canParse(text)) {
      throw new ConfigError('NATS_URL must be nats:// or tls:// URLs, separated by commas.');
    }
    return new URL(text);
  });
  if (urls.length === 0) return null;
  if (read('DATABASE_URL') === null) {
    throw new ConfigError('NATS_URL connects several processes, which need PostgreSQL: set DATABASE_URL.');
  }
  if (new Set(urls.map(({ protocol }) => protocol)).size > 1) {
    throw new ConfigError('NATS_URL must use either nats:// or tls:// for all servers.');
  }
  const logins = new Set(urls.filter(({ username }) => username !== '').map(loginOf));
  if (logins.size > 1) throw new ConfigError('NATS_URL must have the same user and password in all URLs.');
  const [login] = logins;
  const [user = '', pass = ''] = login === undefined ? [] : (JSON.parse(login) as string[]);
  return {
    servers: urls.map(({ hostname, port }) => `${hostname}:${port === '' ? '4222' : port}`),
    ...(login === undefined ? {} : { user, pass }),
    ...(urls[0]?.protocol === 'tls:' ? { tls: {} } : {}),
  };
}

function loginOf({ username, password }: URL): string {
  if (password === '') throw new ConfigError('NATS_URL must have a user and a password, or neither.');
  try {
    return JSON.stringify([decodeURIComponent(username), decodeURIComponent(password)]);
  } catch {
    throw new ConfigError('NATS_URL has a user or password that is not percent-encoded.');
  }
}

/** Reads the media origin. It must differ from the site's, to isolate scripts in media. */
function readMediaOrigin(read: Read): string | null {
  const value = read('MEDIA_ORIGIN');
  if (value === null) return null;
  const origin = readOrigin('MEDIA_ORIGIN', value);
  const site = read('PUBLIC_URL');
  if (site === null || new URL(site).host === new URL(origin).host) {
    throw new ConfigError('MEDIA_ORIGIN requires PUBLIC_URL, and must be a different origin.');
  }
  return origin;
}

function readClamd(text: string | null): Config['clamd'] {
  if (text === null) return null;
  const address = readClamdAddress(text);
  if (address !== null) return address;
  throw new ConfigError('CLAMD must be an address like tcp://127.0.0.1:3310 or unix:/run/clamav/clamd.ctl.');
}

/** Reads the bucket of uploaded files. Every variable of it requires the others, except those with a default. */
function readS3(read: Read): Config['s3'] {
  const names = [
    'S3_BUCKET',
    'S3_ENDPOINT',
    'S3_REGION',
    'S3_ACCESS_KEY_ID',
    'S3_SECRET_ACCESS_KEY',
    'S3_PREFIX',
  ];
  const because = names.find((name) => read(name) !== null);
  if (because === undefined) return null;
  const bucket = required(read, 'S3_BUCKET', because);
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw new ConfigError(`S3_BUCKET must be the name of a bucket, not: ${bucket}`);
  const region = required(read, 'S3_REGION', 'S3_BUCKET');
  if (!/^[a-z0-9-]{1,50}$/.test(region))
    throw new ConfigError(`S3_REGION must be a region like eu-central-1, not: ${region}`);
  const endpoint = read('S3_ENDPOINT');
  const prefix = (read('S3_PREFIX') ?? '').replace(/\/$/, '');
  if (prefix !== '' && !prefix.split('/').every((name) => /^[\w-][\w.-]{0,99}$/.test(name)))
    throw new ConfigError(`S3_PREFIX must be letters, digits, dots, hyphens and slashes, not: ${prefix}`);
  return {
    bucket,
    endpoint: endpoint === null ? null : readOrigin('S3_ENDPOINT', endpoint),
    region,
    accessKeyId: required(read, 'S3_ACCESS_KEY_ID', 'S3_BUCKET'),
    secretAccessKey: required(read, 'S3_SECRET_ACCESS_KEY', 'S3_BUCKET'),
    prefix: prefix === '' ? '' : `${prefix}/`,
  };
}

function readSpeed(text: string): number {
  const speed = Number(text);
  if (speed > 0 && speed <= 1_000) return speed;
  throw new ConfigError(`SANDBOX_FEED_SPEED must be a number above 0 and up to 1000, not: ${text}`);
}

/** The access to a real service. Null if its keys are not set. */
type Keys<Name extends keyof Config> = Exclude<Config[Name], 'sandbox' | 'off'> | null;

/** Returns the value of `name`. Throws if it is missing although `because` is set. */
function required(read: Read, name: string, because: string): string {
  const value = read(name);
  if (value === null) throw new ConfigError(`${because} requires ${name}.`);
  return value;
}

/** Returns the value of `name`. Throws if it is missing although `other` is set: the service would stay a sandbox. */
function readWith(read: Read, name: string, other: string): string | null {
  return read(other) === null ? read(name) : required(read, name, other);
}

function readStripe(read: Read): Keys<'stripe'> {
  const secretKey = read('STRIPE_SECRET_KEY');
  if (secretKey === null) return null;
  const publishableKey = required(read, 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_SECRET_KEY');
  const secrets = required(read, 'STRIPE_WEBHOOK_SECRET', 'STRIPE_SECRET_KEY');
  return { secretKey, publishableKey, webhookSecrets: secrets.split(',').map((secret) => secret.trim()) };
}

function readSmtp(read: Read): Keys<'smtp'> {
  const url = read('SMTP_URL');
  if (url === null) return null;
  if (!/^smtps?:\/\/[^/]/.test(url) || !URL.canParse(url)) {
    // The URL may contain a password, so the message omits it.
    throw new ConfigError('SMTP_URL must be a URL like smtp://user:password@mail.example.com:587.');
  }
  const from = readMailAddress(required(read, 'MAIL_FROM', 'SMTP_URL'));
  if (from === null)
    throw new ConfigError('MAIL_FROM must be one address, like Openbell <hello@example.com>.');
  return { url, from };
}

function readOwnerEmail(text: string | null): string | null {
  if (text === null || readMailAddress(text)?.address === text) return text;
  throw new ConfigError('OWNER_EMAIL must be one address, like owner@example.com.');
}

function readRecaptcha(read: Read): Config['recaptcha'] {
  const siteKey = readWith(read, 'RECAPTCHA_SITE_KEY', 'RECAPTCHA_SECRET_KEY');
  if (siteKey === null) return null;
  return {
    siteKey,
    secretKey: required(read, 'RECAPTCHA_SECRET_KEY', 'RECAPTCHA_SITE_KEY'),
    verifyUrl: readUrl(read, 'RECAPTCHA_VERIFY_URL', 'https://www.google.com/recaptcha/api/siteverify'),
  };
}

function readGoogle(read: Read): Keys<'google'> {
  const clientId = read('GOOGLE_CLIENT_ID');
  if (clientId === null) return null;
  const keysUrl = readUrl(read, 'GOOGLE_KEYS_URL', 'https://www.googleapis.com/oauth2/v3/certs');
  return { clientId, keysUrl };
}

function readFacebook(read: Read): Keys<'facebook'> {
  const appId = readWith(read, 'FACEBOOK_APP_ID', 'FACEBOOK_APP_SECRET');
  if (appId === null) return null;
  return {
    appId,
    appSecret: required(read, 'FACEBOOK_APP_SECRET', 'FACEBOOK_APP_ID'),
    graphUrl: readUrl(read, 'FACEBOOK_GRAPH_URL', 'https://graph.facebook.com/v23.0').replace(/\/+$/, ''),
  };
}

/** Returns whether a URL is https or loopback. */
function isSecure({ protocol, hostname }: URL): boolean {
  return (
    protocol === 'https:' || (protocol === 'http:' && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname))
  );
}

/** Reads a provider's URL: https, or loopback. */
function readUrl(read: Read, name: string, defaultUrl: string): string {
  const value = read(name) ?? defaultUrl;
  const url = URL.parse(value);
  if (url !== null && isSecure(url)) return value;
  throw new ConfigError(`${name} must be an https:// URL, not: ${value}`);
}

function readVapid(read: Read): Keys<'vapid'> {
  const publicKey = read('VAPID_PUBLIC_KEY');
  if (publicKey === null) return null;
  const privateKey = required(read, 'VAPID_PRIVATE_KEY', 'VAPID_PUBLIC_KEY');
  const subject = required(read, 'VAPID_SUBJECT', 'VAPID_PUBLIC_KEY');
  if (!/^B[\w-]{86}$/.test(publicKey)) throw new ConfigError('VAPID_PUBLIC_KEY must be a P-256 public key.');
  if (!/^[\w-]{43}$/.test(privateKey))
    throw new ConfigError('VAPID_PRIVATE_KEY must be a P-256 private key.');
  if (!/^(?:mailto:.+@.+|https:\/\/.+)$/.test(subject))
    throw new ConfigError('VAPID_SUBJECT must be a mailto: or https: URL.');
  return { publicKey, privateKey, subject };
}

function readPushServices(read: Read, production: boolean): readonly string[] {
  const origins = readList(read, 'PUSH_SERVICES').map((origin) => readOrigin('PUSH_SERVICES', origin));
  if (production && origins.some((origin) => !origin.startsWith('https:')))
    throw new ConfigError('PUSH_SERVICES must be https:// origins in production.');
  return origins;
}

function readReferralCodes(read: Read): readonly string[] {
  const codes = readList(read, 'REFERRAL_CODES');
  const invalid = codes.find((code) => !REFERRAL_CODE.test(code));
  if (invalid === undefined) return codes;
  throw new ConfigError(
    `REFERRAL_CODES must be codes of 4 to 20 capital letters, digits or hyphens, not: ${invalid}`,
  );
}

function readPaypal(read: Read): Keys<'paypal'> {
  const clientId = read('PAYPAL_CLIENT_ID');
  if (clientId === null) return null;
  return {
    clientId,
    secret: required(read, 'PAYPAL_SECRET', 'PAYPAL_CLIENT_ID'),
    webhookId: required(read, 'PAYPAL_WEBHOOK_ID', 'PAYPAL_CLIENT_ID'),
    apiUrl: readOrigin('PAYPAL_API', read('PAYPAL_API') ?? 'https://api-m.paypal.com'),
  };
}

function readPolygon(read: Read): Keys<'polygon'> {
  const apiKey = read('POLYGON_API_KEY');
  return apiKey === null ? null : { apiKey, restUrl: readUrl(read, 'POLYGON_URL', 'https://api.polygon.io') };
}

/** Reads the access to Finnhub's news, or to Polygon's with the key of market data. */
function readNews(read: Read): Keys<'news'> {
  const apiKey = read('FINNHUB_API_KEY');
  if (apiKey !== null)
    return { provider: 'finnhub', apiKey, restUrl: readUrl(read, 'FINNHUB_URL', 'https://finnhub.io') };
  const polygon = readPolygon(read);
  return polygon === null ? null : { provider: 'polygon', ...polygon };
}

function readFeed(read: Read): Keys<'optionsFeed'> {
  const url = read('OPTIONS_FEED_URL');
  if (url === null) return null;
  if (!/^wss?:\/\//.test(url)) throw new ConfigError('OPTIONS_FEED_URL must be a ws:// or wss:// URL.');
  return { url, key: required(read, 'OPTIONS_FEED_KEY', 'OPTIONS_FEED_URL') };
}
