export { AppShell, type AppShellProps, type ShellLinkProps } from './AppShell.tsx';
export { PageHeader, type PageHeaderProps } from './PageHeader.tsx';
export { ShellSkeleton } from './ShellSkeleton.tsx';
export { type ShellItem, shellItems } from './shell-items.ts';
export { ThemeToggle, type ThemeToggleProps } from './ThemeToggle.tsx';
