import { type Alerts, type AlertView, createAlerts, createAlertView } from './alerts/index.ts';
import { type ApiClient, createApiClient } from './api-client/index.ts';
import {
  type Billing,
  type CardSetup,
  type CardsConfig,
  createBilling,
  createCardSetup,
  PAYMENT_HOSTS,
} from './billing/index.ts';
import { type Captcha, type CaptchaConfig, createCaptcha } from './captcha/index.ts';
import { createPriceChart, type PriceChart } from './chart/index.ts';
import { type ChatFeature, createChat } from './chat/index.ts';
import { type Contact, createContact } from './contact/index.ts';
import { bearerProtocolPrefix, memberSocketProtocol } from './contract/index.ts';
import { type Courses, createCourses } from './courses/index.ts';
import { createNews, type News } from './news/index.ts';
import { createOptionsFeed, type OptionsFeed } from './options-feed/index.ts';
import { createOtpReset, type OtpReset } from './otp-reset/index.ts';
import {
  browserMicrophone,
  browserNotifications,
  browserNotifier,
  browserPage,
  browserPopups,
  browserPushWorkers,
  browserSockets,
  browserUpload,
  type Clock,
  createBrowserFileSaver,
  createBrowserFileStore,
  createBrowserScripts,
  createBrowserStorage,
  createBrowserTabs,
  createBrowserTones,
  type FileSaver,
  type FileStore,
  type KeyValueStorage,
  type Log,
  type Microphone,
  type Notifications,
  type Notifier,
  type OnError,
  type Page,
  type Popups,
  type PushWorkers,
  type Random,
  type Scheduler,
  type Scripts,
  type Sha256,
  type SocketFactory,
  silentLog,
  systemClock,
  systemRandom,
  systemScheduler,
  systemSha256,
  type Tabs,
  type Tones,
  type Upload,
} from './ports/index.ts';
import {
  type AccountDeletion,
  type AccountDeletionMode,
  createAccountDeletion,
  createProfile,
  createProfileEditor,
  type Profile,
  type ProfileEditor,
} from './profile/index.ts';
import {
  createPush,
  createWebPushTokens,
  type Push,
  type PushTokens,
  type WebPushOptions,
} from './push/index.ts';
import { createRealtime, type Realtime } from './realtime/index.ts';
import { createSession, createSignIn, type Session, type SignIn } from './session/index.ts';
import { createSignUp, type SignUp } from './sign-up/index.ts';
import {
  createSocialProviders,
  createSocialSignIn,
  type SocialConfig,
  type SocialSignInFeature,
} from './social-sign-in/index.ts';
import { createTheme, type Theme } from './theme/index.ts';
import { createTickerDetails, type TickerDetailsLoader } from './ticker-details/index.ts';
import { createTickerSearch, type TickerSearch } from './ticker-search/index.ts';
import { createTimeSales, type TimeSales } from './time-sales/index.ts';
import {
  createFlashAlerts,
  createTradeFlash,
  type FlashAlerts,
  type TradeFlash,
} from './trade-flash/index.ts';

/** What the host puts in the place of the browser's own. */
export interface OpenbellPorts {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly page: Page;
  readonly random: Random;
  readonly tabs: Tabs;
  readonly localStorage: KeyValueStorage;
  readonly sessionStorage: KeyValueStorage;
  /** Where files wait that are not sent yet. */
  readonly fileStore: FileStore;
  readonly fileSaver: FileSaver;
  readonly microphone: Microphone;
  readonly notifications: Notifications;
  /** Shows the page's own notifications. */
  readonly notifier: Notifier;
  readonly tones: Tones;
  readonly pushWorkers: PushWorkers;
  readonly socketFactory: SocketFactory;
  readonly scripts: Scripts;
  readonly popups: Popups;
  readonly sha256: Sha256;
  readonly fetch: typeof globalThis.fetch;
  /** Tells how far an upload is; null sends files by `fetch`, which cannot (the default where `fetch` is given). */
  readonly upload: Upload | null;
}

/** Where push tokens come from, and whether a page's loading may ask for permission; see `PushOptions.askOnLoad`. */
export type PushConfig = { readonly askOnLoad?: boolean } & (
  | Pick<WebPushOptions, 'vapidPublicKey' | 'workerUrl' | 'scope'>
  | { readonly tokens: PushTokens }
);

