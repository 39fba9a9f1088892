import { createSiteFeatures } from '@openbell/core/site-features';
import { OpenbellProvider } from '@openbell/react-hooks';
import { createFakeTime, createMemoryStorage, settle } from '@openbell/testing';
import { NoticeHost } from '@openbell/ui/primitives';
import { act, render, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router';
import { readConfig } from '../../../examples/web/src/config.ts';
import { noPageHost, PageHostProvider } from '../../../examples/web/src/site/islands/page-host.tsx';
import { MembersHost } from '../../../examples/web/src/site/members/members-context.tsx';
import { isMemberPath } from '../../../examples/web/src/site/routing/member-path.ts';
import {
  documentNavigation,
  type SiteNavigation,
  SiteNavigationProvider,
} from '../../../examples/web/src/site/routing/site-navigation.tsx';
import { makeUser } from '../../core/session/session-support.ts';

const user = makeUser({ id: 1, first_name: 'Nora', email: 'nora@openbell.test' });

/** The site's components with the real library and a mock server. */
export async function openSite(
  routes: RouteObject[],
  at: string,
  options: {
    readonly token?: boolean;
    readonly expiredAt?: string | null;
    /** Overrides of the user in the server's response. */
    readonly person?: { readonly first_name?: string; readonly dp?: string };
    readonly subscriptions?: readonly object[];
    /** The user that an earlier visit has stored. */
    readonly cachedUser?: object;
  } = {},
) {
  const time = createFakeTime();
  const localStorage = createMemoryStorage();
  if (options.token) localStorage.write('accessToken', 'a-token');
  if (options.cachedUser) localStorage.write('user', JSON.stringify(options.cachedUser));
  const responses: (() => void)[] = [];
  const requested: string[] = [];
  const openbell = createSiteFeatures({
    apiUrl: 'https://site.test/api',
    keyPrefix: '',
    ports: {
      ...time,
      localStorage,
      sessionStorage: createMemoryStorage(),
      fetch: (input) =>
        new Promise((resolve) => {
          requested.push(new URL(new Request(input).url).pathname);
          const person = { ...user, expired_at: options.expiredAt ?? null, ...options.person };
          const body = { user: person, subscriptions: options.subscriptions ?? [] };
          responses.push(() => resolve(Response.json(body)));
        }),
    },
  });
  const router = createMemoryRouter(routes, { initialEntries: [at] });
  let left: string | null = null;
  const navigation: SiteNavigation = {
    ...documentNavigation,
    go(path, how) {
      if (isMemberPath(path)) void router.navigate(path, { replace: how === 'replace' });
      else left = path;
    },
  };
  const host = {
    ...noPageHost,
    isMemberLikely: () => options.token === true,
    loadSite: () => Promise.resolve({ site: openbell, config: readConfig({}) }),
  };

  function Site() {
    useEffect(() => openbell.start(), []);
    return (
      <OpenbellProvider openbell={openbell}>
        <MembersHost site={openbell}>
          <NoticeHost>
            <SiteNavigationProvider navigation={navigation}>
              <PageHostProvider host={host}>
                <RouterProvider router={router} />
              </PageHostProvider>
            </SiteNavigationProvider>
          </NoticeHost>
        </MembersHost>
      </OpenbellProvider>
    );
  }
  render(<Site />);
  await act(settle);

  return {
    openbell,
    localStorage,
    /** The paths of all requests so far. */
    requested,
    /** Responds to all pending requests. */
    respond: () =>
      act(async () => {
        for (const send of responses.splice(0)) send();
        await new Promise((resolve) => setTimeout(resolve, 0));
        await settle();
      }),
    advance: (ms: number) => act(() => time.advance(ms)),
    /** The router's location, or the URL to which the app navigated away. */
    path: () => left ?? `${router.state.location.pathname}${router.state.location.search}`,
    text: () => document.body.textContent ?? '',
    waiting: () => screen.queryByText('Loading') !== null,
  };
}
