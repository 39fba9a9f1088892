import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { PageTitleContext } from '../../../examples/web/src/site/members/page-title.ts';
import { ShellLayout } from '../../../examples/web/src/site/members/ShellLayout.tsx';
import { SubscriberLayout } from '../../../examples/web/src/site/members/SubscriberLayout.tsx';
import { openSite } from './support.tsx';

const routes = [
  {
    element: <ShellLayout />,
    children: [
      { path: '/dashboard', element: <h1>News</h1> },
      { element: <SubscriberLayout />, children: [{ path: '/chat/:id', element: <h1>Chat</h1> }] },
    ],
  },
];
const denied = 'You are not allowed to access this page. Please contact your administrator.';
const later = '2030-01-01T00:00:00Z';
const earlier = '2020-01-01T00:00:00Z';

describe('access to pages', () => {
  test('sends a visitor to /signin with the page and its query as redirect [guard.visitor-sent-to-sign-in]', async () => {
    const site = await openSite(routes, '/chat/5?q=a');
    expect(site.path()).toBe('/signin?redirect=/chat/5%3Fq%3Da');
    expect(site.text()).not.toContain('Chat');
  });

  test('shows nothing and does not redirect while the profile loads [guard.no-flash]', async () => {
    const site = await openSite(routes, '/chat/5', { token: true, expiredAt: later });
    expect(site.path()).toBe('/chat/5');
    expect(site.waiting()).toBe(true);
    expect(screen.queryByRole('navigation')).toBeNull();
    expect(site.text()).not.toContain(denied);
    await site.respond();
    expect(site.path()).toBe('/chat/5');
    expect(screen.getByRole('heading', { name: 'Chat' })).toBeDefined();
  });

  test('shows the page’s title as the heading while the profile loads [site.members-frame]', async () => {
    const titled = [
      {
        ...routes[0],
        element: (
          <PageTitleContext value="Group Chat">
            <ShellLayout />
          </PageTitleContext>
        ),
      },
    ];
    const site = await openSite(titled, '/chat/5', { token: true, expiredAt: later });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Group Chat');
    await site.respond();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Chat');
  });

  test.each([
    ['a member without a plan', null],
    ['a member whose plan has ended', earlier],
  ])(
    'sends %s to /dashboard with one alert [guard.premium] [guard.premium-alert]',
    async (_who, expiredAt) => {
      const site = await openSite(routes, '/chat/5', { token: true, expiredAt });
      await site.respond();
      expect(site.path()).toBe('/dashboard');
      expect(screen.getAllByText(denied)).toHaveLength(1);
      expect(screen.queryByText('Chat')).toBeNull();
    },
  );

  test('closes the page when the plan ends while it is open [guard.plan-ends-in-use]', async () => {
    const soon = new Date(Date.UTC(2026, 10, 21, 15, 0, 0) + 60_000).toISOString();
    const site = await openSite(routes, '/chat/5', { token: true, expiredAt: soon });
    await site.respond();
    expect(site.path()).toBe('/chat/5');
    await site.advance(61_000);
    expect(site.path()).toBe('/chat/5');
    await site.respond();
    expect(site.path()).toBe('/dashboard');
  });
});

test('shows an error with Retry after 8 s, and still accepts the response [guard.retry]', async () => {
  const site = await openSite(routes, '/dashboard', { token: true });
  await site.advance(8000);
  expect(screen.getByRole('alert').textContent).toContain('Your account could not be checked.');
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await site.respond();
  expect(screen.getByRole('heading', { name: 'News' })).toBeDefined();
});

test("goes from the shell's Logout to /, not through /signin [session.log-out-bar]", async () => {
  const user = userEvent.setup();
  const site = await openSite(routes, '/dashboard', { token: true });
  await site.respond();
  await user.click(screen.getByRole('button', { name: /Profile menu/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
  await site.respond();
  expect(site.path()).toBe('/');
  expect(site.openbell.session.$state.get().status).toBe('signed-out');
});

describe('a start without a connection', () => {
  const cachedUser = { id: 1, first_name: 'Nora', dp: null, expired_at: later };
  const goOnline = (isOnline: boolean): void => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
    act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')));
  };

  test('opens the chats of a stored plan, and no other page [offline.saved-chats]', async () => {
    goOnline(false);
    const chat = await openSite(routes, '/chat/5', { token: true, cachedUser });
    expect(screen.getByRole('heading', { name: 'Chat' })).toBeDefined();
    expect(chat.path()).toBe('/chat/5');
    cleanup();
    await openSite(routes, '/dashboard', { token: true, cachedUser });
    expect(screen.queryByRole('heading', { name: 'News' })).toBeNull();
    expect(screen.getByText('You are offline.')).toBeDefined();
  });

  test('opens nothing for a stored plan that has ended [offline.saved-chats]', async () => {
    goOnline(false);
    const site = await openSite(routes, '/chat/5', {
      token: true,
      cachedUser: { ...cachedUser, expired_at: earlier },
    });
    expect(site.waiting()).toBe(true);
    expect(screen.queryByRole('heading', { name: 'Chat' })).toBeNull();
  });

  test.each([
    ['keeps the page for a subscriber', later, '/chat/5'],
    ['leaves the page when the plan has ended meanwhile', earlier, '/dashboard'],
  ])('with a connection later, the profile decides: %s [offline.reconnect]', async (_, expiredAt, path) => {
    goOnline(false);
    const site = await openSite(routes, '/chat/5', { token: true, cachedUser, expiredAt });
    goOnline(true);
    expect(screen.getByRole('heading', { name: 'Chat' })).toBeDefined();
    await site.respond();
    expect(site.path()).toBe(path);
  });
});
