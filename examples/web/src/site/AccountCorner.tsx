import { accountsTexts } from '@openbell/core/catalogue';
import { lazy, Suspense } from 'react';
import { preloadMembers } from './preload-members.ts';
import { useMemberSite } from './use-member-site.ts';

// Visitors have no menu: load it for members only.
const MemberCorner = lazy(() => import('./MemberCorner.tsx'));

export interface AccountCornerProps {
  readonly inPanel?: boolean;
  readonly onDone?: () => void;
}

/**
 * Signed out: Sign in and Sign up. Signed in: the member's dropdown, or two links in the small screen's panel. The
 * session's code is loaded only on devices that have a token.
 */
export function AccountCorner(props: AccountCornerProps) {
  const loaded = useMemberSite();
  const visitor = <VisitorCorner inPanel={props.inPanel ?? false} known={false} />;
  return loaded === null ? (
    visitor
  ) : (
    <Suspense fallback={visitor}>
      <MemberCorner {...props} {...loaded} />
    </Suspense>
  );
}

/** `known`: whether the session has been checked. */
export function VisitorCorner({ inPanel, known }: { inPanel: boolean; known: boolean }) {
  return (
    <div className="site-account" data-known={known}>
      <a
        className="ob-button"
        data-variant={inPanel ? 'secondary' : 'quiet'}
        data-size="medium"
        href="/signin"
        onPointerEnter={preloadMembers}
        onFocus={preloadMembers}
      >
        {accountsTexts['accounts.signIn']}
      </a>
      <a className="ob-button" data-variant="primary" data-size="medium" href="/signup">
        {accountsTexts['accounts.signUp']}
      </a>
    </div>
  );
}
