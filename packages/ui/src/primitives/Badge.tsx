'use client';

import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** The colour that a badge takes, beside its words. */
export type BadgeTone = 'neutral' | 'primary' | 'accent' | 'success' | 'warning' | 'danger';

/** Props of {@link Badge}. */
export interface BadgeProps {
  tone?: BadgeTone | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** A word or a count on a soft ground. */
export function Badge({ tone = 'neutral', className, children }: BadgeProps): ReactNode {
  return (
    <span className={classNames('ob-badge', className)} data-tone={tone}>
      {children}
    </span>
  );
}
