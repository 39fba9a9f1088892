'use client';

import type { ComponentType, ReactNode } from 'react';

/** Props of a link component; a host with a router passes its own. */
export interface LinkProps {
  href: string;
  className?: string | undefined;
  children?: ReactNode;
}

/** A component that renders links inside the site. Default: a plain `<a>`. */
export type LinkComponent = ComponentType<LinkProps>;

/** A plain link, which loads a new page. */
export function PlainLink({ children, ...rest }: LinkProps): ReactNode {
  return <a {...rest}>{children}</a>;
}
