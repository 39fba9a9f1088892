// Access to every route of the site's route table with its guards; a page renders its path.
import { screen } from '@testing-library/react';
import type { RouteObject } from 'react-router';
import { describe, expect, test } from 'vitest';
import { publicPages } from '../../../examples/web/src/pages.ts';
import { routes } from '../../../examples/web/src/routes.tsx';
import { isMemberPath } from '../../../examples/web/src/site/routing/member-path.ts';
import { routesFor } from './route-table.ts';
import { openSite } from './support.tsx';

const membersPages = routesFor('members');
const subscribersPages = routesFor('subscribers');
const later = '2030-01-01T00:00:00Z';

/** Keeps the layouts with their guards and replaces the pages. */
function withPlainPages(all: readonly RouteObject[]): RouteObject[] {
  return all.map((route): RouteObject => {
    if (route.path !== undefined) return { path: route.path, element: <h1>{route.path}</h1> };
    return { ...route, children: withPlainPages(route.children ?? []) } as RouteObject;
  });
}
const site = withPlainPages(routes);
const pathsOf = (all: readonly RouteObject[]): string[] =>
  all.flatMap((route) => (route.path === undefined ? pathsOf(route.children ?? []) : [route.path]));
const heading = async () => (await screen.findByRole('heading', { level: 1 })).textContent;
const drawn = (page: string) => page.replace('/course/7', '/course/:courseId').replace('/7', '/:id');

test('the shell has the pages that the specification lists [routes.shell]', () => {
  const known = [...membersPages, ...subscribersPages].map(drawn);
  expect(known.sort()).toEqual(
    pathsOf(site)
      .filter((path) => path !== '*')
      .sort(),
  );
});

describe('a member without a plan', () => {
  test.each(membersPages)('can open %s [access.member-pages]', async (page) => {
    const opened = await openSite(site, page, { token: true, expiredAt: null });
    await opened.respond();
    expect(opened.path()).toBe(page);
    expect(await heading()).toBe(drawn(page));
  });

  test.each(subscribersPages)('cannot open %s [access.member-pages]', async (page) => {
    const opened = await openSite(site, page, { token: true, expiredAt: null });
    await opened.respond();
    expect(await heading()).toBe('/dashboard');
    expect(opened.path()).toBe('/dashboard');
  });
});

test.each([...membersPages, ...subscribersPages])(
  'a subscriber can open %s [access.subscriber-pages]',
  async (page) => {
    const opened = await openSite(site, page, { token: true, expiredAt: later });
    await opened.respond();
    expect(opened.path()).toBe(page);
    expect(await heading()).toBe(drawn(page));
  },
);

describe('a visitor', () => {
  test.each([...membersPages, ...subscribersPages])(
    'must sign in to open %s [access.visitor-pages]',
    async (page) => {
      const opened = await openSite(site, page);
      expect(opened.path()).toBe(`/signin?redirect=${page}`);
      expect(screen.queryByRole('heading', { level: 1 })).toBeNull();
    },
  );

  test('can open the public pages, which have no shell and no guard [access.visitor-pages]', () => {
    expect(publicPages.map(({ path }) => path).sort()).toEqual(
      [...routesFor('everyone'), ...routesFor('visitors')].sort(),
    );
    expect(publicPages.filter(({ path }) => isMemberPath(path))).toEqual([]);
    expect([...membersPages, ...subscribersPages].filter((page) => !isMemberPath(page))).toEqual([]);
  });
});

test("has a main element on the members' not-found page [routes.not-found]", async () => {
  await openSite(routes, '/profile/lost', { token: true });
  await screen.findByRole('heading', { level: 1, name: 'Page Not Found' });
  expect(screen.getByRole('main').querySelector('h1')).not.toBeNull();
});
