import { OpenbellProvider, useSession } from '@openbell/react-hooks';
import { Avatar, lazyPart, useLazyPart, useTexts } from '@openbell/ui/primitives';
import { ChevronDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { LoadedSite } from '../islands/page-host.tsx';
import { preloadMembers } from '../preload-members.ts';
import { useLogout } from '../use-member.ts';
import { VisitorCorner } from './VisitorCorner.tsx';

const personMenu = lazyPart(() => import('./PersonMenu.tsx'));

export interface AccountCornerProps {
  readonly inPanel?: boolean;
  readonly onDone?: () => void;
}

/** The bar's corner on a device with a token; the session decides what it shows. */
export default function MemberCorner({ site, config: _, ...props }: AccountCornerProps & LoadedSite) {
  return (
    <OpenbellProvider openbell={site}>
      <Corner {...props} />
    </OpenbellProvider>
  );
}

function Corner({ inPanel = false, onDone }: AccountCornerProps) {
  const text = useTexts();
  const { state } = useSession();
  const logout = useLogout('/');
  const [menuWanted, setMenuWanted] = useState(false);
  /** A button that is replaced between press and release gets no click. */
  const [isPressed, setPressed] = useState(false);
  // After a failure a press of the button tries again.
  const [codeWanted, setCodeWanted] = useState(true);
  const isMember = state.status === 'signed-in';
  const menu = useLazyPart(personMenu, isMember && !inPanel && codeWanted, () => setCodeWanted(false));
  useEffect(() => {
    // Signed-in members will open the members' pages.
    if (isMember) preloadMembers();
  }, [isMember]);
  if (!isMember) return <VisitorCorner inPanel={inPanel} known={state.status !== 'unknown'} />;

  const name = state.user?.first_name || text('shell.userFallback');
  const avatar = <Avatar name={name} src={state.user?.dp} size="small" />;
  if (inPanel) {
    return (
      <div className="site-account" data-known="true">
        <span className="site-panel-person">
          {avatar}
          <span>{name}</span>
        </span>
        <a className="ob-button" data-variant="secondary" data-size="medium" href="/profile">
          {text('shell.profile')}
        </a>
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
    <button
      type="button"
      className="site-person"
      aria-busy={(menuWanted && codeWanted && menu === null) || undefined}
      onPointerDown={() => {
        if (menu === null) setPressed(true);
      }}
      onPointerCancel={() => setPressed(false)}
      // Touch leaves between its release and its click, without a pressed button.
      onPointerLeave={({ buttons }) => {
        if (buttons !== 0) setPressed(false);
      }}
      onClick={() => {
        setPressed(false);
        setMenuWanted(true);
        setCodeWanted(true);
      }}
    >
      {avatar}
      <span className="site-person-name">{name}</span>
      <ChevronDown size={16} aria-hidden="true" />
    </button>
  );
  return (
    <div className="site-account" data-known="true">
      <a className="ob-button" data-variant="secondary" data-size="medium" href="/dashboard">
        {text('shell.dashboard')}
      </a>
      {menu === null || isPressed ? (
        person
      ) : (
        <menu.default trigger={person} onLogout={logout} wanted={menuWanted} />
      )}
    </div>
  );
}
