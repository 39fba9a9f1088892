'use client';

import type { TickerDetails } from '@openbell/core/contract';
import { addressLine, type TickerDetailsLoader } from '@openbell/core/ticker-details';
import { shortDollarsText } from '@openbell/core/time-sales';
import { useTickerDetails } from '@openbell/react-hooks';
import type { ReactNode } from 'react';
import {
  Avatar,
  EmptyState,
  ErrorState,
  SafeLink,
  Skeleton,
  SkeletonGroup,
  useTexts,
} from '../../primitives/index.ts';

export interface TickerDetailsViewProps {
  /** Empty when none is chosen. */
  ticker: string;
  /** Default: the provider's loader. */
  loader?: TickerDetailsLoader | undefined;
}

/** Details of the company behind a ticker. */
export function TickerDetailsView({ ticker, loader }: TickerDetailsViewProps): ReactNode {
  const text = useTexts();
  const { status, details, load } = useTickerDetails(ticker, loader);
  if (ticker === '') return <EmptyState title={text('market.details.choose')} />;
  if (status === 'failed') {
    const stale = details === null ? null : text('market.details.stale', { ticker, shown: details.ticker });
    return (
      <>
        <ErrorState
          title={stale ?? text('market.details.failed', { ticker })}
          onRetry={() => void load(ticker)}
        />
        {details === null ? null : <Company details={details} />}
      </>
    );
  }
  if (status === 'loaded' && details === null) return <EmptyState title={text('market.details.none')} />;
  if (details === null || (status === 'loading' && details.ticker !== ticker) || status === 'idle') {
    return <Placeholder label={text('market.details.loading', { ticker })} />;
  }
  return <Company details={details} />;
}

function Placeholder({ label }: { label: string }): ReactNode {
  return (
    <SkeletonGroup label={label} className="ob-company">
      <Skeleton shape="title" />
      {[0, 1, 2, 3, 4].map((line) => (
        <Skeleton key={line} />
      ))}
    </SkeletonGroup>
  );
}

function Company({ details }: { details: TickerDetails }): ReactNode {
  const text = useTexts();
  const homepage =
    details.homepage_url === '' ? (
      ''
    ) : (
      <SafeLink className="ob-company-link" href={details.homepage_url}>
        {details.homepage_url.replace(/^https?:\/\//, '')}
      </SafeLink>
    );
  const phone = details.phone_number === '' ? '' : <bdi dir="ltr">{details.phone_number}</bdi>;
  const facts: ReadonlyArray<readonly [string, ReactNode]> = [
    [text('market.details.market'), details.market],
    [text('market.details.exchange'), details.primary_exchange],
    [
      text('market.details.marketCap'),
      details.market_cap === null ? '' : shortDollarsText(details.market_cap),
    ],
    [text('market.details.phone'), phone],
    [text('market.details.address'), addressLine(details.address)],
    [text('market.details.homepage'), homepage],
  ];
  return (
    <article className="ob-company" data-part="ticker-details" aria-label={details.name || details.ticker}>
      <header className="ob-company-head">
        <Avatar name={details.name || details.ticker} src={details.branding.logo_url} />
        <div>
          <h2 className="ob-company-name">{details.name || details.ticker}</h2>
          <p className="ob-company-ticker">{details.ticker}</p>
        </div>
      </header>
      <dl className="ob-company-facts">
        {facts.map(([term, value]) => (
          <div key={term} className="ob-company-fact">
            <dt>{term}</dt>
            <dd>
              {value === '' ? <span data-status="unknown">{text('market.details.unknown')}</span> : value}
            </dd>
          </div>
        ))}
      </dl>
      {details.description === '' ? null : (
        <section className="ob-company-about">
          <h3>{text('market.details.about', { name: details.name || details.ticker })}</h3>
          <p dir="auto">{details.description}</p>
        </section>
      )}
    </article>
  );
}
