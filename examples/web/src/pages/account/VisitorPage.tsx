import { signInTarget } from '@openbell/core/session';
import { useGuard } from '@openbell/react-hooks';
import { ErrorState, Spinner, useTexts } from '@openbell/ui/primitives';
import type { ReactNode } from 'react';
import { Navigate, useSearchParams } from 'react-router';

/**
 * A page for visitors: somebody who is signed in goes where the query says, or to /profile (product.md 2 and 6). That is
 * also the way on after a sign-in. Nothing is shown before it is known who is here.
 */
export function VisitorPage({ children }: { children: ReactNode }) {
  const text = useTexts();
  const { view, retry } = useGuard('visitor');
  const [query] = useSearchParams();
  if (view === 'allowed') return children;
  if (view === 'denied') {
    const { origin } = window.location;
    const target = signInTarget({ redirect: query.get('redirect'), tag: query.get('tag') }, { origin });
    return <Navigate to={target} replace />;
  }
  if (view === 'retry') return <ErrorState title={text('shell.guardFailed')} onRetry={retry} />;
  return (
    <div className="ob-account-waiting">
      <Spinner size="large" />
    </div>
  );
}
