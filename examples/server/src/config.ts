// The settings of the server: each environment variable once, with its kind, its default and its meaning.
import { REFERRAL_CODE } from '@openbell/core/contract';
import * as value from './config-values.ts';
import { group, optional, setting, type Values } from './setting.ts';

/** The trial days in the texts of the static pages. */
export const STATED_TRIAL_DAYS = 7;

/** The settings of the server itself. */
export const settings = {
  /** 0: the system chooses (tests). */
  port: setting('PORT', value.wholeNumber(65_535), '4000'),
  /** The loopback address by default. */
  host: setting('HOST', value.text, '127.0.0.1'),
  /** The site's address without a trailing slash. */
  publicUrl: optional('PUBLIC_URL', value.origin),
  /** The data folder: database, uploads, temporary files. */
  dataFolder: setting('OPENBELL_DATA', value.text, '.openbell'),
  /** A PostgreSQL server. Null: PGlite in the data folder. */
  databaseUrl: optional('DATABASE_URL', value.secret(/^postgres(?:ql)?:\/\//, 'must be a postgres:// URL.')),
  /** The broker between several processes. Null: none. */
  nats: optional('NATS_URL', value.natsServers),
  /** The bucket of uploaded files. Null: a folder in the data folder. */
  s3: group(
    {
      bucket: setting(
        'S3_BUCKET',
        value.matching(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'the name of a bucket'),
      ),
      /** The service's origin, with the bucket in the path. Null: Amazon S3. */
      endpoint: optional('S3_ENDPOINT', value.origin),
      region: setting('S3_REGION', value.matching(/^[a-z0-9-]{1,50}$/, 'a region like eu-central-1')),
      accessKeyId: setting('S3_ACCESS_KEY_ID', value.text),
      secretAccessKey: setting('S3_SECRET_ACCESS_KEY', value.text),
      /** Starts every key; empty, or ends with a slash. */
      prefix: setting('S3_PREFIX', value.keyPrefix, ''),
    },
    ['endpoint', 'region', 'accessKeyId', 'secretAccessKey', 'prefix'],
  ),
  // Other values are rejected: misspelled, they would start a development server, with a published password.
  /** `NODE_ENV=production`: no `/dev` routes, no demo data, no movable clock. */
  production: setting(
    'NODE_ENV',
    value.oneOf({ production: true, development: false, test: false }),
    'development',
  ),
  captcha: setting('CAPTCHA', value.oneOf({ on: 'altcha', off: 'off' }), 'on'),
  rateLimits: setting('RATE_LIMITS', value.oneOf({ on: true, off: false }), 'on'),
  /** Session storage of the site; the API accepts both. */
  session: setting('SESSION', value.oneOf({ bearer: 'bearer', cookie: 'cookie' }), 'bearer'),
  /** `private`: a registration does not reveal whether its e-mail address is in use. */
  registration: setting('REGISTRATION', value.oneOf({ open: 'open', private: 'private' }), 'open'),
  /** Further origins that may call (CORS, sockets). */
  allowedOrigins: setting('ALLOWED_ORIGINS', value.list(value.origin), ''),
  /** A separate origin of chat media, also served by this server. Null: the site's origin. */
  mediaOrigin: optional('MEDIA_ORIGIN', value.origin),
  /** ClamAV's daemon, which scans uploaded files. Null: no scanner. */
  clamd: optional('CLAMD', value.clamdAddress),
  /** `1`: a proxy is in front of the server and states the addresses of the clients. */
  trustProxy: setting('TRUST_PROXY', value.oneOf({ 0: false, 1: true }), '0'),
  /** The address of the metrics for Prometheus. Null: no metrics. */
  metrics: group(
    {
      port: setting('METRICS_PORT', value.wholeNumber(65_535)),
      host: setting('METRICS_HOST', value.text, '127.0.0.1'),
    },
    ['host'],
  ),
  /** Less important events are not logged. */
  logLevel: setting(
    'LOG_LEVEL',
    value.oneOf({ debug: 'debug', info: 'info', warn: 'warn', error: 'error' }),
    'info',
  ),
  /** The OTLP/HTTP receiver of traces. Null: no traces. */
  otlpEndpoint: optional('OTEL_EXPORTER_OTLP_ENDPOINT', value.httpUrl),
  /** Milliseconds after SIGTERM in which requests are still served, so that a proxy notices `/readyz`. */
  shutdownGraceMs: setting('SHUTDOWN_GRACE_MS', value.wholeNumber(60_000), '0'),
  /** Free days before the first charge of a first plan. */
  trialDays: setting('TRIAL_DAYS', value.wholeNumber(365), String(STATED_TRIAL_DAYS)),
  /** The valid referral codes. Others are ignored. */
  referralCodes: setting(
    'REFERRAL_CODES',
    value.list(value.matching(REFERRAL_CODE, 'codes of 4 to 20 capital letters, digits or hyphens')),
    '',
  ),
  /** The address of the owner, who gets the weekly digest and the questions of the contact form. Null: no mails. */
  ownerEmail: optional('OWNER_EMAIL', value.mailAddress),
  /** Origins of push services besides the browsers' own. */
  pushServices: setting('PUSH_SERVICES', value.list(value.origin), ''),
  /** The Graph tab: our own chart, or TradingView's embedded widget. */
  chart: setting('CHART', value.oneOf({ 'built-in': 'built-in', tradingview: 'tradingview' }), 'built-in'),
  /** Replay speed of the sandbox's trades; 1 is real time. */
  sandboxFeedSpeed: setting('SANDBOX_FEED_SPEED', value.speed, '1'),
};

/** The keys of the external services. A service is configured by its first variable. */
export const services = {
  stripe: group({
    secretKey: setting('STRIPE_SECRET_KEY', value.text),
    publishableKey: setting('STRIPE_PUBLISHABLE_KEY', value.text),
    /** Several while one is replaced. */
    webhookSecrets: setting('STRIPE_WEBHOOK_SECRET', value.list(value.text)),
  }),
  paypal: group({
    clientId: setting('PAYPAL_CLIENT_ID', value.text),
    secret: setting('PAYPAL_SECRET', value.text),
    webhookId: setting('PAYPAL_WEBHOOK_ID', value.text),
    apiUrl: setting('PAYPAL_API', value.origin, 'https://api-m.paypal.com'),
  }),
  /** The mail server and the sender. */
  smtp: group({
    /** `smtp://user:password@host:587`, or `smtps://…:465` for TLS from the first byte. */
    url: setting('SMTP_URL', value.smtpUrl),
    from: setting('MAIL_FROM', value.sender),
  }),
  google: group({
    clientId: setting('GOOGLE_CLIENT_ID', value.text),
    keysUrl: setting('GOOGLE_KEYS_URL', value.secureUrl, 'https://www.googleapis.com/oauth2/v3/certs'),
  }),
  facebook: group(
    {
      appId: setting('FACEBOOK_APP_ID', value.text),
      appSecret: setting('FACEBOOK_APP_SECRET', value.text),
      /** Without a trailing slash. */
      graphUrl: setting(
        'FACEBOOK_GRAPH_URL',
        value.mapped(value.secureUrl, (url) => url.replace(/\/+$/, '')),
        'https://graph.facebook.com/v23.0',
      ),
    },
    ['appSecret'],
  ),
  /** reCAPTCHA instead of the self-hosted captcha. */
  recaptcha: group(
    {
      siteKey: setting('RECAPTCHA_SITE_KEY', value.text),
      secretKey: setting('RECAPTCHA_SECRET_KEY', value.text),
      verifyUrl: setting(
        'RECAPTCHA_VERIFY_URL',
        value.secureUrl,
        'https://www.google.com/recaptcha/api/siteverify',
      ),
    },
    ['secretKey'],
  ),
  /** The key pair for Web Push; its sandbox generates one. */
  vapid: group({
    publicKey: setting('VAPID_PUBLIC_KEY', value.secret(/^B[\w-]{86}$/, 'must be a P-256 public key.')),
    privateKey: setting('VAPID_PRIVATE_KEY', value.secret(/^[\w-]{43}$/, 'must be a P-256 private key.')),
    subject: setting(
      'VAPID_SUBJECT',
      value.secret(/^(?:mailto:.+@.+|https:\/\/.+)$/, 'must be a mailto: or https: URL.'),
    ),
  }),
  /** Market data by REST: tickers, candles, time and sales. */
  polygon: group({
    apiKey: setting('POLYGON_API_KEY', value.text),
    restUrl: setting('POLYGON_URL', value.secureUrl, 'https://api.polygon.io'),
  }),
  /** Market news, instead of Polygon's. */
  finnhub: group({
    apiKey: setting('FINNHUB_API_KEY', value.text),
    restUrl: setting('FINNHUB_URL', value.secureUrl, 'https://finnhub.io'),
  }),
  /** The live trades of Trade Flash. */
  optionsFeed: group({
    url: setting('OPTIONS_FEED_URL', value.secret(/^wss?:\/\//, 'must be a ws:// or wss:// URL.')),
    key: setting('OPTIONS_FEED_KEY', value.text),
  }),
};

/** The access to a real service. */
export type Access<Name extends keyof typeof services> = NonNullable<Values<typeof services>[Name]>;

/** The access to a bucket of Amazon S3 or a compatible service. */
export type S3Access = NonNullable<Values<typeof settings>['s3']>;

/** Setting of an external service: access to the real one, its sandbox, or off. */
export type ProviderSetting<Access> = Access | 'sandbox' | 'off';

export interface ProviderRules {
  /** The services that it can be, the preferred first. */
  readonly services: readonly (keyof typeof services)[];
  /** Whether a report of missing keys names all variables, not only the first. */
  readonly namesAll?: boolean;
  /** Whether the site works without it. */
  readonly optional: boolean;
  /** Whether it is off in production without keys, instead of an error at the start. */
  readonly offByDefault?: boolean;
  /** Whether its sandbox works in production. False if it needs a page below `/dev`. */
  readonly sandboxInProduction: boolean;
}

/** The providers, each configured by its keys, by `SANDBOX` or by `PROVIDERS_OFF`. */
export const providers = {
  cards: { services: ['stripe'], optional: true, sandboxInProduction: false },
  wallet: { services: ['paypal'], optional: true, sandboxInProduction: false },
  mail: { services: ['smtp'], namesAll: true, optional: false, sandboxInProduction: false },
  push: { services: ['vapid'], optional: true, sandboxInProduction: true },
  market: { services: ['polygon'], optional: true, sandboxInProduction: true },
  feed: { services: ['optionsFeed'], namesAll: true, optional: true, sandboxInProduction: true },
  news: { services: ['finnhub', 'polygon'], optional: true, sandboxInProduction: true },
  google: { services: ['google'], optional: true, offByDefault: true, sandboxInProduction: false },
  facebook: { services: ['facebook'], optional: true, offByDefault: true, sandboxInProduction: false },
  // Its sandbox is the self-hosted captcha.
  captcha: { services: ['recaptcha'], optional: false, sandboxInProduction: true },
} satisfies Readonly<Record<string, ProviderRules>>;
export type ProviderName = keyof typeof providers;
export const providerNames = Object.keys(providers) as readonly ProviderName[];

/** One line of the table that the server prints when it starts. */
export interface ProviderRow {
  readonly name: ProviderName;
  readonly mode: 'real' | 'sandbox' | 'off';
  /** The variable that decided, or that is missing. */
  readonly reason: string;
}

/** Returns whether a setting is the access to a real service. */
export function isReal<Access extends object>(setting: ProviderSetting<Access>): setting is Access {
  return typeof setting === 'object';
}

type ServiceSettings = {
  readonly [Name in Exclude<keyof typeof services, 'smtp' | 'recaptcha' | 'finnhub'>]: ProviderSetting<
    Access<Name>
  >;
};

/** The validated configuration from the environment. */
export interface Config extends Values<typeof settings>, ServiceSettings {
  readonly publicUrl: string;
  /** The mode of each external service, for the table at the start. */
  readonly providers: readonly ProviderRow[];
  /** Mail cannot be off: password resets need it. */
  readonly smtp: Access<'smtp'> | 'sandbox';
  readonly recaptcha: Access<'recaptcha'> | null;
  /** Market news; Polygon's by default when its key is set. */
  readonly news: ProviderSetting<Access<'polygon'> & { readonly provider: 'finnhub' | 'polygon' }>;
}
