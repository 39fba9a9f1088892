'use client';

import type { ComponentType, ReactNode } from 'react';

/** What a component gives its links: a host with a router draws them through its own link. */
export interface LinkProps {
  href: string;
  className?: string | undefined;
  children?: ReactNode;
}

/** How a host draws links inside the site; a plain `<a>` by default. */
export type LinkComponent = ComponentType<LinkProps>;

/** A plain link, which loads the page anew. */
export function PlainLink({ children, ...rest }: LinkProps): ReactNode {
  return <a {...rest}>{children}</a>;
}
