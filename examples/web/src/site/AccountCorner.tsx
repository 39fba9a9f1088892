import { useSession } from '@openbell/react-hooks';
import { Avatar, useTexts } from '@openbell/ui/primitives';
import { ChevronDown } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { preloadMembers } from './preload-members.ts';
import { useLogout } from './use-member.ts';

// A visitor has no menu of their own.
const PersonMenu = lazy(() => import('./PersonMenu.tsx'));

/**
 * Signed out: Sign in and Sign up. Signed in: the person with a dropdown, or, in the small screen's panel, the same
 * two as plain links (product.md 2, Navigation bar).
 */
export function AccountCorner({ inPanel = false, onDone }: { inPanel?: boolean; onDone?: () => void }) {
  const text = useTexts();
  const { state } = useSession();
  const logout = useLogout('/');
  const [menuWanted, setMenuWanted] = useState(false);
  if (state.status !== 'signed-in') {
    return (
      <div className="site-account" data-known={state.status !== 'unknown'}>
        <Link
          className="ob-button"
          data-variant={inPanel ? 'secondary' : 'quiet'}
          data-size="medium"
          to="/signin"
          onPointerEnter={preloadMembers}
          onFocus={preloadMembers}
        >
          {text('accounts.signIn')}
        </Link>
        <Link className="ob-button" data-variant="primary" data-size="medium" to="/signup">
          {text('accounts.signUp')}
        </Link>
      </div>
    );
  }
  const name = state.user?.first_name || text('shell.userFallback');
  const avatar = <Avatar name={name} src={state.user?.dp} size="small" />;
  if (inPanel) {
    return (
      <div className="site-account" data-known="true">
        <span className="site-panel-person">
          {avatar}
          {name}
        </span>
        <Link className="ob-button" data-variant="secondary" data-size="medium" to="/profile">
          {text('shell.profile')}
        </Link>
        <button
          type="button"
          className="ob-button"
          data-variant="quiet"
          data-size="medium"
          onClick={() => {
            onDone?.();
            logout();
          }}
        >
          {text('shell.logout')}
        </button>
      </div>
    );
  }
  const person = (
    <button type="button" className="site-person" onClick={() => setMenuWanted(true)}>
      {avatar}
      <span className="site-person-name">{name}</span>
      <ChevronDown size={16} aria-hidden="true" />
    </button>
  );
  return (
    <div className="site-account" data-known="true">
      <Link className="ob-button" data-variant="secondary" data-size="medium" to="/dashboard">
        {text('shell.dashboard')}
      </Link>
      <Suspense fallback={person}>
        <PersonMenu trigger={person} onLogout={logout} wanted={menuWanted} />
      </Suspense>
    </div>
  );
}
