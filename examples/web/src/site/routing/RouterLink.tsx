import type { LinkProps } from '@openbell/ui/primitives';
import { AppLink } from './AppLink.tsx';
import { isMemberPath } from './member-path.ts';

/** The link component for the library: a router link inside the members' app, a plain one to public pages. */
export function RouterLink({ href, ...rest }: LinkProps) {
  return isMemberPath(href) ? <AppLink href={href} {...rest} /> : <a href={href} {...rest} />;
}
