import { isTicker } from '@openbell/core/ticker-details';
import { EmptyState, type MarketDataTab, MarketDataTabs, marketDataTabs, useTexts } from '@openbell/ui';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { useConfig } from '../../site/config-context.tsx';
import '@openbell/ui/styles/market-data.css';

/** Market data. The tab and the ticker are in the URL: `?tab=trade-flash&ticker=SPY`. */
export default function MarketDataPage(): ReactNode {
  const text = useTexts();
  const { chartWidget, off } = useConfig();
  const [params, setParams] = useSearchParams();
  const asked = params.get('tab');
  const tabs = marketDataTabs.filter(
    (candidate) => !off.has(candidate === 'trade-flash' ? 'feed' : 'market'),
  );
  const tab = tabs.find((candidate) => candidate === asked) ?? tabs[0];
  const ticker = (params.get('ticker') ?? '').toUpperCase();

  function go(nextTab: MarketDataTab, nextTicker: string): void {
    setParams({ tab: nextTab, ...(nextTicker === '' ? {} : { ticker: nextTicker }) });
  }

  return (
    <div className="market-page">
      <h1>{text('market.title')}</h1>
      {tab === undefined ? (
        <EmptyState title={text('market.off')} />
      ) : (
        <MarketDataTabs
          tab={tab}
          tabs={tabs}
          chartWidget={chartWidget}
          ticker={isTicker(ticker) ? ticker : ''}
          onTabChange={(next) => go(next, ticker)}
          onTickerChange={(next) => go(tab, next)}
        />
      )}
    </div>
  );
}
