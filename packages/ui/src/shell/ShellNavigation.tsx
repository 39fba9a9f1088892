'use client';

import {
  BellRing,
  CandlestickChart,
  GraduationCap,
  LayoutDashboard,
  MessageCircle,
  MessagesSquare,
} from 'lucide-react';
import type { ComponentType, ReactElement, ReactNode } from 'react';
import { useTexts } from '../primitives/texts.tsx';
import { isShellItemCurrent, type ShellItem, shellItems } from './shell-items.ts';

const ICONS: Record<ShellItem['id'], ReactElement> = {
  dashboard: <LayoutDashboard aria-hidden="true" />,
  courses: <GraduationCap aria-hidden="true" />,
  'personal-chat': <MessageCircle aria-hidden="true" />,
  'group-chat': <MessagesSquare aria-hidden="true" />,
  'market-data': <CandlestickChart aria-hidden="true" />,
  alerts: <BellRing aria-hidden="true" />,
};

/** Props of the link component that renders an item; use your router's link. */
export interface ShellLinkProps {
  href: string;
  className?: string | undefined;
  'aria-current'?: 'page' | undefined;
  children?: ReactNode;
}

export interface ShellNavigationProps {
  isSubscribed: boolean;
  /** Pages that the site does not have. */
  hidden?: readonly ShellItem['id'][] | undefined;
  path: string;
  link: ComponentType<ShellLinkProps>;
}

/** The navigation of the shell: a rail, or a bottom bar on phones. */
export function ShellNavigation({
  isSubscribed,
  hidden,
  path,
  link: LinkTo,
}: ShellNavigationProps): ReactNode {
  const text = useTexts();
  return (
    <nav className="ob-shell-nav" aria-label={text('shell.navigation')}>
      <ul className="ob-shell-items">
        {shellItems(isSubscribed, hidden).map((item) => (
          <li key={item.id} className="ob-shell-item">
            <LinkTo
              href={item.href}
              className="ob-shell-link"
              aria-current={isShellItemCurrent(item, path) ? 'page' : undefined}
            >
              {ICONS[item.id]}
              <span>{text(item.text)}</span>
            </LinkTo>
          </li>
        ))}
      </ul>
    </nav>
  );
}
