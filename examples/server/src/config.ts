import type { SmtpAccess } from './providers/mail/smtp-mail.ts';
import type { ClamdAddress } from './providers/scanner/clamd.ts';
import type { S3Access } from './storage/s3-access.ts';

/** Setting of an external service: access to the real one, its sandbox, or off. */
export type ProviderSetting<Access> = Access | 'sandbox' | 'off';

/** The external services, each configured by its keys, by `SANDBOX` or by `PROVIDERS_OFF`. */
export const providerNames = [
  'cards',
  'wallet',
  'mail',
  'push',
  'market',
  'feed',
  'news',
  'google',
  'facebook',
  'captcha',
] as const;
export type ProviderName = (typeof providerNames)[number];

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

/** The connection to NATS. */
export interface NatsConfig {
  /** `host:port` each. */
  readonly servers: string[];
  readonly user?: string;
  readonly pass?: string;
  /** Present for TLS. */
  readonly tls?: Readonly<Record<string, never>>;
}

/** The validated configuration from the environment. */
export interface Config {
  /** 0: the system chooses (tests). */
  readonly port: number;
  /** The loopback address by default. */
  readonly host: string;
  /** The site's address without a trailing slash. */
  readonly publicUrl: string;
  /** The data folder: database, uploads, temporary files. */
  readonly dataFolder: string;
  /** A PostgreSQL server. Null: PGlite in the data folder. */
  readonly databaseUrl: string | null;
  /** The broker between several processes. Null: none. */
  readonly nats: NatsConfig | null;
  /** The bucket of uploaded files. Null: a folder in the data folder. */
  readonly s3: S3Access | null;
  /** `NODE_ENV=production`: no `/dev` routes, no demo data, no movable clock. */
  readonly production: boolean;
  /** The mode of each external service, for the table at the start. */
  readonly providers: readonly ProviderRow[];
  readonly captcha: 'altcha' | 'off';
  /** reCAPTCHA instead of the self-hosted captcha. */
  readonly recaptcha: {
    readonly siteKey: string;
    readonly secretKey: string;
    readonly verifyUrl: string;
  } | null;
  readonly rateLimits: boolean;
  /** Session storage of the site; the API accepts both. */
  readonly session: 'bearer' | 'cookie';
  /** `private`: a registration does not reveal whether its e-mail address is in use. */
  readonly registration: 'open' | 'private';
  /** Further origins that may call (CORS, sockets). */
  readonly allowedOrigins: readonly string[];
  /** A separate origin of chat media, also served by this server. Null: the site's origin. */
  readonly mediaOrigin: string | null;
  /** ClamAV's daemon, which scans uploaded files. Null: no scanner. */
  readonly clamd: ClamdAddress | null;
  readonly trustProxy: boolean;
  /** The address of the metrics for Prometheus. Null: no metrics. */
  readonly metrics: { readonly port: number; readonly host: string } | null;
  /** The OTLP/HTTP receiver of traces. Null: no traces. */
  readonly otlpEndpoint: string | null;
  /** Milliseconds after SIGTERM in which requests are still served, so that a proxy notices `/readyz`. */
  readonly shutdownGraceMs: number;
  readonly stripe: ProviderSetting<{
    readonly secretKey: string;
    readonly publishableKey: string;
    readonly webhookSecrets: readonly string[];
  }>;
  /** Free days before the first charge of a first plan. */
  readonly trialDays: number;
  /** The valid referral codes. Others are ignored. */
  readonly referralCodes: readonly string[];
  readonly paypal: ProviderSetting<{
    readonly clientId: string;
    readonly secret: string;
    readonly webhookId: string;
    readonly apiUrl: string;
  }>;
  /** The address of the owner, who gets the weekly digest. Null: no digest. */
  readonly ownerEmail: string | null;
  /** The mail server and the sender. Mail cannot be off: password resets need it. */
  readonly smtp: SmtpAccess | 'sandbox';
  readonly google: ProviderSetting<{ readonly clientId: string; readonly keysUrl: string }>;
  readonly facebook: ProviderSetting<{
    readonly appId: string;
    readonly appSecret: string;
    readonly graphUrl: string;
  }>;
  /** The key pair for Web Push; `sandbox` generates one. */
  readonly vapid: ProviderSetting<{
    readonly publicKey: string;
    readonly privateKey: string;
    readonly subject: string;
  }>;
  /** Origins of push services besides the browsers' own. */
  readonly pushServices: readonly string[];
  /** Market data by REST: tickers, candles, time and sales. */
  readonly polygon: ProviderSetting<{ readonly apiKey: string; readonly restUrl: string }>;
  /** Market news; Polygon's by default when its key is set. */
  readonly news: ProviderSetting<{
    readonly provider: 'finnhub' | 'polygon';
    readonly apiKey: string;
    readonly restUrl: string;
  }>;
  /** The Graph tab: our own chart, or TradingView's embedded widget. */
  readonly chart: 'built-in' | 'tradingview';
  /** The live trades of Trade Flash. */
  readonly optionsFeed: ProviderSetting<{ readonly url: string; readonly key: string }>;
  /** Replay speed of the sandbox's trades; 1 is real time. */
  readonly sandboxFeedSpeed: number;
}
