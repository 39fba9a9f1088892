export { zoneText } from '../shared/dates.ts';
export { countText, dollarsText, shortDollarsText, sizeText } from '../shared/trade-texts.ts';
export { marketKey, optionKey, parseMarket } from './columns/sort-keys.ts';
export { createTimeSales, type TimeSalesOptions } from './create-time-sales.ts';
export { createTradeTable, type SelectedTrades, type TradeTable } from './create-trade-table.ts';
export type { LiveSource } from './live/live-trades.ts';
export type { ColumnId, Sort, SortDirection, SortedRows } from './order/sort.types.ts';
export {
  type RowWindow,
  rowWindow,
  scrollFrom,
  scrollToOffset,
  scrollToRow,
  type TableScroll,
  type WindowInput,
} from './order/window.ts';
export type {
  TimeSales,
  TimeSalesError,
  TimeSalesErrorCode,
  TimeSalesResult,
  TimeSalesState,
} from './time-sales.types.ts';
export type { TimedTrade } from './timed-trade.ts';
export {
  type Column,
  columns,
  columnWidth,
  defaultSort,
  defaultWidths,
  minColumnWidth,
  nextSort,
} from './view/column-layout.ts';
export { csvOf, rowTextOf } from './view/csv.ts';
export { cellText, sideOf } from './view/display.ts';
export { countParts, everything, type TradeSelection } from './view/filter.ts';
export type { FlowMinute } from './view/flow.ts';
export { blockQty, labelOf, type TradeLabel } from './view/labels.ts';
export type { Totals } from './view/totals.ts';
export type { TimeSalesView, ViewStorage } from './view/view-storage.ts';
