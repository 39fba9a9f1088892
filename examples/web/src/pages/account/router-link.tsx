import type { LinkProps } from '@openbell/ui/primitives';
import { Link } from 'react-router';

/** A link of the library's components, drawn by the router. */
export function RouterLink({ href, ...rest }: LinkProps) {
  return <Link to={href} {...rest} />;
}
