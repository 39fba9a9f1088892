'use client';

import { useStore } from '@nanostores/react';
import type { ChartInterval, ChartState, PriceChart } from '@openbell/core/chart';
import { useEffect } from 'react';
import { useFeature } from './openbell-provider.tsx';

export interface PriceChartBinding extends ChartState, Pick<PriceChart, 'load'> {}

/** Returns a ticker's candles. Loaded on first use and when the ticker or interval changes; failures are retried. */
export function usePriceChart(
  ticker: string,
  interval: ChartInterval,
  instance?: PriceChart,
): PriceChartBinding {
  const chart = useFeature(instance, (openbell) => openbell.priceChart);
  const state = useStore(chart.$state);
  useEffect(() => chart.start(), [chart]);
  useEffect(() => void chart.load(ticker, interval), [chart, ticker, interval]);
  return { ...state, load: chart.load };
}
