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
  Pictures,
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

/** Ports of the site features, with browser defaults. */
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
  /** Uploads with progress; null uses `fetch`, without progress (the default when `fetch` is set). */
  readonly upload: Upload | null;
}

/** Additional ports of the member features. */
interface MemberPorts {
  /** Stores files that are not sent yet. */
  readonly fileStore: FileStore;
  readonly fileSaver: FileSaver;
  readonly microphone: Microphone;
  /** Decodes photos, to make large ones smaller before they are sent. */
  readonly pictures: Pictures;
  /** Decodes voice messages, for their waveforms. */
  readonly sounds: Sounds;
  /** Shows the page's own notifications, and closes those of chats without unread messages. */
  readonly notifier: Notifier;
  readonly tones: Tones;
  readonly socketFactory: SocketFactory;
}

/** Ports that a host can replace. */
export interface OpenbellPorts extends SitePorts, MemberPorts {}

interface AskedForPush {
  /** Whether to request permission on page load; false by default, see `PushOptions.askOnLoad`. */
  readonly askOnLoad?: boolean;
}

/** Push messages by Web Push. */
export interface WebPushConfig
  extends AskedForPush,
    Pick<WebPushOptions, 'vapidPublicKey' | 'workerUrl' | 'scope'> {}

/** Push messages by another messaging service, whose tokens the host supplies. */
export interface PushTokensConfig extends AskedForPush {
  /** Requests tokens from the service. */
  readonly tokens: PushTokens;
}

/** Configuration of push messages. */
export type PushConfig = WebPushConfig | PushTokensConfig;

/** Options of `createOpenbell`. Only `apiUrl` is required. */
export interface OpenbellOptions {
  /**
   * URL prefix of the API: a path of this site or an absolute URL. Endpoint paths (`/web/login`) are appended to it.
   *
   * @example
   * apiUrl: 'https://your-api.example/api'
   */
  readonly apiUrl: string;
  /**
   * Where the session secret is stored: in this site's storage (`bearer`), or in an HttpOnly cookie (`cookie`), for a
   * same-origin API that sets one, like the reference server.
   *
   * @defaultValue `'bearer'`
   * @example
   * session: 'cookie'
   */
  readonly session?: SessionMode;
  /**
   * URL of the member socket: a path of this site or an absolute URL (`wss:` or `https:`).
   *
   * @defaultValue `/ws` below `apiUrl`
   * @example
   * socketUrl: 'wss://live.your-api.example/ws'
   */
  readonly socketUrl?: string;
  /**
   * URL that responds with 200 while the server is up. After the last failed attempt of the member socket, a visible page
   * requests it every 20 to 40 seconds, and reconnects after a 200. `null` for a server without one.
   *
   * @defaultValue `/healthz` at the origin of `apiUrl`
   * @example
   * healthUrl: 'https://your-api.example/status'
   */
  readonly healthUrl?: string | null;
  /**
   * URL of the options feed: a path of this site or an absolute URL. Required when the API is on another origin. `null`
   * for a site without a feed: Time & Sales then has no live rows.
   *
   * @defaultValue `'/options'`
   * @example
   * optionsFeedUrl: 'wss://your-api.example/options'
   */
  readonly optionsFeedUrl?: string | null;
  /**
   * Returns the credential of the options feed's handshake; called at each attempt. With null, no connection is made. A
   * provider's key is visible to every visitor.
   *
   * @defaultValue the access token, or the cookie's marker, as the reference server expects
   * @example
   * optionsFeedAuth: () => sessionStorage.getItem('acme-feed-key')
   */
  readonly optionsFeedAuth?: () => string | null;
  /**
   * Prefix of all storage keys. Two instances on one origin share a session unless their prefixes differ.
   *
   * @defaultValue `'openbell:'`
   * @example
   * keyPrefix: 'acme:'
   */
  readonly keyPrefix?: string;
  /**
   * What sign-in and sign-out clear: the library's keys (`own`), or all storage of the origin except the theme
   * (`origin`), which includes the host's keys.
   *
   * @defaultValue `'own'`
   * @example
   * clear: 'origin'
   */
  readonly clear?: 'own' | 'origin';
  /**
   * The captcha of the sign-in, sign-up and contact forms.
   *
   * @defaultValue `{ provider: 'none' }`
   * @example
   * captcha: { provider: 'altcha' }
   */
  readonly captcha?: CaptchaConfig;
  /**
   * The providers of social sign-in.
   *
   * @defaultValue `{}`
   * @example
   * social: { google: { clientId: '1234-abcd.apps.googleusercontent.com' } }
   */
  readonly social?: SocialConfig;
  /**
   * The card provider: Stripe, the sandbox of the reference server, or the host's own setup. Card payments require one.
   *
   * @defaultValue none
   * @example
   * cards: { provider: 'stripe', publishableKey: 'pk_live_1234' }
   */
  readonly cards?: CardsConfig | CardSetup;
  /**
   * The payment methods: `stripe` for cards, `paypal` for the wallet. Empty for a site without payments.
   *
   * @defaultValue `['stripe', 'paypal']`
   * @example
   * gateways: ['stripe']
   */
  readonly gateways?: readonly Gateway[];
  /**
   * Additional hosts that a payment may redirect to. Those of the known payment providers are always allowed.
   *
   * @defaultValue `[]`
   * @example
   * paymentHosts: ['pay.your-wallet.example']
   */
  readonly paymentHosts?: readonly string[];
  /**
   * Push messages: Web Push with the server's public key, or tokens of another messaging service. Without it, no service
   * worker is registered and no permission is requested.
   *
   * @defaultValue none
   * @example
   * push: { vapidPublicKey: 'BN4GvZtEZiZuqFxSKVZfSfluwKBD7UxHNBmWkfiZfCtg', askOnLoad: false }
   */
  readonly push?: PushConfig;
  /**
   * What Delete Account deletes: the account, or only the data on this device.
   *
   * @defaultValue `'server'`
   * @example
   * deleteAccount: 'local'
   */
  readonly deleteAccount?: AccountDeletionMode;
  /**
   * Replaces browser APIs: time, storage, network, sockets, windows. For tests, and for hosts with their own `fetch`.
   *
   * @defaultValue the browser's
   * @example
   * ports: { fetch: (input, init) => fetch(input, { ...init, cache: 'no-store' }) }
   */
  readonly ports?: Partial<OpenbellPorts>;
  /**
   * Receives the errors that the specification calls 'only logged'.
   *
   * @defaultValue does nothing
   * @example
   * log: (message, detail) => console.debug('openbell:', message, detail)
   */
  readonly log?: Log;
  /**
   * Receives problems that were handled silently: full storage, malformed entries.
   *
   * @defaultValue does nothing
   * @example
   * onError: ({ where, error }) => reportError(new Error(where, { cause: error }))
   */
  readonly onError?: OnError;
}
