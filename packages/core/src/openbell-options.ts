import type { SessionMode } from './api-client/index.ts';
import type { CardSetup, CardsConfig } from './billing/index.ts';
import type { CaptchaConfig } from './captcha/index.ts';
import type { Gateway } from './contract/index.ts';
import type {
  Clock,
  FileSaver,
  FileStore,
  KeyValueStorage,
  Log,
  Microphone,
  Notifications,
  Notifier,
  OnError,
  Page,
  Popups,
  PushWorkers,
  Random,
  Scheduler,
  Scripts,
  Sha256,
  SocketFactory,
  Sounds,
  Tabs,
  Tones,
  Upload,
} from './ports/index.ts';
import type { AccountDeletionMode } from './profile/index.ts';
import type { PushTokens, WebPushOptions } from './push/index.ts';
import type { SocialConfig } from './social-sign-in/index.ts';

/** What the site's features take from the browser, unless the host puts something in its place. */
export interface SitePorts {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly page: Page;
  readonly random: Random;
  readonly tabs: Tabs;
  readonly localStorage: KeyValueStorage;
  readonly sessionStorage: KeyValueStorage;
  readonly notifications: Notifications;
  readonly pushWorkers: PushWorkers;
  readonly scripts: Scripts;
  readonly popups: Popups;
  readonly sha256: Sha256;
  readonly fetch: typeof globalThis.fetch;
  /** Tells how far an upload is; null sends files by `fetch`, which cannot (the default where `fetch` is given). */
  readonly upload: Upload | null;
}

/** What the members' features take from the browser besides. */
export interface MemberPorts {
  /** Where files wait that are not sent yet. */
  readonly fileStore: FileStore;
  readonly fileSaver: FileSaver;
  readonly microphone: Microphone;
  /** Decodes voice messages, for their waveforms. */
  readonly sounds: Sounds;
  /** Shows the page's own notifications. */
  readonly notifier: Notifier;
  readonly tones: Tones;
  readonly socketFactory: SocketFactory;
}

/** What the host puts in the place of the browser's own. */
export interface OpenbellPorts extends SitePorts, MemberPorts {}

interface AskedForPush {
  /** Whether a page's loading may ask for permission; false by default, see `PushOptions.askOnLoad`. */
  readonly askOnLoad?: boolean;
}

/** Push messages by the browser's own service, Web Push. */
export interface WebPushConfig
  extends AskedForPush,
    Pick<WebPushOptions, 'vapidPublicKey' | 'workerUrl' | 'scope'> {}

/** Push messages by another messaging service, whose tokens the host brings. */
export interface PushTokensConfig extends AskedForPush {
  /** What asks that service. */
  readonly tokens: PushTokens;
}

/** Where push tokens come from, and whether a page's loading may ask for permission. */
export type PushConfig = WebPushConfig | PushTokensConfig;

