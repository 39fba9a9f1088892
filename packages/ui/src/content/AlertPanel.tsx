'use client';

import { type AlertViewState, formatAlertTime } from '@openbell/core/alerts';
import type { ReactNode } from 'react';
import { type LinkComponent, PlainLink } from '../primitives/link.tsx';
import { Skeleton, SkeletonGroup } from '../primitives/Skeleton.tsx';
import { EmptyState, ErrorState } from '../primitives/States.tsx';
import { useTexts } from '../primitives/texts.tsx';
import { AlertMessage } from './AlertMessage.tsx';

export interface AlertPanelProps {
  state: AlertViewState;
  onRetry: () => void;
  /** The page to go to when the alert cannot be shown. Default `/`. */
  homeHref?: string | undefined;
  /** Link component for links inside the site. */
  link?: LinkComponent | undefined;
}

/** One alert, for anyone with its code: the message and its time, or the reason that it cannot be shown. */
export function AlertPanel(props: AlertPanelProps): ReactNode {
  const { state, onRetry, homeHref = '/', link: Link = PlainLink } = props;
  const text = useTexts();
  const home = (
    <Link className="ob-link" href={homeHref}>
      {text('shell.goBackHome')}
    </Link>
  );
  switch (state.status) {
    case 'no-code':
      return <ErrorState title={text('content.alertNoCode')} action={home} />;
    case 'failed':
      return (
        <ErrorState
          title={state.message === '' ? text('content.alertFailed') : state.message}
          {...(state.isRetryable ? { onRetry } : { action: home })}
        />
      );
    case 'none':
      return <EmptyState title={text('content.alertNone')} action={home} />;
    case 'ready':
      return (
        <article className="ob-alert-panel">
          <AlertMessage message={state.alert.message} />
          {state.alert.created_at === null ? null : (
            <time className="ob-alert-time" dateTime={state.alert.created_at}>
              {formatAlertTime(state.alert.created_at)}
            </time>
          )}
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
