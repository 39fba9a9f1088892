'use client';

import type { ReactNode } from 'react';
import { Skeleton, SkeletonGroup } from '../primitives/Skeleton.tsx';

/** The shell's shape while nobody knows yet whether it may be shown (decisions 2): no name, no item, no page. */
export function ShellSkeleton(): ReactNode {
  return (
    <SkeletonGroup className="ob-shell ob-shell-skeleton">
      <div className="ob-shell-top">
        <Skeleton className="ob-shell-skeleton-word" />
        <span className="ob-shell-gap" />
        <Skeleton shape="circle" className="ob-shell-skeleton-dot" />
      </div>
      <div className="ob-shell-nav">
        <div className="ob-shell-items">
          {['a', 'b', 'c', 'd'].map((key) => (
            <Skeleton key={key} className="ob-shell-skeleton-item" />
          ))}
        </div>
      </div>
      <div className="ob-shell-main">
        <div className="ob-page">
          <Skeleton shape="title" />
          <Skeleton shape="box" className="ob-shell-skeleton-page" />
        </div>
      </div>
    </SkeletonGroup>
  );
}
