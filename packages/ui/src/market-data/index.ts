export { PriceChartView, type PriceChartViewProps } from './chart/PriceChartView.tsx';
export { TimeSalesGrid, type TimeSalesGridProps } from './grid/TimeSalesGrid.tsx';
export {
  type MarketDataTab,
  MarketDataTabs,
  type MarketDataTabsProps,
  marketDataTabs,
} from './MarketDataTabs.tsx';
export { TickerDetailsView, type TickerDetailsViewProps } from './ticker/TickerDetailsView.tsx';
export { TickerSearch, type TickerSearchProps } from './ticker/TickerSearch.tsx';
export { TimeSalesPanel, type TimeSalesPanelProps } from './time-sales/TimeSalesPanel.tsx';
export { TradeFlashPanel, type TradeFlashPanelProps } from './trade-flash/TradeFlashPanel.tsx';
export { TradeTape, type TradeTapeProps } from './trade-flash/TradeTape.tsx';
