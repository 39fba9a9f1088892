'use client';

import type { ReactNode } from 'react';
import { Skeleton, SkeletonGroup } from '../primitives/Skeleton.tsx';

/** Props of {@link ShellSkeleton}. */
export interface ShellSkeletonProps {
  /** The site's logo, where the shell shows it. */
  logo?: ReactNode;
  /** The loading text, if the page has one ('Loading profile…'). */
  label?: string | undefined;
}

/** The placeholder of the shell until access is decided: without name, items or page. */
export function ShellSkeleton({ logo, label }: ShellSkeletonProps): ReactNode {
  return (
    <SkeletonGroup className="ob-shell ob-shell-skeleton" label={label}>
      <div className="ob-shell-top">
        {logo === undefined ? (
          <Skeleton className="ob-shell-skeleton-word" />
        ) : (
          <span className="ob-shell-logo">{logo}</span>
        )}
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
          <div className="ob-shell-skeleton-title">
            {label === undefined ? <Skeleton shape="title" /> : <p aria-hidden="true">{label}</p>}
          </div>
          <Skeleton shape="box" className="ob-shell-skeleton-page" />
        </div>
      </div>
    </SkeletonGroup>
  );
}
