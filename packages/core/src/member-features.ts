import { createAccessReloads, type Reload, reloadOf } from './access-reloads.ts';
import { type Alerts, createAlerts } from './alerts/index.ts';
import { createPriceChart, type PriceChart } from './chart/index.ts';
import { type ChatFeature, createChat } from './chat/index.ts';
import {
  alertsEndpoint,
  bearerProtocolPrefix,
  candlesEndpoint,
  chatEndpoint,
  chatsEndpoint,
  courseEndpoint,
  coursesEndpoint,
  memberSocketProtocol,
  newsListEndpoint,
  sessionsEndpoint,
  tickerDetailsEndpoint,
  timeSaleEndpoint,
} from './contract/index.ts';
import { type Courses, createCourses } from './courses/index.ts';
import { createDevices, type Devices } from './devices/index.ts';
import { createNews, type News } from './news/index.ts';
import type { MemberPorts } from './openbell-options.ts';
import { createOptionsFeed, type OptionsFeed } from './options-feed/index.ts';
import {
  browserMicrophone,
  browserNotifier,
  browserSockets,
  createBrowserFileSaver,
  createBrowserFileStore,
  createBrowserSounds,
  createBrowserTones,
} from './ports/index.ts';
import {
  type AccountDeletion,
  createAccountDeletion,
  createPasswordChange,
  createProfile,
  createProfileEditor,
  type PasswordChange,
  type Profile,
  type ProfileEditor,
} from './profile/index.ts';
import { createRealtime, type Realtime } from './realtime/index.ts';
import { createLifecycle } from './shared/lifecycle.ts';
import type { Site } from './site-features.ts';
import { createTickerDetails, type TickerDetailsLoader } from './ticker-details/index.ts';
import { createTickerSearch, type TickerSearch } from './ticker-search/index.ts';
import { createTimeSales, type TimeSales } from './time-sales/index.ts';
import {
  createFlashAlerts,
  createTradeFlash,
  type FlashAlerts,
  type TradeFlash,
} from './trade-flash/index.ts';

/** The features for members, which use the session of a {@link Site}. */
export interface MemberFeatures {
  readonly profile: Profile;
  readonly profileEditor: ProfileEditor;
  readonly passwordChange: PasswordChange;
  readonly accountDeletion: AccountDeletion;
  readonly devices: Devices;
  readonly news: News;
  readonly courses: Courses;
  readonly alerts: Alerts;
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
  /** Resets the features when another user signs in, and reconnects a refused feed after sign-in. Reference-counted. */
  start(): () => void;
  /** Destroys these features, but not those of the site. */
  destroy(): void;
}

/**
 * Creates the member features with the session, options and ports of a site. Without side effects before `start()` or an
 * action.
 */
