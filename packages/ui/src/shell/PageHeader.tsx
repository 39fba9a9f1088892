'use client';

import type { ReactNode } from 'react';

export interface PageHeaderProps {
  title: ReactNode;
  description?: ReactNode;
  /** The page's primary action, and secondary ones. */
  actions?: ReactNode;
}

/** A page's heading, description and actions. */
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
