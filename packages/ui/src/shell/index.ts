export { AppShell, type AppShellProps } from './AppShell.tsx';
export { CommandPalette, type CommandPaletteProps } from './CommandPalette.tsx';
export { FirstSteps, type FirstStepsProps } from './FirstSteps.tsx';
export { PageHeader, type PageHeaderProps } from './PageHeader.tsx';
export { type Command, type PaletteChat, paletteCommands, rankCommands } from './palette.rules.ts';
export type { ShellLinkProps } from './ShellNavigation.tsx';
export { ShellSkeleton, type ShellSkeletonProps } from './ShellSkeleton.tsx';
export { type ShellItem, shellItems } from './shell-items.ts';
export { ThemeToggle, type ThemeToggleProps } from './ThemeToggle.tsx';
