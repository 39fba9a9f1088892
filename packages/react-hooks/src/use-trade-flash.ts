'use client';

import { useStore } from '@nanostores/react';
import type { FeedState, OptionsFeed } from '@openbell/core/options-feed';
import type {
  FlashAlerts,
  FlashAlertsState,
  FlashWatcher,
  TradeFlash,
  TradeFlashState,
} from '@openbell/core/trade-flash';
import { useEffect } from 'react';
import { useFeature } from './openbell-provider.tsx';

export interface TradeFlashBinding extends TradeFlashState, Pick<TradeFlash, 'pause' | 'resume' | 'clear'> {}

/** Returns the tape of big trades, live while mounted. */
export function useTradeFlash(instance?: TradeFlash): TradeFlashBinding {
  const flash = useFeature(instance, (openbell) => openbell.tradeFlash);
  const state = useStore(flash.$state);
  useEffect(() => flash.start(), [flash]);
  return { ...state, pause: flash.pause, resume: flash.resume, clear: flash.clear };
}

export interface OptionsFeedBinding extends FeedState, Pick<OptionsFeed, 'retry'> {}

/** Returns the state of the options feed without starting it; components that need trades start it. */
export function useOptionsFeed(instance?: Pick<OptionsFeed, '$state' | 'retry'>): OptionsFeedBinding {
  const feed = useFeature(instance, (openbell) => openbell.optionsFeed);
  const state = useStore(feed.$state);
  return { ...state, retry: feed.retry };
}

export interface FlashAlertsBinding
  extends FlashAlertsState,
    Pick<FlashAlerts, 'setSound' | 'setNotify' | 'setLeastPremium'> {}

/** Returns the alerts of big trades, active while mounted. */
export function useFlashAlerts(watcher: FlashWatcher, instance?: FlashAlerts): FlashAlertsBinding {
  const alerts = useFeature(instance, (openbell) => openbell.flashAlerts);
  const state = useStore(alerts.$state);
  const { ticker, describe } = watcher;
  useEffect(() => alerts.watch({ ticker, describe }), [alerts, ticker, describe]);
  const { setSound, setNotify, setLeastPremium } = alerts;
  return { ...state, setSound, setNotify, setLeastPremium };
}
