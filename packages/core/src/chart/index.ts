export {
  changeOf,
  chartIntervals,
  clockSeconds,
  orderedCandles,
  priceDigits,
  rangeOf,
} from './chart.rules.ts';
export type {
  CandleDrawing,
  CandlePainter,
  ChartError,
  ChartInterval,
  ChartState,
  PriceChart,
} from './chart.types.ts';
export { createPriceChart, type PriceChartOptions } from './create-price-chart.ts';
