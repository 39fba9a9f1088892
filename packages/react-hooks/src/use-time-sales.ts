'use client';

import { useStore } from '@nanostores/react';
import type { TimeSales, TimeSalesState } from '@openbell/core/time-sales';
import { useEffect } from 'react';
import { useFeature } from './openbell-provider.tsx';

export interface TimeSalesBinding
  extends TimeSalesState,
    Pick<
      TimeSales,
      'load' | 'toggleSort' | 'resize' | 'showColumn' | 'select' | 'clearSelection' | 'setLive'
    > {}

/**
 * Returns the time and sales of a ticker (empty for all). Loaded on first use and when the ticker changes, and live
 * while mounted.
 */
export function useTimeSales(ticker: string, instance?: TimeSales): TimeSalesBinding {
  const timeSales = useFeature(instance, (openbell) => openbell.timeSales);
  const state = useStore(timeSales.$state);
  useEffect(() => timeSales.start(), [timeSales]);
  useEffect(() => void timeSales.load(ticker), [timeSales, ticker]);
  const { load, toggleSort, resize, showColumn, select, clearSelection, setLive } = timeSales;
  return { ...state, load, toggleSort, resize, showColumn, select, clearSelection, setLive };
}
