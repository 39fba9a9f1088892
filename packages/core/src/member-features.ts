import { createAccessReloads } from './access-reloads.ts';
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

/** The features that only members meet, over the session of a {@link Site}. */
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
  /**
   * Empties the features when another member signs in, and repeats loads that were refused once the member signs in or
   * subscribes. Reference-counted, restartable.
   */
  start(): () => void;
  /** Releases these features; the site's stay. */
  destroy(): void;
}

/**
 * Composes the members' features over a site's session, with the options and ports that the site was made with. Pure:
 * nothing is read, sent or listened to before `start()` or an action.
 */
export function createMemberFeatures({ api, session, base }: Site): MemberFeatures {
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
    api,
    $session: session.$state,
    scheduler,
    onGain() {
      if (optionsFeed.$state.get().status === 'refused') optionsFeed.retry();
    },
  });
  const { watch } = reloads;
  const chatOf = (chatType: 'GR' | 'PR'): ChatFeature => {
    const list = watch(chatsEndpoint, { reload: () => chat.loadList() });
    const chat = createChat({
      api: watch(chatEndpoint, { reload: ({ params }) => chat.thread(params.id).reload(), api: list }),
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

  const features: Omit<MemberFeatures, 'start' | 'destroy'> = {
    profile: createProfile({ session }),
    profileEditor: createProfileEditor({ api, session }),
    passwordChange: createPasswordChange({ api, session }),
    accountDeletion: createAccountDeletion({
      api,
      session,
      ...(options.deleteAccount ? { mode: options.deleteAccount } : {}),
    }),
    devices: createDevices({
      api: watch(sessionsEndpoint, {
        reload: () => features.devices.load(),
        $dropped: () => features.devices.$state,
      }),
      onError,
    }),
    news: createNews({ api: watch(newsListEndpoint, { reload: () => features.news.load() }), onError }),
    courses: createCourses({
      api: watch(courseEndpoint, {
        reload: ({ params }) => features.courses.openCourse(params.courseId),
        $dropped: () => features.courses.$course,
        api: watch(coursesEndpoint, {
          reload: () => features.courses.loadList(),
          $dropped: () => features.courses.$list,
        }),
      }),
      session,
      storage: session.cache,
      fetch,
      log,
      onError,
    }),
    alerts: createAlerts({
      api: watch(alertsEndpoint, {
        reload: () => features.alerts.load(),
        $dropped: () => features.alerts.$state,
      }),
      now: session.now,
      scheduler,
      page,
      log,
      onError,
    }),
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
      api: watch(timeSaleEndpoint, {
        reload: ({ body }) => features.timeSales.load(body.ticker),
        $dropped: () => features.timeSales.$state,
      }),
      ...(options.optionsFeedUrl === null ? {} : { feed: optionsFeed }),
      storage: session.cache,
      scheduler,
      page,
      log,
      onError,
    }),
    tickerSearch: createTickerSearch({ api, scheduler, log }),
    tickerDetails: createTickerDetails({
      api: watch(tickerDetailsEndpoint, {
        reload: ({ params }) => features.tickerDetails.load(params.ticker),
      }),
      scheduler,
      page,
      log,
    }),
    priceChart: createPriceChart({
      api: watch(candlesEndpoint, { reload: ({ params }) => features.priceChart.load(params.ticker) }),
      clock,
      scheduler,
      page,
      log,
    }),
  };

  /** The member whose data the features hold. Kept while stopped, so that the next start sees a change. */
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

/** A socket's address from one of the page's: `/api/ws`, `https://…` and `wss://…` are all understood. */
function socketAddress(url: string): string {
  if (typeof location === 'undefined') return url.replace(/^http/, 'ws');
  const resolved = new URL(url, location.href);
  resolved.protocol = resolved.protocol.replace(/^http/, 'ws');
  return resolved.href;
}
