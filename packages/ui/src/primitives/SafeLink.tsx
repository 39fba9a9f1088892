'use client';

import type { AnchorHTMLAttributes, ReactNode } from 'react';
import { safeHref } from './safe-href.ts';

/** Props of {@link SafeLink}. */
export interface SafeLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** From outside, so anything at all. */
  href: string | null | undefined;
  children: ReactNode;
}

/**
 * A link whose target came from outside. A target that is not http, https, mailto, tel or a path of this site is
 * not drawn as a link: its words stay, as plain text. Another site opens in its own tab, without
 * a way back into this one.
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
