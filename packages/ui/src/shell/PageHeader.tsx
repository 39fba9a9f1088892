'use client';

import type { ReactNode } from 'react';

/** Props of {@link PageHeader}. */
export interface PageHeaderProps {
  title: ReactNode;
  description?: ReactNode;
  /** The page's one primary action, and what stands beside it. */
  actions?: ReactNode;
}

/** A page's one heading and its one primary action. */
export function PageHeader({ title, description, actions }: PageHeaderProps): ReactNode {
  return (
    <header className="ob-page-header">
      <div>
        <h1 className="ob-page-title">{title}</h1>
        {description ? <p className="ob-page-description">{description}</p> : null}
      </div>
      {actions ? <div className="ob-page-actions">{actions}</div> : null}
    </header>
  );
}
