'use client';

import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { useTexts } from './texts.tsx';
import { wrapText } from './wrap-text.tsx';

export interface SkeletonProps {
  /** The shape of the content. Default `text`: one line. Set further sizes by a class. */
  shape?: 'text' | 'title' | 'box' | 'circle' | undefined;
  className?: string | undefined;
}

/** The placeholder of content that is loading. Hidden from screen readers: put skeletons in a {@link SkeletonGroup}. */
export function Skeleton({ shape = 'text', className }: SkeletonProps): ReactNode {
  return <span className={classNames('ob-skeleton', className)} data-shape={shape} aria-hidden="true" />;
}

export interface SkeletonGroupProps {
  /** The text that is announced once. Default 'Loading'. */
  label?: string | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** Announces once that content is loading and contains its skeletons. */
export function SkeletonGroup({ label, className, children }: SkeletonGroupProps): ReactNode {
  const text = useTexts();
  return (
    <div className={classNames('ob-skeleton-group', className)} role="status" data-status="loading">
      <span className="ob-visually-hidden">{label ?? text('shell.loading')}</span>
      {wrapText(children)}
    </div>
  );
}
