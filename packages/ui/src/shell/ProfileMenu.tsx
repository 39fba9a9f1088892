'use client';

import { LogOut, UserRound } from 'lucide-react';
import type { ComponentType, ReactElement, ReactNode } from 'react';
import { Menu, MenuItem } from '../primitives/Menu.tsx';
import { useTexts } from '../primitives/texts.tsx';
import type { ShellLinkProps } from './ShellNavigation.tsx';

export interface ProfileMenuProps {
  readonly trigger: ReactElement;
  readonly link: ComponentType<ShellLinkProps>;
  readonly onLogout: () => void;
}

/** The member's menu, open at first. A chunk of its own: `ProfileButton` loads it when it is pressed. */
export function ProfileMenu({ trigger, link: LinkTo, onLogout }: ProfileMenuProps): ReactNode {
  const text = useTexts();
  return (
    <Menu trigger={trigger} defaultOpen>
      <MenuItem
        icon={<UserRound aria-hidden="true" />}
        render={<LinkTo href="/profile" className="ob-menu-item" />}
      >
        {text('shell.profile')}
      </MenuItem>
      <MenuItem icon={<LogOut className="ob-directional" aria-hidden="true" />} onSelect={onLogout}>
        {text('shell.logout')}
      </MenuItem>
    </Menu>
  );
}
