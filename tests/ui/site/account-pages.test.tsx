// The site's account pages and their navigation.
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import EditProfilePage from '../../../examples/web/src/pages/account/edit-profile-page.tsx';
import ForgotPasswordIsland from '../../../examples/web/src/pages/account/ForgotPassword.tsx';
import ProfilePage from '../../../examples/web/src/pages/account/profile-page.tsx';
import { ShellLayout } from '../../../examples/web/src/site/members/ShellLayout.tsx';
import { openSite } from './support.tsx';

const shell = [
  {
    element: <ShellLayout />,
    children: [
      { path: '/dashboard', element: <h1>News</h1> },
      { path: '/profile', element: <ProfilePage /> },
      { path: '/profile/edit', element: <EditProfilePage /> },
      { path: '/unsubscribe/:id', element: <h1>Unsubscribe</h1> },
    ],
  },
];

test('calls the server, removes the stored user and goes to /login on Log Out [profile.log-out-to-login] [session.log-out-profile]', async () => {
  const site = await openSite(shell, '/profile', { token: true });
  await site.respond();
  expect(site.localStorage.read('user')).not.toBeNull();
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Log Out' }));
  expect(site.path()).toBe('/login');
  expect(site.requested.filter((path) => path === '/api/web/logout')).toHaveLength(1);
  expect(site.localStorage.read('user')).toBeNull();
  expect(site.localStorage.read('accessToken')).toBeNull();
});

test('loads the profile with the shell, also with a cached user, and applies it [session.profile-on-load]', async () => {
  const site = await openSite(shell, '/dashboard', {
    token: true,
    cachedUser: { id: 1, first_name: 'Earlier', dp: null, expired_at: '2030-01-01T00:00:00Z' },
  });
  expect(site.openbell.session.$user.get()?.first_name).toBe('Earlier');
  expect(site.requested).toEqual(['/api/web/profile']);
  expect(screen.queryByText('News')).toBeNull();
  await site.respond();
  expect(screen.getByRole('heading', { name: 'News' })).toBeDefined();
  expect(screen.getByText('Nora')).toBeDefined();
  expect(screen.queryByText('Chat')).toBeNull();
  expect(site.requested).toEqual(['/api/web/profile']);
});

test('opens the page for canceling, but not when the member has left the profile', async () => {
  const person = userEvent.setup();
  const subscriptions = [{ id: 5, provider: 'stripe', status: 'active' }];
  const expiredAt = '2030-01-01T00:00:00Z';
  for (const leaves of [false, true]) {
    const site = await openSite(shell, '/profile/edit', { token: true, expiredAt, subscriptions });
    await site.respond();
    await person.click(await screen.findByRole('button', { name: 'Unsubscribe' }));
    if (leaves) await person.click(screen.getByRole('link', { name: 'Cancel' }));
    await site.respond();
    expect(site.path()).toBe(leaves ? '/profile' : '/unsubscribe/5');
    cleanup();
  }
});

test("titles forgot password 'Forget Password' and links to /signin [otp.title]", async () => {
  await openSite([{ path: '/forget-password', element: <ForgotPasswordIsland /> }], '/forget-password');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Forget Password');
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/signin');
});
