import type { LinkProps } from '@openbell/ui/primitives';
import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { createPath, useLocation, useNavigate } from 'react-router';

interface AppLinkProps extends LinkProps, Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof LinkProps> {
  /** Stored with the history entry, see `useLocation`. */
  readonly state?: unknown;
}

/** A link inside the members' app. A modified click is the browser's: a new tab, a download. */
export function AppLink({ href, state, onClick, ...rest }: AppLinkProps) {
  const navigate = useNavigate();
  const location = useLocation();
  function open(event: MouseEvent<HTMLAnchorElement>): void {
    onClick?.(event);
    const isModified = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
    if (event.defaultPrevented || event.button !== 0 || isModified) return;
    if (rest.target !== undefined && rest.target !== '_self') return;
    event.preventDefault();
    // As browsers do, a link to the current URL adds no entry.
    void navigate(href, { state, replace: href === createPath(location) });
  }
  return <a href={href} {...rest} onClick={open} />;
}
