'use client';

import type { OptionsFeed } from '@openbell/core/options-feed';
import { saveBlob } from '@openbell/core/ports';
import {
  type ColumnId,
  columns,
  countText,
  csvOf,
  dollarsText,
  shortDollarsText,
  type TimeSales,
  type TimeSalesState,
  type Totals,
} from '@openbell/core/time-sales';
import { useTimeSales } from '@openbell/react-hooks';
import { type ReactNode, useState } from 'react';
import {
  Button,
  EmptyState,
  ErrorState,
  Skeleton,
  SkeletonGroup,
  Switch,
  useTexts,
} from '../../primitives/index.ts';
import { FeedConnection } from '../feed/FeedConnection.tsx';
import { StaleBanner } from '../feed/StaleBanner.tsx';
import { TimeSalesGrid } from '../grid/TimeSalesGrid.tsx';
import { BiggestTrades } from './BiggestTrades.tsx';
import { ColumnChooser } from './ColumnChooser.tsx';
import { FlowChart } from './FlowChart.tsx';
import { TimeSalesFilters } from './TimeSalesFilters.tsx';

export interface TimeSalesPanelProps {
  /** Empty for all tickers. */
  ticker: string;
  /** Default: the provider's time and sales. */
  timeSales?: TimeSales | undefined;
  /** The connection that delivers live trades. Default: the provider's feed. */
  feed?: Pick<OptionsFeed, '$state' | 'retry'> | undefined;
}

/** Options Time & Sales: totals, filters and table, or the state that replaces them. */
export function TimeSalesPanel({ ticker, timeSales, feed }: TimeSalesPanelProps): ReactNode {
  const text = useTexts();
  const state = useTimeSales(ticker, timeSales);
  const { status, rows, totals, loaded, shownTicker } = state;
  const matches = useMatches(state);
  const retry = (): void => void state.load(ticker);

  const exportCsv = (): void => {
    const titles = { side: text('market.filter.side') } as Record<ColumnId | 'side', string>;
    for (const { id } of columns) titles[id] = text(`market.column.${id}`);
    // While another ticker is loading or has failed, the rows are still those of the previous one.
    const csv = new Blob([csvOf(rows, titles)], { type: 'text/csv;charset=utf-8' });
    saveBlob(csv, `time-and-sales-${shownTicker === '' ? 'all' : shownTicker}.csv`);
  };

  if (loaded === 0) {
    if (status === 'failed') return <ErrorState title={text('market.timeSales.failed')} onRetry={retry} />;
    if (status === 'loaded') return <EmptyState title={text('market.timeSales.empty')} />;
    return <Placeholder />;
  }
  return (
    <section className="ob-time-sales" data-status={status} aria-label={text('market.tab.timeSales')}>
      {status === 'failed' ? <StaleBanner title={text('market.timeSales.stale')} onRetry={retry} /> : null}
      <div className="ob-time-sales-summary">
        <TotalsStrip totals={totals} count={rows.count} loaded={loaded} />
        <FlowChart flow={state.flow} />
        {state.isLive === null ? null : (
          <div className="ob-time-sales-live">
            <Switch
              label={text('market.timeSales.live')}
              checked={state.isLive}
              onCheckedChange={state.setLive}
            />
            {state.isLive ? <FeedConnection feed={feed} /> : null}
          </div>
        )}
      </div>
      <span className="ob-visually-hidden" role="status" data-part="matches">
        {matches}
      </span>
      <div className="ob-time-sales-tools">
        <TimeSalesFilters
          selection={state.selection}
          exchanges={state.exchanges}
          onSelect={state.select}
          onClear={state.clearSelection}
          onExport={exportCsv}
        />
        <BiggestTrades trades={state.biggest} multiplier={state.multiplier} />
        <ColumnChooser hidden={state.hidden} onShow={state.showColumn} />
      </div>
      {rows.count === 0 ? (
        <EmptyState
          title={text('market.filter.none')}
          action={
            <Button size="small" onClick={state.clearSelection}>
              {text('market.filter.showAll')}
            </Button>
          }
        />
      ) : (
        <TimeSalesGrid
          rows={rows}
          sort={state.sort}
          widths={state.widths}
          hidden={state.hidden}
          onSort={state.toggleSort}
          onResize={state.resize}
          busy={status === 'loading'}
        />
      )}
    </section>
  );
}

/** The number of matching trades, announced when the filters change: live updates would be announced constantly. */
function useMatches({
  selection,
  rows,
  loaded,
}: Pick<TimeSalesState, 'selection' | 'rows' | 'loaded'>): string {
  const text = useTexts();
  const [announced, setAnnounced] = useState({ selection, matches: '' });
  if (announced.selection !== selection) {
    const matches = text('market.filter.matches', { count: countText(rows.count) });
    // Filters restored from before are not announced.
    setAnnounced({ selection, matches: loaded === 0 ? '' : matches });
  }
  return announced.matches;
}

interface TotalsStripProps {
  totals: Totals;
  /** Number of rows shown. */
  count: number;
  /** Number of rows loaded. */
  loaded: number;
}

function TotalsStrip({ totals, count, loaded }: TotalsStripProps): ReactNode {
  const text = useTexts();
  const figures = [
    { part: 'bought', value: totals.bought },
    { part: 'sold', value: totals.sold },
    { part: 'calls', value: totals.calls },
    { part: 'puts', value: totals.puts },
  ] as const;
  return (
    <div className="ob-totals" data-part="totals">
      <span className="ob-totals-count">
        {count === loaded
          ? text('market.timeSales.rows', { count: countText(count) })
          : text('market.timeSales.selected', { count: countText(count), loaded: countText(loaded) })}
      </span>
      <dl className="ob-totals-figures" aria-label={text('market.timeSales.totals')}>
        {figures.map(({ part, value }) => (
          <div key={part} className="ob-totals-figure" data-figure={part}>
            <dt>{text(`market.timeSales.${part}`)}</dt>
            <dd title={dollarsText(value)}>{shortDollarsText(value)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Placeholder(): ReactNode {
  const text = useTexts();
  return (
    <SkeletonGroup label={text('market.timeSales.loading')} className="ob-time-sales-placeholder">
      {Array.from({ length: 14 }, (_, line) => line).map((line) => (
        <Skeleton key={line} />
      ))}
    </SkeletonGroup>
  );
}
