import { createMemoryStorage } from '@openbell/core/ports';
import { createSiteFeatures } from '@openbell/core/site-features';
import type { WindowProvider } from '@openbell/core/social-sign-in';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, test } from 'vitest';
import { SignIn } from '../../../examples/web/src/pages/account/SignIn.tsx';
import { SignUp } from '../../../examples/web/src/pages/account/SignUp.tsx';
import { MembersHost } from '../../../examples/web/src/site/members/members-context.tsx';
import { ShellLayout } from '../../../examples/web/src/site/members/ShellLayout.tsx';
import {
  documentNavigation,
  type SiteNavigation,
  SiteNavigationProvider,
} from '../../../examples/web/src/site/routing/site-navigation.tsx';
import { fillField } from '../../support/fill-field.ts';
import { createRefusingStorage } from '../../support/refusing-storage.ts';
import { openApp, USER } from '../account/account-support.tsx';

/** The account pages with a mock server. */
function openAt(address: string, options: Parameters<typeof openApp>[1] = {}) {
  const router = createMemoryRouter(
    [
      { path: '/signin', element: <SignIn /> },
      { path: '/signup', element: <SignUp /> },
      { element: <ShellLayout />, children: [{ path: '/dashboard', element: <h1>News</h1> }] },
      { path: '*', element: <h1>Elsewhere</h1> },
    ],
    { initialEntries: [address] },
  );
  // The test's router replaces document navigation.
  const listeners = new Set<() => void>();
  const navigation: SiteNavigation = {
    ...documentNavigation,
    read: () => ({ ...router.state.location, origin: window.location.origin }),
    onChange(send) {
      listeners.add(send);
      return () => listeners.delete(send);
    },
    go: (path, how) => void router.navigate(path, { replace: how === 'replace' }),
  };
  router.subscribe(() => {
    for (const send of listeners) send();
  });
  // The members' features are not under test: provides an instance that is not started.
  const app = openApp(
    <MembersHost site={createSiteFeatures({ apiUrl: '/api' })}>
      <SiteNavigationProvider navigation={navigation}>
        <RouterProvider router={router} />
      </SiteNavigationProvider>
    </MembersHost>,
    options,
  );
  const start = async (token: string | null): Promise<void> => {
    if (token !== null) app.local.write('accessToken', token);
    await act(async () => {
      app.openbell.start();
    });
  };
  const loadProfile = async (): Promise<void> =>
    (await app.call('/api/web/profile')).respond(200, { user: USER, subscriptions: [] });
  return {
    app,
    start,
    loadProfile,
    at: () => {
      const { pathname, search, hash } = router.state.location;
      return pathname + search + hash;
    },
    async signInWithGoogle(): Promise<void> {
      await userEvent.setup().click(await screen.findByRole('button', { name: 'Continue with Google' }));
      await (await app.call('/api/web/login')).respond(200, { access: 'tokenB', user: USER, message: '' });
      await loadProfile();
    },
    async signIn(): Promise<void> {
      const user = userEvent.setup();
      await fillField(user, await screen.findByLabelText('E-mail'), USER.email);
      await fillField(user, screen.getByLabelText('Password'), 'Opening-bell-9');
      await user.click(screen.getByRole('button', { name: 'Sign in' }));
      await (await app.call('/api/web/login')).respond(200, { access: 'tokenB', user: USER, message: '' });
      await loadProfile();
    },
  };
}

const targets = [
  ['/signin', '/profile'],
  ['/signin?redirect=/chat/5%3Fq%3Da', '/chat/5?q=a'],
  ['/signin?redirect=/&tag=pricing', '/#pricing'],
  ['/signin?redirect=//evil.test&tag=pricing', '/profile'],
  ['/signin?tag=pricing', '/profile'],
] as const;

describe('/signin', () => {
  test.each(targets)(
    'from %s, a member with a token continues to %s [sign-in.already-signed-in]',
    async (from, to) => {
      const site = openAt(from);
      await site.start('tokenA');
      await site.loadProfile();
      expect(site.at()).toBe(to);
    },
  );

  test.each(targets)('from %s, a sign-in leads to %s [sign-in.success-target]', async (from, to) => {
    const site = openAt(from);
    await site.start(null);
    await site.signIn();
    expect(site.at()).toBe(to);
  });

  test.each(['/signin', '/signup'])(
    'a member leaves %s for /profile [guard.member-leaves-sign-in]',
    async (page) => {
      const site = openAt(page);
      await site.start('tokenA');
      await site.loadProfile();
      expect(site.at()).toBe('/profile');
    },
  );
});

/** A provider whose window returns an account, as Google's and Facebook's do. */
const google: WindowProvider = {
  kind: 'window',
  sandbox: false,
  prepare: () => Promise.resolve(),
  signIn: () => Promise.resolve({ id: '1', email: USER.email, name: 'Ada', photo: '', credential: 'proof' }),
};

// A public page is another document, which would end a session that is only in memory.
describe.each(['signIn', 'signInWithGoogle'] as const)('%s where the browser refuses to store', (way) => {
  test.each([
    ['/signin', 'the tab only', '/profile', false],
    ['/signin?redirect=/dashboard', 'the tab only', '/dashboard', false],
    ['/signin?redirect=/&tag=pricing', 'the tab only', '/#pricing', false],
    ['/signin', 'nothing', '/profile', true],
    ['/signin?redirect=/dashboard', 'nothing', '/dashboard', true],
    ['/signin?redirect=/&tag=pricing', 'nothing', '/profile', true],
    ['/signin?redirect=/welcome', 'nothing', '/profile', true],
  ] as const)(
    'from %s, storing %s, leads to %s (in memory: %j) [storage.fallback-shown]',
    async (from, stores, to, isInMemory) => {
      const sessionStorage = stores === 'nothing' ? createRefusingStorage() : createMemoryStorage();
      const site = openAt(from, {
        social: { google },
        ports: { localStorage: createRefusingStorage(), sessionStorage },
      });
      await site.start(null);
      await site[way]();
      expect(site.at()).toBe(to);
      expect(site.app.openbell.session.$isInMemory.get()).toBe(isInMemory);
      expect(site.app.openbell.session.guard('member')).toBe('allowed');
    },
  );
});

test('returns to the page after signing in again following a 401 [session.return-after-401]', async () => {
  const site = openAt('/dashboard?page=2');
  await site.start('tokenA');
  await site.loadProfile();
  expect(screen.getByRole('heading', { name: 'News' })).toBeDefined();
  await act(async () => {
    void site.app.openbell.session.refreshProfile();
  });
  await (await site.app.call('/api/web/profile')).respond(401, { message: 'Please sign in.' });
  expect(site.at()).toBe('/signin?redirect=/dashboard%3Fpage%3D2');
  expect(site.app.local.read('accessToken')).toBeNull();
  await site.signIn();
  expect(site.at()).toBe('/dashboard?page=2');
});
