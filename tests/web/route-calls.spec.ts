// The calls of each route on a document load: each is made once, and none loads data that the page does not show.
import type { Page } from '@playwright/test';
import { expect, fillSignIn, password, signIn, test, users } from './app-test.ts';

// On the shared server, other tests cause events after which a page loads again.
test.use({
  baseURL: async ({ ownServer }, use) => {
    await use(ownServer.url);
  },
});

/** The API calls of the page from now on, as `GET /web/profile`, with ids as `{id}`. */
function followCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (!/^\/api\/(web|app|captcha)\//.test(pathname)) return;
    const path = pathname.slice('/api'.length).replace(/\/\d+(?=\/|$)/g, '/{id}');
    calls.push(`${request.method()} ${path}${search}`);
  });
  return calls;
}

/** Beside `GET /web/profile`, which every page of the shell makes for its guard and its header. */
const routes: Readonly<Record<string, readonly string[]>> = {
  '/dashboard': ['GET /app/news-list'],
  '/courses': ['GET /app/courses'],
  '/course/1': ['GET /app/course/{id}'],
  '/profile': ['GET /web/data-export', 'GET /web/factors', 'GET /web/sessions'],
  '/profile/edit': [],
  '/chat': ['GET /web/chats?chat_type=GR', 'GET /web/chat/{id}'],
  '/personal-chat': ['GET /web/chats?chat_type=PR', 'GET /web/chat/{id}'],
  // The tab of details.
  '/market-data': ['GET /app/marketdata/ticker-details/AAPL'],
  '/site-alerts': ['GET /web/alerts?page=1'],
};

for (const [route, own] of Object.entries(routes)) {
  test(`makes each call of ${route} once, and no other [calls.once]`, async ({ page }) => {
    await signIn(page, users.subscriber, '/terms');
    const calls = followCalls(page);
    await page.goto(route);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // A call may follow another: the chat opens after its list has loaded.
    await expect.poll(() => own.filter((call) => !calls.includes(call))).toEqual([]);
    await page.waitForLoadState('networkidle');
    expect(calls.toSorted()).toEqual([...own, 'GET /web/profile'].toSorted());
  });
}

test('signs in with one login, in the same document, and loads the profile once [calls.once]', async ({
  page,
}) => {
  await page.goto('/signin');
  const calls = followCalls(page);
  const documents: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(request.url());
  });
  await fillSignIn(page, users.member, password);
  await page.waitForURL('/profile');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/./);
  await page.waitForLoadState('networkidle');
  expect(documents).toEqual([]);
  const callsOf = () => calls.filter((call) => !call.includes('/captcha/'));
  expect(callsOf().slice(0, 2)).toEqual(['POST /web/login', 'GET /web/profile']);
  // Sections of the page, in any order. Their code may still be loading.
  const sections = () => callsOf().slice(2).sort();
  const expected = ['GET /web/data-export', 'GET /web/factors', 'GET /web/sessions'];
  await expect.poll(sections).toEqual(expected);
  await page.waitForLoadState('networkidle');
  expect(sections()).toEqual(expected);
});
