import type { SmtpAccess } from './providers/mail/smtp-mail.ts';
import type { ClamdAddress } from './providers/scanner/clamd.ts';

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
  readonly production: boolean;
  /** Whether sandbox providers and /dev are there. */
  readonly sandbox: boolean;
  readonly captcha: 'altcha' | 'off';
  /** Google's captcha instead of the self-hosted one. */
  readonly recaptcha: {
    readonly siteKey: string;
    readonly secretKey: string;
    readonly verifyUrl: string;
  } | null;
  readonly rateLimits: boolean;
  /** Where the site keeps its session; the calls take both ways (traps B3). */
  readonly session: 'bearer' | 'cookie';
  /** `private`: a registration does not tell whether its e-mail address is in use (traps C7). */
  readonly registration: 'open' | 'private';
  /** Further origins that may call (CORS, sockets). */
  readonly allowedOrigins: readonly string[];
  /** The origin that serves chat media and nothing else, the same server under another name; the site's own when null. */
  readonly mediaOrigin: string | null;
  /** ClamAV's daemon, which looks into files that are sent; nobody does when null. */
  readonly clamd: ClamdAddress | null;
  readonly trustProxy: boolean;
  readonly stripe: {
    readonly secretKey: string;
    readonly publishableKey: string;
    readonly webhookSecrets: readonly string[];
  } | null;
  /** Free days before the first charge of a first plan. */
  readonly trialDays: number;
  /** The referral codes that are known; a sign-up with another is a sign-up without one. */
  readonly referralCodes: readonly string[];
  readonly paypal: {
    readonly clientId: string;
    readonly secret: string;
    readonly webhookId: string;
    readonly apiUrl: string;
  } | null;
  /** The mail server, and in whose name mails go; the outbox page of the sandbox without it. */
  readonly smtp: SmtpAccess | null;
  readonly google: { readonly clientId: string; readonly keysUrl: string } | null;
  readonly facebook: { readonly appId: string; readonly appSecret: string; readonly graphUrl: string } | null;
  /** The key pair for Web Push; null lets the installation make its own. */
  readonly vapid: {
    readonly publicKey: string;
    readonly privateKey: string;
    readonly subject: string;
  } | null;
  /** Origins of push services besides the browsers' own. */
  readonly pushServices: readonly string[];
  readonly polygon: { readonly apiKey: string; readonly restUrl: string } | null;
  /** The Graph tab: our own chart, or the chart provider's embedded widget. */
  readonly chart: 'built-in' | 'tradingview';
  readonly optionsFeed: { readonly url: string; readonly key: string } | null;
  /** How fast the sandbox replays trades: 1 = true pace. */
  readonly sandboxFeedSpeed: number;
}
