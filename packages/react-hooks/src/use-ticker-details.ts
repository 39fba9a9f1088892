'use client';

import { useStore } from '@nanostores/react';
import type { TickerDetailsLoader, TickerDetailsState } from '@openbell/core/ticker-details';
import { useEffect } from 'react';
import { useFeature } from './openbell-provider.tsx';

export interface TickerDetailsBinding extends TickerDetailsState, Pick<TickerDetailsLoader, 'load'> {}

/** What is known of a ticker, loaded when it is first shown and when the ticker changes; tried again by itself. */
export function useTickerDetails(ticker: string, instance?: TickerDetailsLoader): TickerDetailsBinding {
  const loader = useFeature(instance, (openbell) => openbell.tickerDetails);
  const state = useStore(loader.$state);
  useEffect(() => loader.start(), [loader]);
  useEffect(() => void loader.load(ticker), [loader, ticker]);
  return { ...state, load: loader.load };
}
