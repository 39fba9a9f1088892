'use client';

import { useBeforePaint } from '@openbell/react-hooks';
import { Search } from 'lucide-react';
import { type ComponentType, type ReactNode, useEffect, useRef } from 'react';
import { Badge } from '../primitives/Badge.tsx';
import { Button } from '../primitives/Button.tsx';
import { pressedKey } from '../primitives/pressed-key.ts';
import { useTexts } from '../primitives/texts.tsx';
import { ProfileButton } from './ProfileButton.tsx';
import { type ShellLinkProps, ShellNavigation } from './ShellNavigation.tsx';
import type { ShellItem } from './shell-items.ts';
import { ThemeToggle } from './ThemeToggle.tsx';

export interface AppShellProps {
  /** The signed-in user; null while only a token is known. */
  user: { readonly first_name: string; readonly dp?: string | null | undefined } | null;
  /** Whether to show the premium items. */
  isSubscribed: boolean;
  /** Pages that the site does not have. Default: none. */
  hidden?: readonly ShellItem['id'][] | undefined;
  /** The URL's path: marks the current item. A new page starts at its top. */
  path: string;
  theme: 'light' | 'dark';
  onThemeChange: (theme: 'light' | 'dark') => void;
  onLogout: () => void;
  /** Link component. Default: a plain anchor. */
  link?: ComponentType<ShellLinkProps> | undefined;
  /** Shows the sandbox label. */
  sandbox?: boolean | undefined;
  /** Set when the live connection has given up: shows 'Offline. Retry'. */
  offline?: { readonly onRetry: () => void } | null | undefined;
  /** A notice about the account, above every page. */
  notice?: ReactNode;
  logo?: ReactNode;
  /** Opens the host's {@link CommandPalette}; called by its button in the top bar and by Ctrl/Cmd+K. */
  onPalette?: (() => void) | undefined;
  /** The page's content. */
  children: ReactNode;
}

/**
 * The frame of the members' pages: navigation rail (a bottom bar on phones), top bar and page. Presentational: it holds
 * no data.
 */
export function AppShell(props: AppShellProps): ReactNode {
  const { user, isSubscribed, path, theme, onThemeChange, onLogout, sandbox, offline, notice, children } =
    props;
  const text = useTexts();
  const LinkTo = props.link ?? PlainLink;
  const main = useRef<HTMLElement>(null);
  const skip = useRef<HTMLAnchorElement>(null);

  // The router owns the URL: the skip link moves the focus without changing the hash.
  useEffect(() => {
    const link = skip.current;
    const toContent = (event: Event): void => {
      event.preventDefault();
      main.current?.focus();
    };
    link?.addEventListener('click', toContent);
    return () => link?.removeEventListener('click', toContent);
  }, []);

  // A new page starts at its top; anchors and lists on it manage their own scrolling.
  useBeforePaint(() => {
    if (path !== '' && main.current) main.current.scrollTop = 0;
  }, [path]);

  const { onPalette } = props;
  useEffect(() => {
    if (onPalette === undefined) return undefined;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (pressedKey(event) !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      if (event.shiftKey || event.altKey) return;
      event.preventDefault();
      onPalette();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [onPalette]);

  return (
    <div className="ob-shell">
      <a className="ob-shell-skip" href="#ob-shell-content" ref={skip}>
        {text('shell.skipToContent')}
      </a>
      <header className="ob-shell-top">
        <LinkTo href="/" className="ob-shell-logo">
          {props.logo ?? text('shell.productName')}
        </LinkTo>
        {sandbox ? (
          <span title={text('shell.sandboxHint')}>
            <Badge tone="accent">{text('shell.sandbox')}</Badge>
          </span>
        ) : null}
        <span className="ob-shell-gap" />
        {offline ? (
          <div className="ob-shell-offline" role="status">
            <span>{text('shell.offline')}</span>
            <Button size="small" variant="quiet" onClick={offline.onRetry}>
              {text('shell.retry')}
            </Button>
          </div>
        ) : null}
        {onPalette === undefined ? null : (
          <button
            type="button"
            className="ob-shell-palette"
            aria-keyshortcuts="Control+K Meta+K"
            onClick={onPalette}
          >
            <Search size={16} aria-hidden="true" />
            <span className="ob-shell-palette-word">{text('shell.palette')}</span>
            <span className="ob-shell-keys" aria-hidden="true">
              {isApple() ? '⌘ K' : 'Ctrl K'}
            </span>
          </button>
        )}
        <ThemeToggle theme={theme} onThemeChange={onThemeChange} />
        <ProfileButton user={user} link={LinkTo} onLogout={onLogout} />
      </header>
      <div className="ob-shell-notice">{notice}</div>
      <ShellNavigation isSubscribed={isSubscribed} hidden={props.hidden} path={path} link={LinkTo} />
      <main className="ob-shell-main" id="ob-shell-content" ref={main} tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

/** Whether the keyboard has a ⌘ key. */
function isApple(): boolean {
  return typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);
}

function PlainLink({ children, ...rest }: ShellLinkProps): ReactNode {
  return <a {...rest}>{children}</a>;
}
