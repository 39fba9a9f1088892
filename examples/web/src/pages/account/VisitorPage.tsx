import { signInTarget } from '@openbell/core/session';
import { useGuard, useSession } from '@openbell/react-hooks';
import { ErrorState, Spinner, useTexts } from '@openbell/ui/primitives';
import { type ReactNode, useEffect, useRef } from 'react';
import { usePlace } from '../../site/place.tsx';

/**
 * A page for visitors: members are redirected to the query's target, or to /profile, which is also what follows a
 * sign-in. While the session is unknown, CSS shows the page only on devices without a token, so that both use the same
 * prerendered page.
 */
export function VisitorPage({ children }: { children: ReactNode }) {
  const text = useTexts();
  const { view, retry } = useGuard('visitor');
  const { state } = useSession();
  if (view === 'denied') return <GoOn />;
  if (view === 'retry') return <ErrorState title={text('shell.guardFailed')} onRetry={retry} />;
  if (state.status === 'signed-in') return <Waiting />;
  return (
    <div className="site-visitor" data-known={view === 'allowed'}>
      {view === 'allowed' ? null : <Waiting />}
      {children}
    </div>
  );
}

function GoOn() {
  const place = usePlace();
  const gone = useRef(false);
  useEffect(() => {
    // Redirect once, by the URL that was opened; it changes during the navigation.
    if (gone.current) return;
    gone.current = true;
    const { search, origin } = place.read();
    const query = new URLSearchParams(search);
    const asked = { redirect: query.get('redirect'), tag: query.get('tag') };
    place.go(signInTarget(asked, { origin }), 'replace');
  }, [place]);
  return <Waiting />;
}

function Waiting() {
  return (
    <div className="ob-account-waiting">
      <Spinner size="large" />
    </div>
  );
}
