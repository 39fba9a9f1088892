'use client';

import { type ReactNode, useState } from 'react';
import { Avatar } from '../primitives/Avatar.tsx';
import { lazyPart, useLazyPart } from '../primitives/lazy-part.ts';
import { useTexts } from '../primitives/texts.tsx';
import type { ProfileMenuProps } from './ProfileMenu.tsx';

type Props = Pick<ProfileMenuProps, 'link' | 'onLogout'> & {
  readonly user: { readonly first_name: string; readonly dp?: string | null | undefined } | null;
};

const profileMenu = lazyPart(() => import('./ProfileMenu.tsx'));

/** Loads the menu's code before it is needed. A failure is repeated by the press. */
const preload = (): void => {
  profileMenu.load().catch(() => undefined);
};

/** The button of the member's menu, which loads the menu's code; the first press replaces it by the open menu. */
export function ProfileButton({ user, link, onLogout }: Props): ReactNode {
  const text = useTexts();
  const name = user?.first_name || text('shell.userFallback');
  const [isWanted, setWanted] = useState(false);
  // After a failure the next press tries again.
  const part = useLazyPart(profileMenu, isWanted, () => setWanted(false));
  const content = (
    <>
      <Avatar name={name} src={user?.dp} size="small" />
      <span className="ob-shell-person-name">{name}</span>
      <span className="ob-visually-hidden">{text('shell.profileMenu')}</span>
    </>
  );
  if (isWanted && part !== null) {
    const trigger = (
      <button type="button" className="ob-shell-person">
        {content}
      </button>
    );
    return <part.ProfileMenu trigger={trigger} link={link} onLogout={onLogout} />;
  }
  return (
    <button
      type="button"
      className="ob-shell-person"
      aria-haspopup="menu"
      aria-expanded="false"
      aria-busy={isWanted || undefined}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => setWanted(true)}
    >
      {content}
    </button>
  );
}
