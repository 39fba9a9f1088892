'use client';

import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { classNames } from './class-names.ts';
import { EmptyDrawing, ErrorDrawing } from './drawings.tsx';
import { useTexts } from './texts.tsx';
import { useFocusHandedOn } from './use-focus-handed-on.ts';

/** Props of {@link EmptyState}. */
export interface EmptyStateProps {
  /** The specified text ('No alerts found.'). */
  title: ReactNode;
  description?: ReactNode;
  /** The one thing to do next. */
  action?: ReactNode;
  /** A drawing of its own; by default a quiet tape. */
  picture?: ReactNode;
  className?: string | undefined;
}

/** Nothing here, said so that it does not look like a failure. */
export function EmptyState({ title, description, action, picture, className }: EmptyStateProps): ReactNode {
  const leaving = useFocusHandedOn<HTMLDivElement>();
  return (
    <div ref={leaving} className={classNames('ob-state', className)} data-status="empty">
      {picture === undefined ? <EmptyDrawing /> : picture}
      <p className="ob-state-title">{title}</p>
      {description ? <p className="ob-state-description">{description}</p> : null}
      {action}
    </div>
  );
}

/** Props of {@link ErrorState}. */
export interface ErrorStateProps {
  title: ReactNode;
  description?: ReactNode;
  /** Absent where trying again makes no sense. */
  onRetry?: (() => void) | undefined;
  /** The new try is under way. */
  busy?: boolean | undefined;
  className?: string | undefined;
}

/** It did not load: says so (role alert) and offers 'Retry'. */
export function ErrorState({ title, description, onRetry, busy, className }: ErrorStateProps): ReactNode {
  const text = useTexts();
  const leaving = useFocusHandedOn<HTMLDivElement>();
  return (
    <div ref={leaving} className={classNames('ob-state', className)} data-status="error" role="alert">
      <ErrorDrawing />
      <p className="ob-state-title">{title}</p>
      {description ? <p className="ob-state-description">{description}</p> : null}
      {onRetry ? (
        <Button onClick={onRetry} busy={busy}>
          {text('shell.retry')}
        </Button>
      ) : null}
    </div>
  );
}
