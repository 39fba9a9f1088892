import { createMarketFeatures } from '@openbell/core/market-features';
import { readTicker } from '@openbell/core/option-symbol';
import { type MarketDataTab, MarketDataTabs, marketDataTabs } from '@openbell/ui/market-data';
import { EmptyState, useTexts } from '@openbell/ui/primitives';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useConfig } from '../../site/config-context.tsx';
import { MemberPart } from '../../site/members/members-context.tsx';
import '@openbell/ui/styles/market-data.css';

/** Market data. The tab and the ticker are in the URL: `?tab=trade-flash&ticker=SPY`. */
export default function MarketDataPage(): ReactNode {
  return (
    <MemberPart name="market" create={createMarketFeatures}>
      <MarketData />
    </MemberPart>
  );
}

function MarketData(): ReactNode {
  const text = useTexts();
  const { chartWidget, off } = useConfig();
  const navigate = useNavigate();
  const params = new URLSearchParams(useLocation().search);
  const requested = params.get('tab');
  const tabs = marketDataTabs.filter(
    (candidate) => !off.has(candidate === 'trade-flash' ? 'feed' : 'market'),
  );
  const tab = tabs.find((candidate) => candidate === requested) ?? tabs[0];
  const ticker = readTicker(params.get('ticker') ?? '') ?? '';

  function go(nextTab: MarketDataTab, nextTicker: string): void {
    const next = new URLSearchParams({ tab: nextTab, ...(nextTicker === '' ? {} : { ticker: nextTicker }) });
    void navigate(`?${next}`);
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
          ticker={ticker}
          onTabChange={(next) => go(next, ticker)}
          onTickerChange={(next) => go(tab, next)}
        />
      )}
    </div>
  );
}
