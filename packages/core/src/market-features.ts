import { createAccessReloads, reloadOf } from './access-reloads.ts';
import { createPriceChart, type PriceChart } from './chart/index.ts';
import { candlesEndpoint, tickerDetailsEndpoint, timeSaleEndpoint } from './contract/index.ts';
import { endWithSocket } from './ended-session.ts';
import { runPart } from './member-part.ts';
import { createOptionsFeed, type OptionsFeed } from './options-feed/index.ts';
import { browserNotifier, browserSockets, createBrowserTones } from './ports/index.ts';
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

/** The market data of a member. */
export interface MarketFeatures {
  readonly optionsFeed: OptionsFeed;
  readonly tradeFlash: TradeFlash;
  readonly flashAlerts: FlashAlerts;
  readonly timeSales: TimeSales;
  readonly tickerSearch: TickerSearch;
  readonly tickerDetails: TickerDetailsLoader;
  readonly priceChart: PriceChart;
  /**
   * Resets the features at sign-out and when another user signs in; repeats rejected loads and reconnects a refused feed
   * after sign-in. Reference-counted.
   */
  start(): () => void;
  destroy(): void;
}

/**
 * Creates the market data features with the session, options and ports of a site. Without side effects before `start()`
 * or an action.
 */
export function createMarketFeatures({ api: transport, session, base }: Site): MarketFeatures {
  const { options, log, onError } = base;
  const { clock, scheduler, page, random, notifications } = base.ports;
  const ports = {
    notifier: browserNotifier,
    tones: createBrowserTones(),
    socketFactory: browserSockets,
    ...options.ports,
  };
  const common = { clock, scheduler, page, random, log, onError };
  const reloads = createAccessReloads({
    api: transport,
    $session: session.$state,
    scheduler,
    onGain() {
      if (optionsFeed.$state.get().status === 'refused') optionsFeed.retry();
    },
  });
  const api = reloads.watch(() => [
    reloadOf(timeSaleEndpoint, ({ body }) => features.timeSales.load(body.ticker), features.timeSales.$state),
    reloadOf(tickerDetailsEndpoint, ({ params }) => features.tickerDetails.load(params.ticker)),
    reloadOf(candlesEndpoint, ({ params }) => features.priceChart.load(params.ticker)),
  ]);

  const optionsFeed = createOptionsFeed({
    url: options.optionsFeedUrl ?? '/options',
    auth: options.optionsFeedAuth ?? (() => session.getToken()?.token ?? null),
    socketFactory: ports.socketFactory,
    ...common,
  });
  const tradeFlash = createTradeFlash({ feed: optionsFeed, scheduler, now: session.now, onError });
  const features: Omit<MarketFeatures, 'start' | 'destroy'> = {
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
    priceChart: createPriceChart({ api, ...common, clock: { now: session.now } }),
  };
  const forget = (): void => {
    features.timeSales.destroy();
    features.flashAlerts.destroy();
  };
  const follow = () =>
    endWithSocket(
      session,
      { $state: optionsFeed.$state, isRefused: ({ status }) => status === 'refused' },
      common,
    );
  return { ...features, ...runPart({ $user: session.$user, features, reloads, follow, forget }) };
}
