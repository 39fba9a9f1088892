import { type AlertView, createAlertView } from './alerts/index.ts';
import { type ApiClient, createApiClient } from './api-client/index.ts';
import { type Billing, createBilling, createCardSetup, PAYMENT_HOSTS } from './billing/index.ts';
import { type Captcha, createCaptcha } from './captcha/index.ts';
import { type Contact, createContact } from './contact/index.ts';
import type { OpenbellOptions, PushConfig, SitePorts } from './openbell-options.ts';
import { createOtpReset, type OtpReset } from './otp-reset/index.ts';
import {
  browserNotifications,
  browserPage,
  browserPopups,
  browserPushWorkers,
  browserUpload,
  createBrowserScripts,
  createBrowserStorage,
  createBrowserTabs,
  type Log,
  type OnError,
  silentLog,
  systemClock,
  systemRandom,
  systemScheduler,
  systemSha256,
} from './ports/index.ts';
import { createPush, createWebPushTokens, type Push, type PushTokens } from './push/index.ts';
import { createSession, createSignIn, type Session, type SignIn } from './session/index.ts';
import { startAll } from './shared/lifecycle.ts';
import { createSignUp, type SignUp } from './sign-up/index.ts';
import {
  createSocialProviders,
  createSocialSignIn,
  type SocialSignInFeature,
} from './social-sign-in/index.ts';
import { createTheme, type Theme } from './theme/index.ts';

export type { OpenbellOptions, OpenbellPorts, PushConfig } from './openbell-options.ts';

/** The shared base of an instance: its options and resolved ports. */
export interface SiteBase {
  readonly options: OpenbellOptions;
  readonly ports: SitePorts;
  readonly keyPrefix: string;
  readonly log: Log;
  readonly onError: OnError;
}

/** The features that public pages need, from session to push. */
export interface SiteFeatures {
  readonly api: ApiClient;
  readonly session: Session;
  readonly signIn: SignIn;
  readonly socialSignIn: SocialSignInFeature;
  readonly signUp: SignUp;
  readonly otpReset: OtpReset;
  readonly captcha: Captcha;
  readonly contact: Contact;
  readonly billing: Billing;
  readonly theme: Theme;
  readonly alertView: AlertView;
  /** A site feature, because sign-out on any page removes the device's push token. */
  readonly push: Push;
  /** Reads the stored session and theme and syncs with other tabs. Reference-counted; nothing runs before it. */
  start(): () => void;
  destroy(): void;
}

/** {@link SiteFeatures} and the base for `createMemberFeatures`. */
export interface Site extends SiteFeatures {
  readonly base: SiteBase;
}

/**
 * Creates the features of public pages, without the code of the member features. It has no side effects
 * before `start()` or an action.
 *
 * @throws TypeError when `apiUrl` is missing.
 */
export function createSiteFeatures(options: OpenbellOptions): Site {
  const { apiUrl, keyPrefix = 'openbell:', clear = 'own', log = silentLog } = options;
  const { session: mode = 'bearer' } = options;
  if (typeof apiUrl !== 'string' || apiUrl === '') {
    throw new TypeError("Openbell needs apiUrl: the API's prefix, for example '/api'.");
  }
  const onError: OnError = options.onError ?? (() => {});
  const ports = portsOf(options, keyPrefix, onError);
  const { clock, scheduler, page, random, scripts } = ports;
  const common = { clock, scheduler, page, random, log, onError };

  // The session and the transport depend on each other: the transport reads the session's token at each request.
  const api = createApiClient({
    baseUrl: apiUrl,
    session: mode,
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
    ...common,
  });

  const cards = options.cards ?? null;
  const cardSetup =
    cards === null || 'confirm' in cards
      ? cards
      : createCardSetup(cards, {
          // The sandbox pages are at the root of the API's server.
          api: createApiClient({ baseUrl: rootOf(apiUrl), clock, fetch: ports.fetch }),
        });

  const features = {
    api,
    session,
    signIn: createSignIn({ session, clock, scheduler }),
    socialSignIn: createSocialSignIn({
      session,
      // The consent pages are at the root of the API's server.
      providers: createSocialProviders(options.social ?? {}, rootOf(apiUrl), { ...ports, log }),
      captchaRequired,
      ...common,
    }),
    signUp: createSignUp({ api, captchaRequired, clock, scheduler }),
    otpReset: createOtpReset({ api, storage: ports.sessionStorage, keyPrefix, clock, scheduler, page }),
    captcha,
    contact: createContact({ api, captchaRequired, clock, scheduler }),
    billing: createBilling({
      api,
      session,
      cardSetup,
      ...(options.gateways ? { gateways: options.gateways } : {}),
      ...(options.paymentHosts ? { redirectHosts: [...PAYMENT_HOSTS, ...options.paymentHosts] } : {}),
      ...common,
    }),
    theme: createTheme({ storage: ports.localStorage, tabs: ports.tabs, keyPrefix, scheduler, onError }),
    alertView: createAlertView({ api, log }),
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
  };

  return {
    ...features,
    base: { options, ports, keyPrefix, log, onError },
    start: () => startAll([session, features.theme, features.push]),
    destroy() {
      // Destroy in reverse order of creation. The transport is last: it aborts the pending requests.
      for (const feature of Object.values(features).reverse()) if ('destroy' in feature) feature.destroy();
    },
  };
}

/** The browser's ports, each of which the options can replace. */
function portsOf({ ports }: OpenbellOptions, keyPrefix: string, onError: OnError): SitePorts {
  const onStorageError = (error: unknown): void => onError({ where: 'storage', error });
  return {
    clock: systemClock,
    scheduler: systemScheduler,
    page: browserPage,
    random: systemRandom,
    tabs: createBrowserTabs(`${keyPrefix}session`),
    localStorage: createBrowserStorage('local', onStorageError),
    sessionStorage: createBrowserStorage('session', onStorageError),
    notifications: browserNotifications,
    pushWorkers: browserPushWorkers,
    scripts: createBrowserScripts({ scheduler: ports?.scheduler ?? systemScheduler }),
    popups: browserPopups,
    sha256: systemSha256,
    fetch: (...args) => globalThis.fetch(...args),
    upload: ports?.fetch === undefined ? browserUpload : null,
    ...ports,
  };
}

function pushTokensOf(
  config: PushConfig | undefined,
  { pushWorkers, scheduler }: SitePorts,
): PushTokens | null {
  if (config === undefined) return null;
  return 'tokens' in config
    ? config.tokens
    : createWebPushTokens({ ...config, workers: pushWorkers, scheduler });
}

/** Returns the origin of `apiUrl`; empty if it is a path of this site. */
function rootOf(apiUrl: string): string {
  return /^https?:\/\//i.test(apiUrl) ? new URL(apiUrl).origin : '';
}
