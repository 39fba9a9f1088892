'use client';

import { type ReactNode, useId } from 'react';
import { wrapText } from '../../primitives/wrap-text.tsx';

export interface AccountCardProps {
  title: ReactNode;
  lead?: ReactNode;
  children: ReactNode;
}

/** The card of the pages to sign in, sign up and reset a password: a heading, a lead and one form. */
export function AccountCard({ title, lead, children }: AccountCardProps): ReactNode {
  const id = useId();
  return (
    <section className="ob-account-card" aria-labelledby={id}>
      <header className="ob-account-head">
        <h1 className="ob-account-title" id={id}>
          {title}
        </h1>
        {lead ? <p className="ob-account-lead">{lead}</p> : null}
      </header>
      {wrapText(children)}
    </section>
  );
}
