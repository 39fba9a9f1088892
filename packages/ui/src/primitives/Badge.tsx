'use client';

import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** The color of a badge. */
export type BadgeTone = 'neutral' | 'primary' | 'accent' | 'success' | 'warning' | 'danger';

export interface BadgeProps {
  tone?: BadgeTone | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** A short text or count on a tinted background. */
export function Badge({ tone = 'neutral', className, children }: BadgeProps): ReactNode {
  return (
    <span className={classNames('ob-badge', className)} data-tone={tone}>
      {children}
    </span>
  );
}