/** Options of `createOpenbell`. Only `apiUrl` is required. The docs site's page on options is made from these comments. */
export interface OpenbellOptions {
  /**
   * The API's prefix: a path of this site, or a whole address. Calls are put behind it as they are (`/web/login`).
   *
   * @example
   * apiUrl: 'https://your-api.example/api'
   */
  readonly apiUrl: string;
  /**
   * Where the session's secret is: in this site's storage (`bearer`), or in a cookie that no script can read (`cookie`),
   * for an API on the page's own origin that sets one, as the reference server does.
   *
   * @defaultValue `'bearer'`
   * @example
   * session: 'cookie'
   */
  readonly session?: SessionMode;
  /**
   * The member socket: a path of this site, or a whole address (`wss:` and `https:` mean the same).
   *
   * @defaultValue `/ws` behind `apiUrl`
   * @example
   * socketUrl: 'wss://live.your-api.example/ws'
   */
  readonly socketUrl?: string;
  /**
   * The options feed: a path of this site, or a whole address. Required when the API is on another origin. `null` for a
   * site without a feed: Time & Sales then has no live rows.
   *
   * @defaultValue `'/options'`
   * @example
   * optionsFeedUrl: 'wss://your-api.example/options'
   */
  readonly optionsFeedUrl?: string | null;
  /**
   * What the options feed's hand-shake carries, asked at each attempt; null when there is nothing, and none is made. A
   * provider's key given here is in every visitor's browser.
   *
   * @defaultValue the access token, or the cookie's marker, as the reference server expects
   * @example
   * optionsFeedAuth: () => sessionStorage.getItem('acme-feed-key')
   */
  readonly optionsFeedAuth?: () => string | null;
  /**
   * Stands before every key in storage. Two instances on one origin need two of them, or share a session.
   *
   * @defaultValue `'openbell:'`
   * @example
   * keyPrefix: 'acme:'
   */
  readonly keyPrefix?: string;
  /**
   * What sign-in and log-out clear: our own keys, or the whole origin's storage but for the theme. `origin` is for a site
   * that is nothing but this: it takes a host's own keys with it.
   *
   * @defaultValue `'own'`
   * @example
   * clear: 'origin'
   */
  readonly clear?: 'own' | 'origin';
  /**
   * Which captcha the forms ask for: sign-in, sign-up and contact.
   *
   * @defaultValue `{ provider: 'none' }`
   * @example
   * captcha: { provider: 'altcha' }
   */
  readonly captcha?: CaptchaConfig;
  /**
   * The social accounts that people can sign in with.
   *
   * @defaultValue `{}`
   * @example
   * social: { google: { clientId: '1234-abcd.apps.googleusercontent.com' } }
   */
  readonly social?: SocialConfig;
  /**
   * Who takes cards: Stripe, the reference server's sandbox, or a set-up of the host's own.
   *
   * @defaultValue `{ provider: 'sandbox' }`
   * @example
   * cards: { provider: 'stripe', publishableKey: 'pk_live_1234' }
   */
  readonly cards?: CardsConfig | CardSetup;
  /**
   * The ways to pay that the site offers: `stripe` for cards, `paypal` for the wallet. Empty: the site takes no payments.
   *
   * @defaultValue `['stripe', 'paypal']`
   * @example
   * gateways: ['stripe']
   */
  readonly gateways?: readonly Gateway[];
  /**
   * Hosts, besides the known payment providers', that a payment may send the browser to.
   *
   * @defaultValue `[]`
   * @example
   * paymentHosts: ['pay.your-wallet.example']
   */
  readonly paymentHosts?: readonly string[];
  /**
   * Push messages: by Web Push, with the server's public key, or by tokens of another messaging service. Without it no
   * service worker is registered and nobody is asked for anything.
   *
   * @defaultValue none
   * @example
   * push: { vapidPublicKey: 'BN4GvZtEZiZuqFxSKVZfSfluwKBD7UxHNBmWkfiZfCtg', askOnLoad: false }
   */
  readonly push?: PushConfig;
  /**
   * What Delete Account does: deletes the account, or removes what this device keeps.
   *
   * @defaultValue `'server'`
   * @example
   * deleteAccount: 'local'
   */
  readonly deleteAccount?: AccountDeletionMode;
  /**
   * What stands in the place of the browser's own: time, storage, network, sockets, windows. For tests, and for hosts with a
   * `fetch` of their own.
   *
   * @defaultValue the browser's
   * @example
   * ports: { fetch: (input, init) => fetch(input, { ...init, cache: 'no-store' }) }
   */
  readonly ports?: Partial<OpenbellPorts>;
  /**
   * Receives the errors that the specification calls 'only logged'.
   *
   * @defaultValue nowhere: a library owns no console
   * @example
   * log: (message, detail) => console.debug('openbell:', message, detail)
   */
  readonly log?: Log;
  /**
   * Hears of what was put right or left out without the person noticing: storage that is full, a malformed entry.
   *
   * @defaultValue nobody hears of it
   * @example
   * onError: ({ where, error }) => reportError(new Error(where, { cause: error }))
   */
  readonly onError?: OnError;
}
