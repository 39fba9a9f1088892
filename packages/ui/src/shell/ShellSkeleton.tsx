'use client';

import type { ReactNode } from 'react';
import { Skeleton, SkeletonGroup } from '../primitives/Skeleton.tsx';
import { useTexts } from '../primitives/texts.tsx';

export interface ShellSkeletonProps {
  /** The site's logo, where the shell shows it. */
  logo?: ReactNode;
  /** The loading text, if the page has one ('Loading profile…'). */
  label?: string | undefined;
  /** The heading of the page. Default: the product's name. */
  heading?: string | undefined;
}

/** The placeholder of the shell until access is decided: without name, items or page. It has a heading and a main landmark. */
export function ShellSkeleton({ logo, label, heading }: ShellSkeletonProps): ReactNode {
  const text = useTexts();
  return (
    <div className="ob-shell ob-shell-skeleton" data-status="loading">
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
      <main className="ob-shell-main" aria-busy="true">
        <h1 className="ob-visually-hidden">{heading ?? text('shell.productName')}</h1>
        <SkeletonGroup className="ob-page" label={label}>
          <div className="ob-shell-skeleton-title">
            {label === undefined ? <Skeleton shape="title" /> : <p aria-hidden="true">{label}</p>}
          </div>
          <Skeleton shape="box" className="ob-shell-skeleton-page" />
        </SkeletonGroup>
      </main>
    </div>
  );
}
