import { accountsTexts } from '@openbell/core/catalogue';
import { lazyPart, useLazyPart } from '@openbell/ui/primitives';
import { useState } from 'react';
import { preloadMembers } from './preload-members.ts';
import { useMemberSite } from './use-member-site.ts';

// Visitors have no menu: load it for members only.
const memberCorner = lazyPart(() => import('./MemberCorner.tsx'));

export interface AccountCornerProps {
  readonly inPanel?: boolean;
  readonly onDone?: () => void;
}

/**
 * Signed out: Sign in and Sign up. Signed in: the member's dropdown, or two links in the small screen's panel. The
 * session's code is loaded only on devices that have a token; if that fails, a member sees the visitor's links, whose next
 * use tries again.
 */
export function AccountCorner(props: AccountCornerProps) {
  const loaded = useMemberSite();
  const [isWanted, setWanted] = useState(true);
  const [hasFailed, setFailed] = useState(false);
  const code = useLazyPart(memberCorner, loaded !== null && isWanted, () => {
    setWanted(false);
    setFailed(true);
  });
  if (loaded !== null && code !== null) return <code.default {...props} {...loaded} />;
  return <VisitorCorner inPanel={props.inPanel ?? false} known={hasFailed} onNear={() => setWanted(true)} />;
}

interface VisitorCornerProps {
  readonly inPanel: boolean;
  /** Whether the session has been checked. */
  readonly known: boolean;
  /** Called when the pointer or the focus comes near. */
  readonly onNear?: () => void;
}

export function VisitorCorner({ inPanel, known, onNear }: VisitorCornerProps) {
  const near = (): void => {
    preloadMembers();
    onNear?.();
  };
  return (
    <div className="site-account" data-known={known}>
      <a
        className="ob-button"
        data-variant={inPanel ? 'secondary' : 'quiet'}
        data-size="medium"
        href="/signin"
        onPointerEnter={near}
        onFocus={near}
      >
        {accountsTexts['accounts.signIn']}
      </a>
      <a className="ob-button" data-variant="primary" data-size="medium" href="/signup">
        {accountsTexts['accounts.signUp']}
      </a>
    </div>
  );
}
