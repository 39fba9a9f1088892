import { createMemberBase } from '@openbell/core/member-base';
import { signInPath } from '@openbell/core/session';
import { useGuard, useOfflineStart, useRealtimeState, useSession, useTheme } from '@openbell/react-hooks';
import { CardExpiryNotice, PastDueNotice } from '@openbell/ui/billing';
import {
  ErrorState,
  lazyPart,
  PartBoundary,
  useLazyPart,
  useNotices,
  useTexts,
} from '@openbell/ui/primitives';
import { AppShell, ShellSkeleton } from '@openbell/ui/shell';
import { useCallback, useContext, useEffect, useState } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { keepAppShell } from '../app-shell/app-shell.ts';
import { useConfig } from '../config-context.tsx';
import { Logo } from '../Logo.tsx';
import { GoTo } from '../routing/GoTo.tsx';
import { RouterLink } from '../routing/RouterLink.tsx';
import { useScrollRestoration } from '../routing/use-scroll-restoration.ts';
import { useLogout } from '../use-member.ts';
import { MemberPart } from './members-context.tsx';
import { OfflinePage, OfflineStartProvider, useIsOfflineStart } from './offline-start.tsx';
import { PageTitleContext } from './page-title.ts';
import { PageFailure } from './RouteFailure.tsx';
import '@openbell/ui/styles/billing.css';
import '@openbell/ui/styles/shell.css';
import '../../styles/members.css';

/** Pages with their own loading text. */
const onProfile = /^\/profile(?:\/|$)/;
const onChats = /^\/(?:personal-)?chat(?:\/|$)/;
/** For sites without market data and options feed. */
const noMarketData = ['market-data'] as const;
const paletteCode = lazyPart(() => import('./Palette.tsx'));

/**
 * The members' layout and its guard: a skeleton while the session is unknown, Retry after 8 s. Visitors are sent to
 * /signin and back. Without a connection a subscriber reads the saved chats.
 */
export function ShellLayout() {
  const text = useTexts();
  const { state } = useSession();
  const { view, retry } = useGuard('member');
  const isOffline = useOfflineStart();
  const heading = useContext(PageTitleContext);
  const { pathname, search, hash } = useLocation();
  const [entered, setEntered] = useState(false);

  if (view === 'allowed' && !entered) setEntered(true);

  if (view === 'allowed' || isOffline) {
    return (
      <MemberPart name="base" create={createMemberBase}>
        <OfflineStartProvider value={isOffline}>
          <MemberShell />
        </OfflineStartProvider>
      </MemberPart>
    );
  }
  if (view === 'retry') {
    return (
      <main className="site-alone">
        <ErrorState
          isPage
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
  return (
    <ShellSkeleton
      logo={<Logo />}
      heading={heading}
      label={onProfile.test(pathname) ? text('accounts.loadingProfile') : undefined}
    />
  );
}

function MemberShell() {
  const { theme, choose } = useTheme();
  const { sandbox, off } = useConfig();
  const hidden = off.has('market') && off.has('feed') ? noMarketData : undefined;
  const { user, isSubscribed } = useSession();
  const realtime = useRealtimeState();
  const logout = useLogout('/');
  const location = useLocation();
  const { pathname } = location;
  const navigate = useNavigate();
  const isOffline = useIsOfflineStart();
  const palette = usePalette();
  useScrollRestoration('ob-shell-content');
  // Only subscribers have chats to read offline.
  useEffect(() => {
    if (isSubscribed) keepAppShell();
  }, [isSubscribed]);
  return (
    <AppShell
      user={user}
      isSubscribed={isSubscribed || isOffline}
      hidden={hidden}
      path={pathname}
      theme={theme}
      onThemeChange={choose}
      onLogout={logout}
      link={RouterLink}
      logo={<Logo />}
      sandbox={sandbox}
      notice={
        pathname === '/profile' ? null : (
          <>
            <PastDueNotice link={RouterLink} />
            <CardExpiryNotice link={RouterLink} />
          </>
        )
      }
      offline={realtime.status === 'offline' ? { onRetry: realtime.retry } : null}
      // Its code needs a connection.
      onPalette={isOffline ? undefined : palette.open}
    >
      {isOffline && !onChats.test(pathname) ? (
        <OfflinePage />
      ) : (
        <PartBoundary of={location.key} failure={<PageFailure />}>
          <Outlet />
        </PartBoundary>
      )}
      {palette.Palette === null ? null : (
        <palette.Palette
          open={palette.isOpen}
          onClose={palette.close}
          isSubscribed={isSubscribed}
          hidden={hidden}
          onGo={(href) => void navigate(href)}
        />
      )}
    </AppShell>
  );
}

/** Loads the command palette on first use. If that fails, a notice says so and the next use tries again. */
function usePalette() {
  const text = useTexts();
  const { notify } = useNotices();
  const [isOpen, setOpen] = useState(false);
  const code = useLazyPart(paletteCode, isOpen, () => {
    setOpen(false);
    notify({ level: 'alert', text: text('shell.paletteFailed'), about: 'palette' });
  });
  const open = useCallback(() => setOpen(true), []);
  const close = useCallback(() => setOpen(false), []);
  return { Palette: code?.default ?? null, isOpen, open, close };
}
