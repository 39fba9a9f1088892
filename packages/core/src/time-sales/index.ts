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
export { cellText, countText, dollarsText, shortDollarsText, sideOf } from './time-sales.display.ts';
export { marketKey, optionKey, parseMarket } from './time-sales.keys.ts';
export { createTradeTable, type TradeTable } from './time-sales.table.ts';
export type {
  ColumnId,
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
export { type RowWindow, rowWindow, scrollTopFor, type WindowInput } from './time-sales.window.ts';
