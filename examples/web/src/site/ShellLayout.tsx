import { createMemberFeatures } from '@openbell/core/member-features';
import { signInPath } from '@openbell/core/session';
import { OpenbellProvider, useGuard, useRealtimeState, useSession, useTheme } from '@openbell/react-hooks';
import { PastDueNotice } from '@openbell/ui/billing';
import { ErrorState, useTexts } from '@openbell/ui/primitives';
import { AppShell, ShellSkeleton } from '@openbell/ui/shell';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { useConfig } from './config-context.tsx';
import { GoTo } from './GoTo.tsx';
import { Logo } from './Logo.tsx';
import { useMembersHost } from './members-context.tsx';
import { RouterLink } from './RouterLink.tsx';
import { useLogout } from './use-member.ts';
import { useScrollRestoration } from './use-scroll-restoration.ts';
import '@openbell/ui/styles/billing.css';
import '@openbell/ui/styles/shell.css';
import '../styles/members.css';

/** Pages with their own loading text. */
const onProfile = /^\/profile(?:\/|$)/;
/** For sites without market data and options feed. */
const noMarketData = ['market-data'] as const;
/** Loaded on first use. */
const Palette = lazy(() => import('./Palette.tsx'));

/**
 * The members' layout and its guard: a skeleton while the session is unknown, Retry after 8 s. Visitors are sent to
 * /signin and back. This chunk contains the members' features.
 */
export function ShellLayout() {
  const text = useTexts();
  const { state } = useSession();
  const { view, retry } = useGuard('member');
  const { pathname, search, hash } = useLocation();
  const [entered, setEntered] = useState(false);

  useEffect(() => {
    if (view === 'allowed') setEntered(true);
  }, [view]);

  if (view === 'allowed') {
    return (
      <Members>
        <MemberShell />
      </Members>
    );
  }
  if (view === 'retry') {
    return (
      <main className="site-alone">
        <ErrorState
          title={text('shell.guardFailed')}
          description={text('shell.guardFailedHint')}
          onRetry={retry}
        />
      </main>
    );
  }
  // After a log-out here, the button that caused it navigates.
  const leaving = entered && state.status === 'signed-out' && state.reason === 'signed-out';
  if (view === 'denied' && !leaving) {
    return <GoTo path={signInPath(`${pathname}${search}${hash}`)} />;
  }
  return <ShellSkeleton label={onProfile.test(pathname) ? text('accounts.loadingProfile') : undefined} />;
}

/** Creates the members' features before the first paint. */
function Members({ children }: { children: ReactNode }) {
  const { members, enter } = useMembersHost();
  useLayoutEffect(() => enter(createMemberFeatures), [enter]);
  return members === null ? (
    <ShellSkeleton />
  ) : (
    <OpenbellProvider openbell={members}>{children}</OpenbellProvider>
  );
}

function MemberShell() {
  const { theme, choose } = useTheme();
  const { sandbox, off } = useConfig();
  const hidden = off.has('market') && off.has('feed') ? noMarketData : undefined;
  const { user, isSubscribed } = useSession();
  const realtime = useRealtimeState();
  const logout = useLogout('/');
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [palette, setPalette] = useState<'unasked' | 'open' | 'closed'>('unasked');
  const openPalette = useCallback(() => setPalette('open'), []);
  useScrollRestoration('ob-shell-content');
  return (
    <AppShell
      user={user}
      isSubscribed={isSubscribed}
      hidden={hidden}
      path={pathname}
      theme={theme}
      onThemeChange={choose}
      onLogout={logout}
      link={RouterLink}
      logo={<Logo />}
      sandbox={sandbox}
      notice={pathname === '/profile' ? null : <PastDueNotice link={RouterLink} />}
      offline={realtime.status === 'offline' ? { onRetry: realtime.retry } : null}
      onPalette={openPalette}
    >
      <Outlet />
      {palette === 'unasked' ? null : (
        <Suspense fallback={null}>
          <Palette
            open={palette === 'open'}
            onClose={() => setPalette('closed')}
            isSubscribed={isSubscribed}
            hidden={hidden}
            onGo={(href) => void navigate(href)}
          />
        </Suspense>
      )}
    </AppShell>
  );
}
