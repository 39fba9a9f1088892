export { changeOf, chartIntervals, orderedCandles, rangeOf } from './chart.rules.ts';
export type {
  CandleDrawing,
  CandlePainter,
  ChartError,
  ChartInterval,
  ChartState,
  PriceChart,
} from './chart.types.ts';
export { createPriceChart, type PriceChartOptions } from './create-price-chart.ts';
