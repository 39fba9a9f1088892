import type { LinkProps } from '@openbell/ui/primitives';
import { isMemberPath } from '../pages.ts';
import { AppLink } from './AppLink.tsx';

/** The link component for the library: a router link inside the members' app, a plain one to public pages. */
export function RouterLink({ href, ...rest }: LinkProps) {
  return isMemberPath(href) ? <AppLink href={href} {...rest} /> : <a href={href} {...rest} />;
}
