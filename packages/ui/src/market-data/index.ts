export {
  type MarketDataTab,
  MarketDataTabs,
  type MarketDataTabsProps,
  marketDataTabs,
} from './MarketDataTabs.tsx';
export { PriceChartView, type PriceChartViewProps } from './PriceChartView.tsx';
export { TickerDetailsView, type TickerDetailsViewProps } from './TickerDetailsView.tsx';
export { TickerSearch, type TickerSearchProps } from './TickerSearch.tsx';
export { TimeSalesGrid, type TimeSalesGridProps } from './TimeSalesGrid.tsx';
export { TimeSalesPanel, type TimeSalesPanelProps } from './TimeSalesPanel.tsx';
export { TradeFlashPanel, type TradeFlashPanelProps } from './TradeFlashPanel.tsx';
export { TradeTape, type TradeTapeProps } from './TradeTape.tsx';
