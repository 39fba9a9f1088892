import { AppShell, type AppShellProps, shellItems } from '@openbell/ui/shell';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';

function renderShell(props: Partial<AppShellProps> = {}) {
  const handlers = { onThemeChange: vi.fn(), onLogout: vi.fn() };
  render(
    <AppShell
      user={{ first_name: 'Nora', dp: null }}
      isSubscribed
      path="/dashboard"
      theme="light"
      {...handlers}
      {...props}
    >
      <h1>Page</h1>
    </AppShell>,
  );
  return handlers;
}

const links = (): (string | null)[] =>
  within(screen.getByRole('navigation'))
    .getAllByRole('link')
    .map((link) => link.textContent);

describe('premium items only for subscribers', () => {
  test('shows members Dashboard and Courses [guard.premium-items]', () => {
    renderShell({ isSubscribed: false });
    expect(links()).toEqual(['Dashboard', 'Courses']);
  });

  test('shows subscribers Personal Chat, Group Chat, Market Data and Alerts too [guard.premium-items]', () => {
    renderShell();
    expect(links().sort()).toEqual(
      ['Alerts', 'Courses', 'Dashboard', 'Group Chat', 'Market Data', 'Personal Chat'].sort(),
    );
  });

  test('links to the specified routes [routes.shell]', () => {
    expect(Object.fromEntries(shellItems(true).map((item) => [item.id, item.href]))).toEqual({
      dashboard: '/dashboard',
      'personal-chat': '/personal-chat',
      'group-chat': '/chat',
      'market-data': '/market-data',
      alerts: '/site-alerts',
      courses: '/courses',
    });
  });
});

test.each([
  ['/chat/5', 'Group Chat'],
  ['/personal-chat/5', 'Personal Chat'],
  ['/course/3', 'Courses'],
  ['/dashboard', 'Dashboard'],
])('marks the current page on %s: %s', (path, name) => {
  renderShell({ path });
  const current = screen.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'page');
  expect(current.map((link) => link.textContent)).toEqual([name]);
});

test('starts a new page at its top, also when its path begins like the previous one', () => {
  const shell = (path: string, title = 'Page') => (
    <AppShell user={null} isSubscribed path={path} theme="light" onThemeChange={() => {}} onLogout={() => {}}>
      <h1>{title}</h1>
    </AppShell>
  );
  const { rerender } = render(shell('/profile/edit'));
  const main = screen.getByRole('main');
  main.scrollTop = 300;
  rerender(shell('/profile/edit', 'The same page'));
  expect(main.scrollTop).toBe(300);
  rerender(shell('/profile'));
  expect(main.scrollTop).toBe(0);
});

test("labels the theme toggle 'Dark mode' or 'Light mode' and requests the other theme [routes.theme-toggle]", () => {
  const { onThemeChange } = renderShell();
  fireEvent.click(screen.getByRole('button', { name: 'Dark mode' }));
  expect(onThemeChange).toHaveBeenCalledWith('dark');
  cleanup();
  renderShell({ theme: 'dark' });
  expect(screen.getByRole('button', { name: 'Light mode' })).toBeDefined();
});

test('shows Profile and Logout in the profile menu [routes.profile-menu]', async () => {
  const user = userEvent.setup();
  const { onLogout } = renderShell();
  await user.click(screen.getByRole('button', { name: /Profile menu/ }));
  expect((await screen.findByRole('menuitem', { name: 'Profile' })).getAttribute('href')).toBe('/profile');
  await user.click(screen.getByRole('menuitem', { name: 'Logout' }));
  expect(onLogout).toHaveBeenCalledOnce();
});

test('returns the focus to the profile button after Escape, also the first time', async () => {
  const user = userEvent.setup();
  renderShell();
  screen.getByRole('button', { name: /Profile menu/ }).focus();
  for (const _ of ['first', 'second']) {
    await user.keyboard('{Enter}');
    const menu = await screen.findByRole('menu');
    await waitFor(() => expect(menu.contains(document.activeElement)).toBe(true));
    await user.keyboard('{Escape}');
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: /Profile menu/ })),
    );
  }
});

test("shows 'Offline. Retry' when the chat has lost its connection [socket.offline-state]", () => {
  const onRetry = vi.fn();
  renderShell({ offline: { onRetry } });
  expect(screen.getByRole('status').textContent).toContain('Offline.');
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(onRetry).toHaveBeenCalledOnce();
});

test('shows the account notice above the page', () => {
  renderShell({ notice: <p>Something about you</p> });
  expect(within(screen.getByRole('main')).queryByText('Something about you')).toBeNull();
  expect(screen.getByText('Something about you')).toBeDefined();
});

test('hides pages that the site does not have', () => {
  renderShell({ isSubscribed: true, hidden: ['market-data'] });
  expect(screen.queryByRole('link', { name: 'Market Data' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Group Chat' })).toBeDefined();
});

test("shows the 'Sandbox' label", () => {
  renderShell({ sandbox: true });
  expect(screen.getByText('Sandbox')).toBeDefined();
  cleanup();
  renderShell();
  expect(screen.queryByText('Sandbox')).toBeNull();
});

test("shows 'User' for members without a name [routes.user-name]", () => {
  renderShell({ user: null });
  expect(screen.getByText('User')).toBeDefined();
});

test('has a skip link as its first tab stop', async () => {
  const user = userEvent.setup();
  renderShell();
  await user.tab();
  const skip = document.activeElement;
  expect(skip?.textContent).toBe('Skip to content');
  expect(document.getElementById(skip?.getAttribute('href')?.slice(1) ?? '')?.tagName).toBe('MAIN');
});
