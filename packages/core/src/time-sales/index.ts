export { marketKey, optionKey, parseMarket } from './columns/sort-keys.ts';
export { createTimeSales, type TimeSalesOptions } from './create-time-sales.ts';
export { createTradeTable, type SelectedTrades, type TradeTable } from './create-trade-table.ts';
export { liveRow } from './live/live-row.ts';
export {
  placeAt,
  placeFor,
  type RowWindow,
  rowWindow,
  type ScrollPlace,
  scrolledPlace,
  type WindowInput,
} from './order/window.ts';
export type {
  ColumnId,
  LiveSource,
  Sort,
  SortDirection,
  SortedRows,
  TimeSales,
  TimeSalesError,
  TimeSalesErrorCode,
  TimeSalesResult,
  TimeSalesState,
  Totals,
} from './time-sales.types.ts';
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
export { cellText, countText, dollarsText, shortDollarsText, sideOf } from './view/display.ts';
export { countParts, everything, type TradeSelection } from './view/filter.ts';
export type { FlowMinute } from './view/flow.ts';
export { blockQty, labelOf, type TradeLabel } from './view/labels.ts';
export type { TimeSalesView, ViewStorage } from './view/view-storage.ts';