export function createMemberFeatures({ api: transport, session, base }: Site): MemberFeatures {
  const { options, keyPrefix, log, onError } = base;
  const { clock, scheduler, page, random, fetch, notifications } = base.ports;
  const ports: MemberPorts = {
    fileStore: createBrowserFileStore(`${keyPrefix}files`, (error) => onError({ where: 'storage', error })),
    fileSaver: createBrowserFileSaver(fetch),
    microphone: browserMicrophone,
    sounds: createBrowserSounds(fetch),
    notifier: browserNotifier,
    tones: createBrowserTones(),
    socketFactory: browserSockets,
    ...options.ports,
  };
  const { socketFactory } = ports;
  const common = { clock, scheduler, page, random, log, onError };

  const realtime = createRealtime({
    url: () => socketAddress(options.socketUrl ?? `${options.apiUrl.replace(/\/+$/, '')}/ws`),
    protocols: () => {
      const token = session.getToken();
      return token === null ? null : [memberSocketProtocol, `${bearerProtocolPrefix}${token.token}`];
    },
    $session: session.$state,
    socketFactory,
    ...common,
  });
  const reloads = createAccessReloads({
    api: transport,
    $session: session.$state,
    scheduler,
    onGain() {
      if (optionsFeed.$state.get().status === 'refused') optionsFeed.retry();
    },
  });
  const api = reloads.watch(() => reloadsOf(features));
  const chatOf = (chatType: 'GR' | 'PR'): ChatFeature => {
    const chat = createChat({
      api: reloads.watch(() => [
        reloadOf(chatsEndpoint, chat.loadList),
        reloadOf(chatEndpoint, ({ params }) => chat.thread(params.id).reload()),
      ]),
      realtime,
      session,
      chatType,
      storage: session.cache,
      files: ports.fileStore,
      microphone: ports.microphone,
      sounds: ports.sounds,
      saver: ports.fileSaver,
      ...common,
    });
    return chat;
  };

  const optionsFeed = createOptionsFeed({
    url: options.optionsFeedUrl ?? '/options',
    auth: options.optionsFeedAuth ?? (() => session.getToken()?.token ?? null),
    socketFactory,
    ...common,
  });
  const tradeFlash = createTradeFlash({ feed: optionsFeed, scheduler, now: session.now, onError });

  const features: Features = {
    profile: createProfile({ session }),
    profileEditor: createProfileEditor({ api, session }),
    passwordChange: createPasswordChange({ api, session }),
    accountDeletion: createAccountDeletion({
      api,
      session,
      ...(options.deleteAccount ? { mode: options.deleteAccount } : {}),
    }),
    devices: createDevices({ api, onError }),
    news: createNews({ api, onError }),
    courses: createCourses({ api, session, storage: session.cache, fetch, ...common }),
    alerts: createAlerts({ api, now: session.now, ...common }),
    realtime,
    groupChat: chatOf('GR'),
    personalChat: chatOf('PR'),
    optionsFeed,
    tradeFlash,
    flashAlerts: createFlashAlerts({
      flash: tradeFlash,
      storage: session.cache,
      tones: ports.tones,
      notifications,
      notifier: ports.notifier,
      scheduler,
    }),
    timeSales: createTimeSales({
      api,
      ...(options.optionsFeedUrl === null ? {} : { feed: optionsFeed }),
      storage: session.cache,
      ...common,
    }),
    tickerSearch: createTickerSearch({ api, ...common }),
    tickerDetails: createTickerDetails({ api, ...common }),
    priceChart: createPriceChart({ api, ...common }),
  };

  /** The user whose data is loaded; kept after a stop, so that the next start detects another user. */
  let owner: number | null = null;
  const forgetting = createLifecycle(() =>
    session.$user.subscribe((user) => {
      const id = user?.id ?? null;
      if (owner !== null && owner !== id) {
        features.passwordChange.reset();
        features.devices.destroy();
        features.courses.destroy();
        features.alerts.destroy();
        features.timeSales.destroy();
        features.flashAlerts.destroy();
      }
      owner = id;
    }),
  );

  return {
    ...features,
    start() {
      const stops = [forgetting.start(), reloads.start()];
      return () => {
        for (const stop of stops) stop();
      };
    },
    destroy() {
      forgetting.destroy();
      reloads.destroy();
      // In reverse order of creation: chats before their socket, trades before their feed.
      for (const feature of Object.values(features).reverse()) if ('destroy' in feature) feature.destroy();
    },
  };
}

type Features = Omit<MemberFeatures, 'start' | 'destroy'>;

/** The loads that are repeated when access is gained, except those of the chats. */
function reloadsOf({ devices, news, courses, alerts, ...market }: Features): Reload[] {
  const { timeSales, tickerDetails, priceChart } = market;
  return [
    reloadOf(sessionsEndpoint, devices.load, devices.$state),
    reloadOf(newsListEndpoint, news.load),
    reloadOf(coursesEndpoint, courses.loadList, courses.$list),
    reloadOf(courseEndpoint, ({ params }) => courses.openCourse(params.courseId), courses.$course),
    reloadOf(alertsEndpoint, alerts.load, alerts.$state),
    reloadOf(timeSaleEndpoint, ({ body }) => timeSales.load(body.ticker), timeSales.$state),
    reloadOf(tickerDetailsEndpoint, ({ params }) => tickerDetails.load(params.ticker)),
    reloadOf(candlesEndpoint, ({ params }) => priceChart.load(params.ticker)),
  ];
}

/** A socket's address from one of the page's: `/api/ws`, `https://…` and `wss://…` are all understood. */
function socketAddress(url: string): string {
  if (typeof location === 'undefined') return url.replace(/^http/, 'ws');
  const resolved = new URL(url, location.href);
  resolved.protocol = resolved.protocol.replace(/^http/, 'ws');
  return resolved.href;
}
