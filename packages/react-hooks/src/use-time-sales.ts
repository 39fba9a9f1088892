'use client';

import { useStore } from '@nanostores/react';
import type { TimeSales, TimeSalesState } from '@openbell/core/time-sales';
import { useEffect } from 'react';
import { useFeature } from './openbell-provider.tsx';

export interface TimeSalesBinding
  extends TimeSalesState,
    Pick<TimeSales, 'load' | 'toggleSort' | 'resize' | 'select' | 'clearSelection'> {}

/** Time and sales of a ticker (empty for all), loaded when it is first shown and when the ticker changes. */
export function useTimeSales(ticker: string, instance?: TimeSales): TimeSalesBinding {
  const timeSales = useFeature(instance, (openbell) => openbell.timeSales);
  const state = useStore(timeSales.$state);
  useEffect(() => {
    void timeSales.load(ticker);
  }, [timeSales, ticker]);
  const { load, toggleSort, resize, select, clearSelection } = timeSales;
  return { ...state, load, toggleSort, resize, select, clearSelection };
}
