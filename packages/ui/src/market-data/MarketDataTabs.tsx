'use client';

import type { CandlePainter, PriceChart } from '@openbell/core/chart';
import type { OptionsFeed } from '@openbell/core/options-feed';
import { defaultTicker, type TickerDetailsLoader } from '@openbell/core/ticker-details';
import type { TickerSearch as Search } from '@openbell/core/ticker-search';
import type { TimeSales } from '@openbell/core/time-sales';
import type { FlashAlerts, TradeFlash } from '@openbell/core/trade-flash';
import type { ReactElement, ReactNode } from 'react';
import { type TabDefinition, Tabs, useTexts } from '../primitives/index.ts';
import { PartBoundary } from '../primitives/PartBoundary.tsx';
import { TransientButton } from '../primitives/TransientButton.tsx';
import { ChartWidget } from './chart/ChartWidget.tsx';
import { PriceChartView } from './chart/PriceChartView.tsx';
import { TickerDetailsView } from './ticker/TickerDetailsView.tsx';
import { TickerSearch } from './ticker/TickerSearch.tsx';
import { TimeSalesPanel } from './time-sales/TimeSalesPanel.tsx';
import { TradeFlashPanel } from './trade-flash/TradeFlashPanel.tsx';

/** The tabs of market data, as used in URLs. */
export const marketDataTabs: readonly ['details', 'graph', 'time-sales', 'trade-flash'] = [
  'details',
  'graph',
  'time-sales',
  'trade-flash',
];

export type MarketDataTab = (typeof marketDataTabs)[number];

/** Controlled: the host stores the tab and the ticker, for example in the URL. */
export interface MarketDataTabsProps {
  tab: MarketDataTab;
  /** The tabs to show. Default: all. Without 'details' there is no ticker search either. */
  tabs?: readonly MarketDataTab[] | undefined;
  /** Empty when none is chosen: Details and Graph show AAPL, the other tabs all tickers. */
  ticker: string;
  onTabChange: (tab: MarketDataTab) => void;
  /** Called with an empty string when the choice is cleared. */
  onTickerChange: (ticker: string) => void;
  /** Default for each missing instance: the provider's. */
  timeSales?: TimeSales | undefined;
  tradeFlash?: TradeFlash | undefined;
  feed?: Pick<OptionsFeed, '$state' | 'retry'> | undefined;
  alerts?: FlashAlerts | undefined;
  search?: Search | undefined;
  details?: TickerDetailsLoader | undefined;
  chart?: PriceChart | undefined;
  /** Renders the candles. Default: lightweight-charts. */
  paintChart?: CandlePainter | undefined;
  /** True shows the chart provider's embedded widget instead of the built-in chart. Default false. */
  chartWidget?: boolean | undefined;
}

/** Market data: Details, Graph, Options Time & Sales, Trade Flash, each with a search for a ticker. */
export function MarketDataTabs(props: MarketDataTabsProps): ReactNode {
  const { tab, tabs = marketDataTabs, ticker, onTabChange, onTickerChange } = props;
  const text = useTexts();
  const shownTicker = ticker === '' ? defaultTicker : ticker;

  function panel(content: ReactElement, current: string, canShowAll: boolean): ReactNode {
    return (
      <div className="ob-market-panel">
        <div className="ob-market-bar">
          {tabs.includes('details') ? <TickerSearch search={props.search} onChoose={onTickerChange} /> : null}
          <span className="ob-market-ticker">{current === '' ? text('market.ticker.all') : current}</span>
          {canShowAll && ticker !== '' ? (
            <TransientButton size="small" variant="quiet" onClick={() => onTickerChange('')}>
              {text('market.ticker.showAll')}
            </TransientButton>
          ) : null}
        </div>
        <PartBoundary of={current}>{content}</PartBoundary>
      </div>
    );
  }

  const all: readonly TabDefinition<MarketDataTab>[] = [
    {
      value: 'details',
      label: text('market.tab.details'),
      panel: panel(<TickerDetailsView ticker={shownTicker} loader={props.details} />, shownTicker, false),
    },
    {
      value: 'graph',
      label: text('market.tab.graph'),
      panel: panel(
        props.chartWidget === true ? (
          <ChartWidget ticker={shownTicker} />
        ) : (
          <PriceChartView ticker={shownTicker} chart={props.chart} paint={props.paintChart} />
        ),
        shownTicker,
        false,
      ),
    },
    {
      value: 'time-sales',
      label: text('market.tab.timeSales'),
      panel: panel(
        <TimeSalesPanel ticker={ticker} timeSales={props.timeSales} feed={props.feed} />,
        ticker,
        true,
      ),
    },
    {
      value: 'trade-flash',
      label: text('market.tab.tradeFlash'),
      panel: panel(
        <TradeFlashPanel
          ticker={ticker}
          tradeFlash={props.tradeFlash}
          feed={props.feed}
          alerts={props.alerts}
        />,
        ticker,
        true,
      ),
    },
  ];

  return (
    <Tabs<MarketDataTab>
      className="ob-market"
      label={text('market.tabs')}
      value={tab}
      onValueChange={onTabChange}
      tabs={all.filter(({ value }) => tabs.includes(value))}
    />
  );
}
