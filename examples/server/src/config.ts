import type { SmtpAccess } from './providers/mail/smtp-mail.ts';
import type { ClamdAddress } from './providers/scanner/clamd.ts';

/** Setting of an external service: access to the real one, the sandbox, or off (the feature is absent). */
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
  /** Why: the variable that decided, or the one that is missing. */
  readonly reason: string;
}

/** Returns whether a setting is the access to a real service. */
export function isReal<Access extends object>(setting: ProviderSetting<Access>): setting is Access {
  return typeof setting === 'object';
}

/** The configuration from the environment, validated at the start. */
export interface Config {
  /** 0 lets the system choose (tests). */
  readonly port: number;
  /** The loopback address by default. */
  readonly host: string;
  /** The site's address without a trailing slash. */
  readonly publicUrl: string;
  /** The data folder: database, uploads, temporary files. */
  readonly dataFolder: string;
  /** A PostgreSQL server; PGlite in the data folder without it. */
  readonly databaseUrl: string | null;
  /** `NODE_ENV=production`: no `/dev` routes, no demo data, no movable clock. */
  readonly production: boolean;
  /** The mode of each external service, for the table at the start. */
  readonly providers: readonly ProviderRow[];
  readonly captcha: 'altcha' | 'off';
  /** Google's captcha instead of the self-hosted one. */
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
  /** A separate origin for chat media, served by this server; null for the site's own. */
  readonly mediaOrigin: string | null;
  /** ClamAV's daemon, which scans uploaded files; null for none. */
  readonly clamd: ClamdAddress | null;
  readonly trustProxy: boolean;
  readonly stripe: ProviderSetting<{
    readonly secretKey: string;
    readonly publishableKey: string;
    readonly webhookSecrets: readonly string[];
  }>;
  /** Free days before the first charge of a first plan. */
  readonly trialDays: number;
  /** The valid referral codes; others are ignored. */
  readonly referralCodes: readonly string[];
  readonly paypal: ProviderSetting<{
    readonly clientId: string;
    readonly secret: string;
    readonly webhookId: string;
    readonly apiUrl: string;
  }>;
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
  /** The Graph tab: our own chart, or the chart provider's embedded widget. */
  readonly chart: 'built-in' | 'tradingview';
  /** The live trades of Trade Flash. */
  readonly optionsFeed: ProviderSetting<{ readonly url: string; readonly key: string }>;
  /** Replay speed of the sandbox's trades; 1 is real time. */
  readonly sandboxFeedSpeed: number;
}
