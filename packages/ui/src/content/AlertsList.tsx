'use client';

import { type AlertsState, formatAlertTime, relativeTime } from '@openbell/core/alerts';
import type { Alert } from '@openbell/core/contract';
import type { ReactNode } from 'react';
import { Button } from '../primitives/Button.tsx';
import { Skeleton, SkeletonGroup } from '../primitives/Skeleton.tsx';
import { EmptyState, ErrorState } from '../primitives/States.tsx';
import { useTexts } from '../primitives/texts.tsx';

/** Props of {@link AlertsList}. */
export interface AlertsListProps {
  status: AlertsState['status'];
  items: readonly Alert[];
  hasMore: boolean;
  /** The server's time in milliseconds since the epoch. */
  now: number;
  onLoadMore: () => void;
  onRetry: () => void;
}

/** The alerts, newest first, with relative times and a button that loads older ones. */
export function AlertsList({ status, items, hasMore, now, onLoadMore, onRetry }: AlertsListProps): ReactNode {
  const text = useTexts();
  if (items.length === 0) {
    if (status === 'failed') return <ErrorState title={text('content.alertsFailed')} onRetry={onRetry} />;
    if (status === 'ready' && !hasMore) return <EmptyState title={text('content.alertsEmpty')} />;
    return <AlertsSkeleton />;
  }
  return (
    <div className="ob-alerts" data-status={status}>
      <ul
        className="ob-alerts-list"
        aria-busy={status === 'loading' || status === 'loading-more' || undefined}
      >
        {items.map((alert) => (
          <li key={alert.id} className="ob-alert">
            <p className="ob-alert-message" dir="auto">
              {alert.message}
            </p>
            <RelativeMoment instant={alert.created_at} now={now} />
          </li>
        ))}
      </ul>
      {status === 'failed' ? (
        <p className="ob-alerts-failed" role="alert">
          {text('content.alertsMoreFailed')}
        </p>
      ) : null}
      {status === 'failed' && !hasMore ? (
        <Button onClick={onRetry}>{text('shell.retry')}</Button>
      ) : (
        <Button
          busy={status === 'loading-more'}
          aria-disabled={hasMore ? undefined : true}
          onClick={hasMore ? onLoadMore : undefined}
        >
          {text(hasMore ? 'content.loadMore' : 'content.noMoreAlerts')}
        </Button>
      )}
    </div>
  );
}

/** A relative time, with the absolute time in its `title` and `datetime`. */
function RelativeMoment({ instant, now }: { instant: string; now: number }): ReactNode {
  const text = useTexts();
  const ago = relativeTime(instant, now);
  if (ago === null) return null;
  return (
    <time className="ob-alert-time" dateTime={instant} title={formatAlertTime(instant)}>
      {text(ago.code, { count: ago.count })}
    </time>
  );
}

function AlertsSkeleton(): ReactNode {
  return (
    <SkeletonGroup className="ob-alerts">
      {['a', 'b', 'c', 'd', 'e'].map((key) => (
        <div key={key} className="ob-alert">
          <Skeleton />
          <Skeleton className="ob-news-skeleton-date" />
        </div>
      ))}
    </SkeletonGroup>
  );
}
