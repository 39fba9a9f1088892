'use client';

import {
  countText,
  dollarsText,
  shortDollarsText,
  type TimeSales,
  type Totals,
} from '@openbell/core/time-sales';
import { useTimeSales } from '@openbell/react-hooks';
import type { ReactNode } from 'react';
import { Button, EmptyState, ErrorState, Skeleton, SkeletonGroup, useTexts } from '../primitives/index.ts';
import { TimeSalesGrid } from './TimeSalesGrid.tsx';

/** Props of {@link TimeSalesPanel}. */
export interface TimeSalesPanelProps {
  /** Empty for all tickers. */
  ticker: string;
  /** Without one, the provider's. */
  timeSales?: TimeSales | undefined;
}

/** Options Time & Sales: the totals, the table, and what stands there when there is none. */
export function TimeSalesPanel({ ticker, timeSales }: TimeSalesPanelProps): ReactNode {
  const text = useTexts();
  const state = useTimeSales(ticker, timeSales);
  const { status, rows, totals } = state;
  const retry = (): void => void state.load(ticker);

  if (rows.count === 0) {
    if (status === 'failed') return <ErrorState title={text('market.timeSales.failed')} onRetry={retry} />;
    if (status === 'loaded') return <EmptyState title={text('market.timeSales.empty')} />;
    return <Placeholder />;
  }
  return (
    <section className="ob-time-sales" data-status={status} aria-label={text('market.tab.timeSales')}>
      {status === 'failed' ? (
        <div className="ob-time-sales-stale" role="alert">
          <span>{text('market.timeSales.stale')}</span>
          <Button size="small" onClick={retry}>
            {text('shell.retry')}
          </Button>
        </div>
      ) : null}
      <TotalsStrip totals={totals} count={rows.count} />
      <TimeSalesGrid
        rows={rows}
        sort={state.sort}
        widths={state.widths}
        onSort={state.toggleSort}
        onResize={state.resize}
        busy={status === 'loading'}
      />
    </section>
  );
}

function TotalsStrip({ totals, count }: { totals: Totals; count: number }): ReactNode {
  const text = useTexts();
  const figures = [
    { part: 'bought', value: totals.bought },
    { part: 'sold', value: totals.sold },
    { part: 'calls', value: totals.calls },
    { part: 'puts', value: totals.puts },
  ] as const;
  return (
    <div className="ob-totals" data-part="totals">
      <span className="ob-totals-count">{text('market.timeSales.rows', { count: countText(count) })}</span>
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
