'use client';

import type { HTMLAttributes, ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface CardProps extends HTMLAttributes<HTMLElement> {
  /** The element. Default `section`; give a `section` an accessible name. */
  as?: 'section' | 'div' | 'article' | 'li' | undefined;
  /** Default `medium`. */
  padding?: 'none' | 'medium' | 'large' | undefined;
  children?: ReactNode;
}

/** A surface with a border and without a shadow. */
export function Card({
  as = 'section',
  padding = 'medium',
  className,
  children,
  ...rest
}: CardProps): ReactNode {
  const Element = as;
  return (
    <Element {...rest} className={classNames('ob-card', className)} data-padding={padding}>
      {children}
    </Element>
  );
}
