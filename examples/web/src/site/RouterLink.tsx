import type { LinkProps } from '@openbell/ui/primitives';
import { Link } from 'react-router';
import { isMemberPath } from '../pages.ts';

/** A link of the library's components: by the router inside the members' app, a plain one to public pages. */
export function RouterLink({ href, ...rest }: LinkProps) {
  return isMemberPath(href) ? <Link to={href} {...rest} /> : <a href={href} {...rest} />;
}
