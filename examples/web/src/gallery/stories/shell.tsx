import {
  AppShell,
  type AppShellProps,
  Button,
  CommandPalette,
  EmptyState,
  FirstSteps,
  PageHeader,
  ShellSkeleton,
  ThemeToggle,
} from '@openbell/ui';
import { Stage } from '../Stage.tsx';
import { chat, people } from '../sample-data.ts';
import { long, nothing, type Story, unbroken } from '../story.ts';

const shell = (parts: Partial<AppShellProps> = {}) => (
  <div className="gallery-frame">
    <AppShell
      user={{ first_name: 'Nora Lindqvist' }}
      isSubscribed
      path="/dashboard"
      theme="light"
      onThemeChange={nothing}
      onLogout={nothing}
      onPalette={nothing}
      {...parts}
    >
      <PageHeader title="Dashboard" description="Market news" />
      <EmptyState title="No news yet." />
    </AppShell>
  </div>
);

const pageOf = (step: string): string => `/${step}`;

export const shellStories: readonly Story[] = [
  {
    of: ['FirstSteps'],
    state: 'a member without a plan',
    draw: () => (
      <FirstSteps
        hrefOf={pageOf}
        steps={[
          { step: 'plan', isDone: false, isOpen: true },
          { step: 'hello', isDone: false, isOpen: false },
          { step: 'lesson', isDone: false, isOpen: true },
        ]}
      />
    ),
  },
  {
    of: ['FirstSteps'],
    state: 'a new subscriber',
    draw: () => (
      <FirstSteps
        hrefOf={pageOf}
        steps={[
          { step: 'plan', isDone: true, isOpen: true },
          { step: 'hello', isDone: false, isOpen: true },
          { step: 'lesson', isDone: false, isOpen: true },
        ]}
      />
    ),
  },
  {
    of: ['CommandPalette'],
    state: 'a subscriber',
    over: true,
    draw: () => (
      <Stage as={people.subscriber} responses={{ '/web/chats': { body: { data: [chat] } } }}>
        <CommandPalette open isSubscribed onClose={nothing} onGo={nothing} />
      </Stage>
    ),
  },
  {
    of: ['CommandPalette'],
    state: 'a member without a plan',
    over: true,
    draw: () => <CommandPalette open isSubscribed={false} onClose={nothing} onGo={nothing} />,
  },
  { of: ['AppShell'], state: 'a subscriber', wide: true, draw: () => shell() },
  {
    of: ['AppShell'],
    state: 'a member without a plan, sandbox, offline, long name',
    wide: true,
    draw: () =>
      shell({
        user: { first_name: unbroken },
        isSubscribed: false,
        sandbox: true,
        offline: { onRetry: nothing },
        notice: <p>{long}</p>,
        path: '/courses',
      }),
  },
  { of: ['AppShell'], state: 'nobody yet', wide: true, draw: () => shell({ user: null }) },
  {
    of: ['ShellSkeleton'],
    state: 'loading',
    wide: true,
    draw: () => (
      <div className="gallery-frame">
        <ShellSkeleton />
      </div>
    ),
  },
  {
    of: ['PageHeader'],
    state: 'with an action, long words',
    wide: true,
    draw: () => (
      <PageHeader title={long} description={unbroken} actions={<Button variant="primary">Edit</Button>} />
    ),
  },
  {
    of: ['ThemeToggle'],
    state: 'light, dark',
    draw: () => (
      <div className="gallery-row">
        <ThemeToggle theme="light" onThemeChange={nothing} />
        <ThemeToggle theme="dark" onThemeChange={nothing} />
      </div>
    ),
  },
];
