import type { SessionMode } from './api-client/index.ts';
import type { CardSetup, CardsConfig } from './billing/index.ts';
import type { CaptchaConfig } from './captcha/index.ts';
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

/** Where push tokens come from, and whether a page's loading may ask for permission; see `PushOptions.askOnLoad`. */
export type PushConfig = { readonly askOnLoad?: boolean } & (
  | Pick<WebPushOptions, 'vapidPublicKey' | 'workerUrl' | 'scope'>
  | { readonly tokens: PushTokens }
);

export interface OpenbellOptions {
  /** The API's prefix, for example `/api` or `https://example.com/api`. */
  readonly apiUrl: string;
  /**
   * Where the session's secret is: in this site's storage (`bearer`, default), or in a cookie that no script can read
   * (`cookie`), for an API on the page's own origin that sets one, as the reference server does (traps B3).
   */
  readonly session?: SessionMode;
  /** The member socket; `<apiUrl>/ws` by default. */
  readonly socketUrl?: string;
  /** The options feed; `/options` by default, as the reference server has it. */
  readonly optionsFeedUrl?: string;
  /** What the options feed's hand-shake carries; the access token (or the cookie's marker) by default, as the reference server expects. */
  readonly optionsFeedAuth?: () => string | null;
  /** Before every key in storage; `openbell:` by default (decisions.md 3). */
  readonly keyPrefix?: string;
  /** What sign-in and log-out clear: our own keys (default), or the whole origin but for the theme. */
  readonly clear?: 'own' | 'origin';
  readonly captcha?: CaptchaConfig;
  /** The social accounts that people can sign in with; none by default. */
  readonly social?: SocialConfig;
  /** Who takes cards: Stripe, the reference server's sandbox (default), or a set-up of the host's own. */
  readonly cards?: CardsConfig | CardSetup;
  /** Hosts, besides the known payment providers', that a payment may send the browser to. */
  readonly paymentHosts?: readonly string[];
  /**
   * Push messages: by Web Push, with the server's public key, or by tokens of another messaging service. Without it no
   * service worker is registered and nobody is asked for anything (traps F24).
   */
  readonly push?: PushConfig;
  /** What Delete Account does: deletes the account (default), or removes what this device keeps (traps B9). */
  readonly deleteAccount?: AccountDeletionMode;
  readonly ports?: Partial<OpenbellPorts>;
  /** Where the rows of product.md 8 that are 'only logged' go; nowhere by default. */
  readonly log?: Log;
  /** Hears of what was put right or left out without the person noticing. */
  readonly onError?: OnError;
}
