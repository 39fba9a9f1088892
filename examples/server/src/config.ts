import type { SmtpAccess } from './providers/mail/smtp-mail.ts';
import type { ClamdAddress } from './providers/scanner/clamd.ts';

/**
 * An outside service: the access to the real one, `sandbox` for the stand-in that comes with this server, or `off`: its
 * feature is absent.
 */
export type ProviderSetting<Access> = Access | 'sandbox' | 'off';

/** The outside services that can be set, each by its own keys, by `SANDBOX` or by `PROVIDERS_OFF`. */
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

/** Whether a service is the real one; then the setting is its access. */
export function isReal<Access extends object>(setting: ProviderSetting<Access>): setting is Access {
  return typeof setting === 'object';
}

/** What the environment decides, read and checked once at the start. */
export interface Config {
  /** 0 lets the system choose (tests). */
  readonly port: number;
  /** The loopback address by default. */
  readonly host: string;
  /** Where the site is reached, without a trailing slash; origins are checked against it. */
  readonly publicUrl: string;
  /** The data folder: database, uploads, temporary files. */
  readonly dataFolder: string;
  /** A PostgreSQL server; PGlite in the data folder without it. */
  readonly databaseUrl: string | null;
  /** `NODE_ENV=production`: no `/dev` routes, no demo data, no movable clock. */
  readonly production: boolean;
  /** How each outside service was chosen, for the table that the server prints. */
  readonly providers: readonly ProviderRow[];
  readonly captcha: 'altcha' | 'off';
  /** Google's captcha instead of the self-hosted one. */
  readonly recaptcha: {
    readonly siteKey: string;
    readonly secretKey: string;
    readonly verifyUrl: string;
  } | null;
  readonly rateLimits: boolean;
  /** Where the site keeps its session; the calls take both ways. */
  readonly session: 'bearer' | 'cookie';
  /** `private`: a registration does not tell whether its e-mail address is in use. */
  readonly registration: 'open' | 'private';
  /** Further origins that may call (CORS, sockets). */
  readonly allowedOrigins: readonly string[];
  /** The origin that serves chat media and nothing else, the same server under another name; the site's own when null. */
  readonly mediaOrigin: string | null;
  /** ClamAV's daemon, which looks into files that are sent; nobody does when null. */
  readonly clamd: ClamdAddress | null;
  readonly trustProxy: boolean;
  readonly stripe: ProviderSetting<{
    readonly secretKey: string;
    readonly publishableKey: string;
    readonly webhookSecrets: readonly string[];
  }>;
  /** Free days before the first charge of a first plan. */
  readonly trialDays: number;
  /** The referral codes that are known; a sign-up with another is a sign-up without one. */
  readonly referralCodes: readonly string[];
  readonly paypal: ProviderSetting<{
    readonly clientId: string;
    readonly secret: string;
    readonly webhookId: string;
    readonly apiUrl: string;
  }>;
  /** The mail server and the sender's address. Mail cannot be off: without it nobody can recover an account. */
  readonly smtp: SmtpAccess | 'sandbox';
  readonly google: ProviderSetting<{ readonly clientId: string; readonly keysUrl: string }>;
  readonly facebook: ProviderSetting<{
    readonly appId: string;
    readonly appSecret: string;
    readonly graphUrl: string;
  }>;
  /** The key pair for Web Push; with `sandbox` the installation makes and keeps its own. */
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
  /** How fast the sandbox replays trades: 1 = true pace. */
  readonly sandboxFeedSpeed: number;
}
