'use client';

import { type AlertViewState, formatAlertTime } from '@openbell/core/alerts';
import type { ReactNode } from 'react';
import { Skeleton, SkeletonGroup } from '../primitives/Skeleton.tsx';
import { EmptyState, ErrorState } from '../primitives/States.tsx';
import { useTexts } from '../primitives/texts.tsx';

/** Props of {@link AlertPanel}. */
export interface AlertPanelProps {
  state: AlertViewState;
  onRetry: () => void;
}

/** One alert, for anyone with its code: the message and its time, or the reason that it cannot be shown. */
export function AlertPanel({ state, onRetry }: AlertPanelProps): ReactNode {
  const text = useTexts();
  switch (state.status) {
    case 'no-code':
      return <ErrorState title={text('content.alertNoCode')} />;
    case 'failed':
      return (
        <ErrorState
          title={state.message === '' ? text('content.alertFailed') : state.message}
          onRetry={onRetry}
        />
      );
    case 'none':
      return <EmptyState title={text('content.alertNone')} />;
    case 'ready':
      return (
        <article className="ob-alert-panel">
          <p className="ob-alert-message" dir="auto">
            {state.alert.message}
          </p>
          <time className="ob-alert-time" dateTime={state.alert.created_at}>
            {formatAlertTime(state.alert.created_at)}
          </time>
        </article>
      );
    default:
      return (
        <SkeletonGroup className="ob-alert-panel">
          <Skeleton />
          <Skeleton />
          <Skeleton className="ob-news-skeleton-date" />
        </SkeletonGroup>
      );
  }
}
