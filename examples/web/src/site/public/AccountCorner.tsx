import { lazyPart, useLazyPart } from '@openbell/ui/primitives';
import { useState } from 'react';
import { useMemberSite } from '../islands/use-member-site.ts';
import type { AccountCornerProps } from './MemberCorner.tsx';
import { VisitorCorner } from './VisitorCorner.tsx';

// Visitors have no menu: load it for members only.
const memberCorner = lazyPart(() => import('./MemberCorner.tsx'));

/**
 * Signed out: Sign in and Sign up. Signed in: the member's dropdown, or two links in the small screen's panel. The
 * session's code is loaded only on devices that have a token; if that fails, a member sees the visitor's links, whose next
 * use tries again.
 */
export function AccountCorner(props: AccountCornerProps) {
  const { loaded, hasFailed } = useMemberSite();
  const [isWanted, setWanted] = useState(true);
  const [hasNoMenu, setNoMenu] = useState(false);
  const code = useLazyPart(memberCorner, loaded !== null && isWanted, () => {
    setWanted(false);
    setNoMenu(true);
  });
  if (loaded !== null && code !== null) return <code.default {...props} {...loaded} />;
  const known = hasFailed || hasNoMenu;
  return <VisitorCorner inPanel={props.inPanel ?? false} known={known} onNear={() => setWanted(true)} />;
}
