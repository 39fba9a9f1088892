export { createTimeSales, type TimeSalesOptions } from './create-time-sales.ts';
export {
  type Column,
  columns,
  columnWidth,
  defaultSort,
  defaultWidths,
  minColumnWidth,
  nextSort,
} from './time-sales.columns.ts';
export { csvOf, rowTextOf } from './time-sales.csv.ts';
export { cellText, countText, dollarsText, shortDollarsText, sideOf } from './time-sales.display.ts';
export { countParts, everything, type TradeSelection } from './time-sales.filter.ts';
export type { FlowMinute } from './time-sales.flow.ts';
export { marketKey, optionKey, parseMarket } from './time-sales.keys.ts';
export { blockQty, labelOf, type TradeLabel } from './time-sales.labels.ts';
export { liveRow } from './time-sales.live.ts';
export type { TimeSalesView, ViewStorage } from './time-sales.storage.ts';
export { createTradeTable, type SelectedTrades, type TradeTable } from './time-sales.table.ts';
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
  placeAt,
  placeFor,
  type RowWindow,
  rowWindow,
  type ScrollPlace,
  scrolledPlace,
  type WindowInput,
} from './time-sales.window.ts';
