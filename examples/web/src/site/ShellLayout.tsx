import { guardView, signInPath } from '@openbell/core/session';
import { useOpenbell, useRealtimeState } from '@openbell/react-hooks';
import { ErrorState, useTexts } from '@openbell/ui/primitives';
import { AppShell, type ShellLinkProps, ShellSkeleton } from '@openbell/ui/shell';
import { useEffect, useState } from 'react';
import { Link, Navigate, Outlet, useLocation } from 'react-router';
import { useConfig } from './config-context.tsx';
import { Logo } from './Logo.tsx';
import { useLogout, useReadable, useSessionState } from './use-member.ts';

/**
 * The members' frame and its guard (decisions 2): while nobody knows yet, the shell's shape; after 8 s, Retry; a visitor
 * goes to /signin and comes back to the page that was asked for.
 */
export function ShellLayout() {
  const { session } = useOpenbell();
  const text = useTexts();
  const state = useSessionState();
  const view = guardView(state, 'member');
  const { pathname, search, hash } = useLocation();
  const [entered, setEntered] = useState(false);

  useEffect(() => {
    if (view === 'allowed') setEntered(true);
  }, [view]);

  if (view === 'allowed') return <MemberShell />;
  if (view === 'retry') {
    return (
      <main className="site-alone">
        <ErrorState
          title={text('shell.guardFailed')}
          description={text('shell.guardFailedHint')}
          onRetry={() => void session.refreshProfile()}
        />
      </main>
    );
  }
  // Somebody who has just logged out here is being led away by the button that did it.
  const leaving = entered && state.status === 'signed-out' && state.reason === 'signed-out';
  if (view === 'denied' && !leaving) {
    return <Navigate to={signInPath(`${pathname}${search}${hash}`)} replace />;
  }
  return <ShellSkeleton />;
}

function MemberShell() {
  const { theme } = useOpenbell();
  const { sandbox } = useConfig();
  const state = useSessionState();
  const themeName = useReadable(theme.$theme);
  const realtime = useRealtimeState();
  const logout = useLogout('/');
  const { pathname } = useLocation();
  const member = state.status === 'signed-in' ? state : null;
  return (
    <AppShell
      user={member?.user ?? null}
      isSubscribed={member?.isSubscribed ?? false}
      path={pathname}
      theme={themeName}
      onThemeChange={theme.choose}
      onLogout={logout}
      link={RouterLink}
      logo={<Logo />}
      sandbox={sandbox}
      offline={realtime.status === 'offline' ? { onRetry: realtime.retry } : null}
    >
      <Outlet />
    </AppShell>
  );
}

function RouterLink({ href, ...rest }: ShellLinkProps) {
  return <Link to={href} {...rest} />;
}
