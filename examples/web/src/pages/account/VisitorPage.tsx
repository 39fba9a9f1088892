import { DEFAULT_SIGNED_IN_PATH, signInTarget } from '@openbell/core/session';
import { useGuard, useSession } from '@openbell/react-hooks';
import { ErrorState, Spinner, useTexts } from '@openbell/ui/primitives';
import { type ReactElement, useEffect, useRef } from 'react';
import { isMemberPath } from '../../site/routing/member-path.ts';
import { useSiteNavigation } from '../../site/routing/site-navigation.tsx';

/**
 * A page for visitors: members are redirected to the query's target, or to /profile, also after a sign-in. While the session is unknown, CSS shows the page only on devices without a token, so that both use the same
 * prerendered page.
 */
export function VisitorPage({ children }: { children: ReactElement }) {
  const text = useTexts();
  const { view, retry } = useGuard('visitor');
  const { state } = useSession();
  if (view === 'denied') return <RedirectMember />;
  if (view === 'retry') return <ErrorState title={text('shell.guardFailed')} onRetry={retry} />;
  if (state.status === 'signed-in') return <Waiting />;
  return (
    <div className="site-visitor" data-known={view === 'allowed'}>
      {view === 'allowed' ? null : <Waiting />}
      {children}
    </div>
  );
}

function RedirectMember() {
  const navigation = useSiteNavigation();
  const { isInMemory } = useSession();
  const hasRedirected = useRef(false);
  useEffect(() => {
    // Redirect once, by the URL that was opened; it changes during the navigation.
    if (hasRedirected.current) return;
    hasRedirected.current = true;
    const { search, origin } = navigation.read();
    const query = new URLSearchParams(search);
    const requested = { redirect: query.get('redirect'), tag: query.get('tag') };
    const target = signInTarget(requested, { origin });
    // A public page is another document, which would end a session that is only in memory.
    navigation.go(isInMemory && !isMemberPath(target) ? DEFAULT_SIGNED_IN_PATH : target, 'replace');
  }, [navigation, isInMemory]);
  return <Waiting />;
}

function Waiting() {
  return (
    <div className="ob-account-waiting">
      <Spinner size="large" />
    </div>
  );
}