export interface OpenbellOptions {
  /** The API's prefix, for example `/api` or `https://example.com/api`. */
  readonly apiUrl: string;
  /** The member socket; `<apiUrl>/ws` by default. */
  readonly socketUrl?: string;
  /** The options feed; `/options` by default, as the reference server has it. */
  readonly optionsFeedUrl?: string;
  /** What the options feed's hand-shake carries; the access token by default, as the reference server expects. */
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

/** Every feature, put together over one session. Each is also usable alone from its own entry point. */
export interface Openbell {
  readonly api: ApiClient;
  readonly session: Session;
  readonly signIn: SignIn;
  readonly socialSignIn: SocialSignInFeature;
  readonly signUp: SignUp;
  readonly otpReset: OtpReset;
  readonly captcha: Captcha;
  readonly profile: Profile;
  readonly profileEditor: ProfileEditor;
  readonly accountDeletion: AccountDeletion;
  readonly push: Push;
  readonly contact: Contact;
  readonly billing: Billing;
  readonly theme: Theme;
  readonly news: News;
  readonly courses: Courses;
  readonly alerts: Alerts;
  readonly alertView: AlertView;
  readonly realtime: Realtime;
  readonly groupChat: ChatFeature;
  readonly personalChat: ChatFeature;
  readonly optionsFeed: OptionsFeed;
  readonly tradeFlash: TradeFlash;
  readonly flashAlerts: FlashAlerts;
  readonly timeSales: TimeSales;
  readonly tickerSearch: TickerSearch;
  readonly tickerDetails: TickerDetailsLoader;
  readonly priceChart: PriceChart;
  /** Reads the stored session and theme and follows other tabs. Reference-counted; nothing runs before it. */
  start(): () => void;
  destroy(): void;
}

/**
 * The composition root. Pure: nothing is read, sent or listened to before `start()` or an action.
 *
 * @throws TypeError when `apiUrl` is missing.
 */
export function createOpenbell(options: OpenbellOptions): Openbell {
  const { apiUrl, keyPrefix = 'openbell:', clear = 'own', log = silentLog } = options;
  if (typeof apiUrl !== 'string' || apiUrl === '') {
    throw new TypeError("createOpenbell needs apiUrl: the API's prefix, for example '/api'.");
  }
  const onError: OnError = options.onError ?? (() => {});
  const onStorageError = (error: unknown): void => onError({ where: 'storage', error });
  const ports: OpenbellPorts = {
    clock: systemClock,
    scheduler: systemScheduler,
    page: browserPage,
    random: systemRandom,
    tabs: createBrowserTabs(`${keyPrefix}session`),
    localStorage: createBrowserStorage('local', onStorageError),
    sessionStorage: createBrowserStorage('session', onStorageError),
    fileStore: createBrowserFileStore(`${keyPrefix}files`, onStorageError),
    fileSaver: createBrowserFileSaver(options.ports?.fetch ?? ((...args) => globalThis.fetch(...args))),
    microphone: browserMicrophone,
    notifications: browserNotifications,
    notifier: browserNotifier,
    tones: createBrowserTones(),
    pushWorkers: browserPushWorkers,
    socketFactory: browserSockets,
    scripts: createBrowserScripts({ scheduler: options.ports?.scheduler ?? systemScheduler }),
    popups: browserPopups,
    sha256: systemSha256,
    fetch: (...args) => globalThis.fetch(...args),
    upload: options.ports?.fetch === undefined ? browserUpload : null,
    ...options.ports,
  };
  const { clock, scheduler, page, random, socketFactory, scripts, popups, sha256 } = ports;
  const common = { clock, scheduler, page, random, log, onError };

  // The session sends through the transport, and the transport asks the session for its token: the transport looks
  // it up at each request, when both are there.
  const api = createApiClient({
    baseUrl: apiUrl,
    clock,
    onError,
    fetch: ports.fetch,
    upload: ports.upload ?? undefined,
    getToken: () => session.getToken(),
    onUnauthorized: (token) => session.onUnauthorized(token),
    onServerTime: (times) => session.onServerTime(times),
  });
  const captcha = createCaptcha(options.captcha ?? { provider: 'none' }, { api, scripts, scheduler, log });
  const captchaRequired = (): boolean => captcha.required;
  const session: Session = createSession({
    api,
    localStorage: ports.localStorage,
    sessionStorage: ports.sessionStorage,
    tabs: ports.tabs,
    keyPrefix,
    clear,
    captchaRequired,
    page,
    clock,
    scheduler,
    log,
    onError,
  });
  const theme = createTheme({ storage: ports.localStorage, tabs: ports.tabs, keyPrefix, onError });

  const realtime = createRealtime({
    url: () => socketAddress(options.socketUrl ?? `${apiUrl.replace(/\/+$/, '')}/ws`),
    protocols: () => {
      const token = session.getToken();
      return token === null ? null : [memberSocketProtocol, `${bearerProtocolPrefix}${token.token}`];
    },
    $session: session.$state,
    socketFactory,
    ...common,
  });
  const chatOf = (chatType: 'GR' | 'PR'): ChatFeature =>
    createChat({
      api,
      realtime,
      session,
      chatType,
      storage: session.cache,
      files: ports.fileStore,
      microphone: ports.microphone,
      saver: ports.fileSaver,
      ...common,
    });

  const optionsFeed = createOptionsFeed({
    url: () => socketAddress(options.optionsFeedUrl ?? '/options'),
    auth: options.optionsFeedAuth ?? (() => session.getToken()?.token ?? null),
    socketFactory,
    ...common,
  });

  const tradeFlash = createTradeFlash({ feed: optionsFeed, scheduler, now: session.now, onError });

  const cards = options.cards ?? { provider: 'sandbox' };
  const cardSetup =
    'confirm' in cards
      ? cards
      : createCardSetup(cards, {
          // The sandbox's pages are at the root of the server that has the API.
          api: createApiClient({ baseUrl: rootOf(apiUrl), clock, fetch: ports.fetch }),
        });
  const billing = createBilling({
    api,
    session,
    cardSetup,
    ...(options.paymentHosts ? { redirectHosts: [...PAYMENT_HOSTS, ...options.paymentHosts] } : {}),
    ...common,
  });

  const features = {
    api,
    session,
    signIn: createSignIn({ session }),
    socialSignIn: createSocialSignIn({
      session,
      // The consent pages are at the root of the server that has the API.
      providers: createSocialProviders(options.social ?? {}, rootOf(apiUrl), {
        scripts,
        popups,
        scheduler,
        random,
        sha256,
        log,
      }),
      captchaRequired,
      log,
    }),
    signUp: createSignUp({ api, captchaRequired }),
    otpReset: createOtpReset({ api, storage: ports.sessionStorage, keyPrefix, clock, scheduler, page }),
    captcha,
    profile: createProfile({ session }),
    profileEditor: createProfileEditor({ api, session }),
    accountDeletion: createAccountDeletion({
      api,
      session,
      ...(options.deleteAccount ? { mode: options.deleteAccount } : {}),
    }),
    push: createPush({
      api,
      session,
      tokens: pushTokensOf(options.push, ports),
      storage: ports.localStorage,
      keyPrefix,
      askOnLoad: options.push?.askOnLoad ?? false,
      notifications: ports.notifications,
      ...common,
    }),
    contact: createContact({ api }),
    billing,
    theme,
    news: createNews({ api, onError }),
    courses: createCourses({ api, session, storage: session.cache, fetch: ports.fetch, log, onError }),
    alerts: createAlerts({ api, now: session.now, scheduler, page, log, onError }),
    alertView: createAlertView({ api, log }),
    realtime,
    groupChat: chatOf('GR'),
    personalChat: chatOf('PR'),
    optionsFeed,
    tradeFlash,
    flashAlerts: createFlashAlerts({
      flash: tradeFlash,
      storage: session.cache,
      tones: ports.tones,
      notifications: ports.notifications,
      notifier: ports.notifier,
      scheduler,
    }),
    timeSales: createTimeSales({ api, storage: session.cache, scheduler, log, onError }),
    tickerSearch: createTickerSearch({ api, scheduler, log }),
    tickerDetails: createTickerDetails({ api, log }),
    priceChart: createPriceChart({ api, clock, log }),
  };

  /** What was loaded for one person is not shown to the next. */
  function forgetWithPerson(): () => void {
    let owner = session.$user.get()?.id ?? null;
    return session.$user.listen((user) => {
      const id = user?.id ?? null;
      if (owner !== null && owner !== id) {
        features.courses.destroy();
        features.alerts.destroy();
        features.timeSales.destroy();
        features.flashAlerts.destroy();
      }
      owner = id;
    });
  }

  return {
    ...features,
    start() {
      const stops = [session.start(), theme.start(), forgetWithPerson(), features.push.start()];
      return () => {
        for (const stop of stops) stop();
      };
    },
    destroy() {
      for (const feature of Object.values(features)) if ('destroy' in feature) feature.destroy();
    },
  };
}

function pushTokensOf(
  config: PushConfig | undefined,
  { pushWorkers, scheduler }: OpenbellPorts,
): PushTokens | null {
  if (config === undefined) return null;
  return 'tokens' in config
    ? config.tokens
    : createWebPushTokens({ ...config, workers: pushWorkers, scheduler });
}

/** A socket's address from one of the page's: `/api/ws`, `https://…` and `wss://…` are all understood. */
function socketAddress(url: string): string {
  if (typeof location === 'undefined') return url.replace(/^http/, 'ws');
  const resolved = new URL(url, location.href);
  resolved.protocol = resolved.protocol.replace(/^http/, 'ws');
  return resolved.href;
}

/** The root of the server that an API's prefix is on: '' for a path of this site. */
function rootOf(apiUrl: string): string {
  return /^https?:\/\//i.test(apiUrl) ? new URL(apiUrl).origin : '';
}
