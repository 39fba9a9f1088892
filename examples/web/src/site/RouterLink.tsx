import type { LinkProps } from '@openbell/ui/primitives';
import { Link } from 'react-router';
import { isMemberPath } from '../pages.ts';

/** The link component for the library: a router link inside the members' app, a plain one to public pages. */
export function RouterLink({ href, ...rest }: LinkProps) {
  return isMemberPath(href) ? <Link to={href} {...rest} /> : <a href={href} {...rest} />;
}
