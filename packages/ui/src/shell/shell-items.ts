import type { TextCode } from '@openbell/core/catalogue';

/** A page in the navigation of the shell. */
export interface ShellItem {
  readonly id: 'dashboard' | 'courses' | 'personal-chat' | 'group-chat' | 'market-data' | 'alerts';
  readonly href: string;
  readonly text: TextCode;
  /** Whether only subscribers see it. */
  readonly premium: boolean;
}

const ITEMS: readonly ShellItem[] = [
  { id: 'dashboard', href: '/dashboard', text: 'shell.dashboard', premium: false },
  { id: 'personal-chat', href: '/personal-chat', text: 'shell.personalChat', premium: true },
  { id: 'group-chat', href: '/chat', text: 'shell.groupChat', premium: true },
  { id: 'market-data', href: '/market-data', text: 'shell.marketData', premium: true },
  { id: 'alerts', href: '/site-alerts', text: 'shell.alerts', premium: true },
  { id: 'courses', href: '/courses', text: 'shell.courses', premium: false },
];

/**
 * Returns the items of the navigation: Dashboard and Courses for every member, the others only for subscribers.
 * `hidden` lists pages that the site does not have.
 */
export function shellItems(
  isSubscribed: boolean,
  hidden: readonly ShellItem['id'][] = [],
): readonly ShellItem[] {
  return ITEMS.filter((item) => (isSubscribed || !item.premium) && !hidden.includes(item.id));
}

/** Whether `path` is the item's page or one below it (`/chat/5` is Group Chat's). */
export function isShellItemCurrent(item: ShellItem, path: string): boolean {
  return (
    path === item.href ||
    path.startsWith(`${item.href}/`) ||
    (item.id === 'courses' && /^\/course\//.test(path))
  );
}
