'use client';

import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { classNames } from './class-names.ts';
import { EmptyDrawing, ErrorDrawing } from './drawings.tsx';
import { useTexts } from './texts.tsx';
import { useFocusOnRemoval } from './use-focus-on-removal.ts';
import { wrapText } from './wrap-text.tsx';

export interface EmptyStateProps {
  /** The text that the specification gives ('No alerts found.'). */
  title: ReactNode;
  description?: ReactNode;
  /** The suggested next action. */
  action?: ReactNode;
  /** An illustration. Default: a flat tape. */
  picture?: ReactNode;
  className?: string | undefined;
}

/** The empty state of a list or page, distinct from a failure. */
export function EmptyState({ title, description, action, picture, className }: EmptyStateProps): ReactNode {
  const leaving = useFocusOnRemoval<HTMLDivElement>();
  return (
    <div ref={leaving} className={classNames('ob-state', className)} data-status="empty">
      {picture === undefined ? <EmptyDrawing /> : wrapText(picture)}
      <p className="ob-state-title">{title}</p>
      {description ? <p className="ob-state-description">{description}</p> : null}
      {wrapText(action)}
    </div>
  );
}

export interface ErrorStateProps {
  title: ReactNode;
  description?: ReactNode;
  /** Leave out when the same request would fail again; give an `action` then. */
  onRetry?: (() => void) | undefined;
  /** The suggested next action, for example a link to the list. */
  action?: ReactNode;
  /** Whether the retry is running. */
  busy?: boolean | undefined;
  /** Makes the title the heading of the page: for a page that has no other one. */
  isPage?: boolean | undefined;
  className?: string | undefined;
}

/** The state after a failed load: announces it (role alert) and offers 'Retry'. */
export function ErrorState({
  title,
  description,
  onRetry,
  action,
  busy,
  isPage = false,
  className,
}: ErrorStateProps): ReactNode {
  const text = useTexts();
  const Title = isPage ? 'h1' : 'p';
  const leaving = useFocusOnRemoval<HTMLDivElement>();
  return (
    <div ref={leaving} className={classNames('ob-state', className)} data-status="error" role="alert">
      <ErrorDrawing />
      <Title className="ob-state-title">{title}</Title>
      {description ? <p className="ob-state-description">{description}</p> : null}
      {onRetry ? (
        <Button onClick={onRetry} busy={busy}>
          {text('shell.retry')}
        </Button>
      ) : null}
      {wrapText(action)}
    </div>
  );
}
