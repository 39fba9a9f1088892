'use client';

import { type AlertsState, formatAlertTime, relativeTime } from '@openbell/core/alerts';
import type { Alert } from '@openbell/core/contract';
import { useVirtualList } from '@openbell/react-hooks';
import type { ReactNode } from 'react';
import { Button } from '../primitives/Button.tsx';
import { Skeleton, SkeletonGroup } from '../primitives/Skeleton.tsx';
import { EmptyState, ErrorState } from '../primitives/States.tsx';
import { useTexts } from '../primitives/texts.tsx';
import { AlertMessage } from './AlertMessage.tsx';

export interface AlertsListProps {
  status: AlertsState['status'];
  items: readonly Alert[];
  hasMore: boolean;
  /** The server's time in milliseconds since the epoch. */
  now: number;
  onLoadMore: () => void;
  onRetry: () => void;
  /** The suggested next action when there are no alerts. */
  emptyAction?: ReactNode;
}

/** The alerts, newest first, with relative times and a button that loads older ones. */
export function AlertsList(props: AlertsListProps): ReactNode {
  const { status, items, hasMore, now, onLoadMore, onRetry, emptyAction } = props;
  const text = useTexts();
  if (items.length === 0) {
    if (status === 'failed') return <ErrorState title={text('content.alertsFailed')} onRetry={onRetry} />;
    if (status === 'ready' && !hasMore) {
      return (
        <EmptyState
          title={text('content.alertsEmpty')}
          description={text('content.alertsEmptyHint')}
          action={emptyAction}
        />
      );
    }
    return <AlertsSkeleton />;
  }
  return (
    <div className="ob-alerts" data-status={status}>
      <Rows alerts={items} now={now} isBusy={status === 'loading' || status === 'loading-more'} />
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

/** Estimated height in pixels of an alert of two lines. */
const estimate = 102;

function Rows({
  alerts,
  now,
  isBusy,
}: {
  alerts: readonly Alert[];
  now: number;
  isBusy: boolean;
}): ReactNode {
  const { items, listProps } = useVirtualList({ keys: alerts.map(({ id }) => id), estimate, name: 'alerts' });
  return (
    <ul className="ob-alerts-list" aria-busy={isBusy || undefined} {...listProps}>
      {items.map(({ index, props }) => {
        const alert = alerts[index];
        return alert === undefined ? null : (
          <li key={alert.id} className="ob-alert" {...props}>
            <AlertMessage message={alert.message} />
            <RelativeMoment instant={alert.created_at} now={now} />
          </li>
        );
      })}
    </ul>
  );
}

/** A relative time, with the absolute time in its `title` and `datetime`. */
function RelativeMoment({ instant, now }: { instant: string | null; now: number }): ReactNode {
  const text = useTexts();
  const ago = relativeTime(instant, now);
  if (ago === null || instant === null) return null;
  return (
    <time className="ob-alert-time" dateTime={instant} title={formatAlertTime(instant)}>
      {text(ago.code, { count: ago.count })}
    </time>
  );
}

function AlertsSkeleton(): ReactNode {
  return (
    <SkeletonGroup className="ob-alerts">
      <div className="ob-alerts-list">
        {['a', 'b', 'c', 'd', 'e'].map((key) => (
          <div key={key} className="ob-alert">
            <Skeleton />
            <Skeleton className="ob-news-skeleton-date" />
          </div>
        ))}
      </div>
    </SkeletonGroup>
  );
}
