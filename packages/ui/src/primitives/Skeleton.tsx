'use client';

import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { useTexts } from './texts.tsx';

/** Props of {@link Skeleton}. */
export interface SkeletonProps {
  /** What it stands for. Default `text`: one line. Size it further by a class of your own. */
  shape?: 'text' | 'title' | 'box' | 'circle' | undefined;
  className?: string | undefined;
}

/** The shape of something that is on its way. Silent: put a group of them into {@link SkeletonGroup}. */
export function Skeleton({ shape = 'text', className }: SkeletonProps): ReactNode {
  return <span className={classNames('ob-skeleton', className)} data-shape={shape} aria-hidden="true" />;
}

/** Props of {@link SkeletonGroup}. */
export interface SkeletonGroupProps {
  /** What a screen reader hears once; default 'Loading'. */
  label?: string | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** Says once that something is loading, while its skeletons show where. */
export function SkeletonGroup({ label, className, children }: SkeletonGroupProps): ReactNode {
  const text = useTexts();
  return (
    <div className={classNames('ob-skeleton-group', className)} role="status" data-status="loading">
      <span className="ob-visually-hidden">{label ?? text('shell.loading')}</span>
      {children}
    </div>
  );
}
