'use client';

import { useStore } from '@nanostores/react';
import type { TickerDetailsLoader, TickerDetailsState } from '@openbell/core/ticker-details';
import { useEffect } from 'react';
import { useFeature } from './openbell-provider.tsx';

export interface TickerDetailsBinding extends TickerDetailsState, Pick<TickerDetailsLoader, 'load'> {}

/** Returns a ticker's details. Loaded on first use and when the ticker changes; failures are retried. */
export function useTickerDetails(ticker: string, instance?: TickerDetailsLoader): TickerDetailsBinding {
  const loader = useFeature(instance, (openbell) => openbell.tickerDetails);
  const state = useStore(loader.$state);
  useEffect(() => loader.start(), [loader]);
  useEffect(() => void loader.load(ticker), [loader, ticker]);
  return { ...state, load: loader.load };
}
