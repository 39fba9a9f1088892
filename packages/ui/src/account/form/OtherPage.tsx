'use client';

import type { TextCode } from '@openbell/core/catalogue';
import type { ReactNode } from 'react';
import { type LinkComponent, useTexts } from '../../primitives/index.ts';

/** The last line of an account form: a question, and a link to the page that answers it. */
export function OtherPage({
  lead,
  href,
  label,
  link: Link,
}: {
  readonly lead: TextCode;
  readonly href: string;
  readonly label: TextCode;
  readonly link: LinkComponent;
}): ReactNode {
  const text = useTexts();
  return (
    <p className="ob-account-other">
      <span>{text(lead)}</span>{' '}
      <Link className="ob-link" href={href}>
        {text(label)}
      </Link>
    </p>
  );
}
