import { accountsTexts } from '@openbell/core/catalogue';
import { lazy, Suspense } from 'react';
import { preloadMembers } from './preload-members.ts';
import { useMemberSite } from './use-member-site.ts';

// A visitor has no menu of their own.
const MemberCorner = lazy(() => import('./MemberCorner.tsx'));

export interface AccountCornerProps {
  readonly inPanel?: boolean;
  readonly onDone?: () => void;
}

/**
 * Signed out: Sign in and Sign up. Signed in: the person with a dropdown, or, in the small screen's panel, the same
 * two as plain links. The session's code comes with whoever is likely signed in.
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

/** `known`: that nobody is signed in has been found out, and not only been taken for granted. */
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
