// The members' shell: guards, sidebar, theme, menu.
import type { Locator } from '@playwright/test';
import { expect, expectAccessible, fillSignIn, password, signIn, test, users } from './app-test.ts';
import { openGroupChat } from './chat/chat-pages.ts';

const denied = 'You are not allowed to access this page. Please contact your administrator.';

test('sends a visitor to sign-in and back to the shell route [guard.visitor-sent-to-sign-in]', {
  tag: '@smoke',
}, async ({ page }) => {
  await page.goto('/courses');
  await page.waitForURL(/\/signin\?redirect=(\/|%2F)courses/);
  await fillSignIn(page, users.member, password);
  await page.waitForURL((url) => url.pathname === '/courses');
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('hides premium items without a plan, and redirects deep links with the reason [guard.premium] [guard.premium-alert]', async ({
  page,
}) => {
  await signIn(page, users.member);
  await page.goto('/dashboard');
  const sidebar = page.getByRole('navigation', { name: /member|main|shell|side/i });
  await expect(sidebar.getByRole('link', { name: 'Dashboard' })).toBeVisible();
  for (const name of ['Personal Chat', 'Group Chat', 'Market Data', 'Alerts']) {
    await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0);
  }
  await page.goto('/chat');
  await page.waitForURL('**/dashboard');
  await expect(page.getByText(denied)).toBeVisible();
});

test("opens a subscriber's deep link without a flash of other content [guard.no-flash]", async ({ page }) => {
  await signIn(page, users.subscriber);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const visited: string[] = [];
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname));
  await page.goto('/market-data');
  await expect(page.getByRole('tab', { name: 'Trade Flash' })).toBeVisible();
  expect(visited.filter((path) => path !== '/market-data')).toEqual([]);
  await expect(page.getByText(denied)).toHaveCount(0);
});

test('shows news, keeps the theme, and ends the session on Logout [session.log-out-bar] [theme.survives-log-out]', {
  tag: ['@phone', '@smoke'],
}, async ({ page, appTheme }) => {
  await signIn(page, users.subscriber, '/dashboard');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expectAccessible(page);

  const theme = (): Promise<string | null> => page.locator('html').getAttribute('data-theme');
  expect(await theme()).toBe(appTheme);
  await page.getByRole('button', { name: appTheme === 'light' ? 'Dark mode' : 'Light mode' }).click();
  const other = appTheme === 'light' ? 'dark' : 'light';
  await expect.poll(theme).toBe(other);
  await page.reload();
  await expect.poll(theme).toBe(other);
  await expect(page.getByRole('article').first()).toBeVisible();
  await expectAccessible(page);

  await page
    .getByRole('button', { name: /profile|account|menu/i })
    .last()
    .click();
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
  await expect.poll(theme).toBe(other);
});

test('keeps the page when the code of the palette does not load, and retries when it is opened again', {
  tag: '@phone',
}, async ({ page, expectedComplaints }) => {
  expectedComplaints.push(/ERR_FAILED/);
  await signIn(page, users.subscriber);
  await page.goto('/dashboard');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.route('**/assets/Palette-*', (route) => route.abort());
  const open = page.getByRole('button', { name: 'Go to' });
  await open.click();
  await expect(page.getByRole('alert').filter({ hasText: 'could not be loaded' })).toBeVisible();
  await expect(page.getByRole('article').first()).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/assets/Palette-*');
  // On a phone the notice covers the button.
  await page.getByRole('alert').getByRole('button', { name: 'Close' }).click();
  await open.click();
  await expect(page.getByRole('combobox')).toBeFocused();
});

test('clears all local storage but the theme on Logout in the public bar [session.log-out-bar]', async ({
  page,
}) => {
  await signIn(page, users.subscriber);
  await page.evaluate(() => localStorage.setItem('left-by-something-else', 'yes'));
  await page.goto('/terms');
  const bar = page.locator('header.site-bar');
  await bar.getByRole('button', { name: 'Sam' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await expect(bar.getByRole('link', { name: 'Sign in' })).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['persist:root']);
});

test('signs out other tabs [session.other-tabs]', async ({ page, context }) => {
  await signIn(page, users.member);
  const second = await context.newPage();
  await second.goto('/dashboard');
  await expect(second.getByRole('article').first()).toBeVisible();
  await page.getByRole('button', { name: 'Log Out' }).click();
  await page.waitForURL(/\/signin/);
  await second.waitForURL(/\/signin/);
});

test('shows the 404 page with its status for an unknown path [routes.not-found]', async ({
  page,
  expectedComplaints,
}) => {
  expectedComplaints.push(/404/);
  const response = await page.goto('/no-such-page');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await page.getByRole('link', { name: 'Go Back Home' }).click();
  await page.waitForURL((url) => url.pathname === '/');
});

test('marks the current page and chat in forced colors', async ({ page }) => {
  await signIn(page, users.subscriber);
  await openGroupChat(page);
  await page.emulateMedia({ forcedColors: 'active' });
  const colours = (links: Locator) =>
    links.evaluateAll((list) => list.map((link) => getComputedStyle(link).color));
  const pages = page.getByRole('navigation', { name: 'Members' });
  const [current] = await colours(pages.locator('[aria-current=page]'));
  expect(await colours(pages.locator('a:not([aria-current])'))).not.toContain(current);
  const chat = page.locator('.ob-chat-link[aria-current] .ob-chat-link-name');
  await expect(chat).toHaveCSS('text-decoration-line', 'underline');
});
