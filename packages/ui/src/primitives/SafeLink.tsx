'use client';

import type { AnchorHTMLAttributes, ReactNode } from 'react';
import { safeHref } from './safe-href.ts';

export interface SafeLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** An untrusted URL. */
  href: string | null | undefined;
  children: ReactNode;
}

/**
 * A link with an untrusted target. Targets other than http, https, mailto, tel or a path of this site render as plain
 * text. Links to other sites open in a new tab with `noopener noreferrer`.
 */
export function SafeLink({ href, children, ...rest }: SafeLinkProps): ReactNode {
  const target = safeHref(href);
  if (target === null) return <span className={rest.className}>{children}</span>;
  const outside = /^https?:/i.test(target);
  return (
    <a
      {...(outside ? { target: '_blank' } : {})}
      {...rest}
      href={target}
      {...(outside ? { rel: 'noopener noreferrer' } : {})}
    >
      {children}
    </a>
  );
}
