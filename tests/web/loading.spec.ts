// When scripts are loaded (docs/decisions/0016-site-and-member-features.md): a public page loads none of the members' code until it is needed.
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, fillSignIn, openSession, password, storeToken, test, users } from './app-test.ts';

const assets = join(import.meta.dirname, '../../examples/web/dist/assets');
/** Sources that only members need. The contract is shared: it is one table. */
const memberCode =
  /\/packages\/(core\/src\/(chat|realtime|options-feed|trade-flash|time-sales|ticker-search|ticker-details|chart|news|courses|profile|member-features|member-base|chat-features|market-features)|ui\/src\/(chat|market-data|content|shell))\b/;

/** The scripts that a page has loaded, and the sources in them. */
function followScripts(page: Page): { names: () => string[]; memberSources: () => string[] } {
  const names: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/assets\/.*\.js$/.test(pathname)) names.push(basename(pathname));
  });
  return {
    names: () => names,
    memberSources: () =>
      [...new Set(names)]
        .map((name) => join(assets, `${name}.map`))
        // The bundler's helpers have no source map.
        .filter((map) => existsSync(map))
        .flatMap((map): string[] => JSON.parse(readFileSync(map, 'utf8')).sources)
        .filter((source) => memberCode.test(source)),
  };
}

/** The scripts loaded over the network from now on, not from the browser's cache. */
function followSent(page: Page): () => Promise<string[]> {
  const responses: Promise<string | null>[] = [];
  page.on('requestfinished', (request) => {
    const { pathname } = new URL(request.url());
    if (!/^\/assets\/.*\.js$/.test(pathname)) return;
    responses.push(
      request.sizes().then(({ responseBodySize }) => (responseBodySize > 0 ? basename(pathname) : null)),
    );
  });
  return async () => (await Promise.all(responses)).filter((name) => name !== null);
}

const frames = (names: readonly string[]): string[] => names.filter((name) => /^members-app-/.test(name));

test("loads the members' code on hovering Sign in, not with the landing page [site.members-code-on-demand]", async ({
  page,
}) => {
  const scripts = followScripts(page);
  await page.goto('/');
  const enroll = page.getByRole('button', { name: 'Enroll' });
  await enroll.scrollIntoViewIfNeeded();
  await expect(enroll).toBeEnabled();
  await page.waitForLoadState('networkidle');
  expect(scripts.names().length).toBeGreaterThan(2);
  expect(scripts.memberSources()).toEqual([]);

  const link = page.getByRole('banner').getByRole('link', { name: 'Sign in' });
  // Wait for it: a request canceled by the click would be repeated.
  const arrived = page.waitForEvent(
    'requestfinished',
    (request) => frames([basename(request.url())]).length === 1,
  );
  await link.hover();
  await arrived;
  expect(frames(scripts.names())).toHaveLength(1);
  await link.click();
  // The landing page has an email field too.
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  const sent = followSent(page);
  await fillSignIn(page, users.subscriber, password);
  await page.waitForURL('**/profile');
  await page.getByRole('link', { name: 'Market Data' }).click();
  await expect(page.getByRole('tab', { name: 'Trade Flash' })).toBeVisible();
  // Files loaded by the landing page are not loaded again.
  expect(frames(scripts.names()).length).toBeGreaterThan(0);
  expect(frames(await sent())).toEqual([]);

  // The app does not reload its document; a public page is another document, and Back reopens the app.
  await page.goBack();
  await page.waitForURL('**/profile');
  await expect(page.getByRole('link', { name: 'Market Data' })).toBeVisible();
  await page.goto('/');
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
});

test("preloads the shell on a member's public page", async ({ page }) => {
  await page.goto('/signin');
  await fillSignIn(page, users.member, password);
  await page.waitForURL('**/profile');
  const scripts = followScripts(page);
  await page.goto('/terms');
  await expect.poll(() => frames(scripts.names()).length).toBe(1);
});

for (const [path, code] of [
  ['/dashboard', 'dashboard-page'],
  ['/chat/1', 'chat-page'],
  ['/personal-chat', 'chat-page'],
  ['/market-data', 'market-data-page'],
  ['/site-alerts', 'site-alerts-page'],
  ['/courses', 'courses-page'],
  ['/course/1', 'course-page'],
  ['/profile', 'profile-page'],
] as const) {
  test(`shows the frame of ${path} and requests its code before the app's [site.members-frame]`, async ({
    page,
  }) => {
    const scripts = followScripts(page);
    let letAppCome = (): void => {};
    const arrival = new Promise<void>((resolve) => {
      letAppCome = resolve;
    });
    await page.route('**/assets/index-*.js', async (route) => {
      await arrival;
      await route.continue();
    });
    await storeToken(page, await openSession(page.request, users.subscriber));
    // The load event waits for the held script.
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.locator('.ob-shell-logo')).toHaveText('Openbell');
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('Openbell');
    await expect.poll(() => scripts.names()).toContainEqual(expect.stringMatching(`^${code}-`));
    letAppCome();
    await expect(page.getByRole('navigation', { name: 'Members' })).toBeVisible();
  });
}

test("says without scripts that the members' pages need them [site.members-frame]", async ({ request }) => {
  // Playwright's browsers without scripts do not draw <noscript>.
  const html = await (await request.get('/dashboard')).text();
  expect(html).toMatch(/<noscript><p>The members’ pages need JavaScript.*<div id="root">/s);
});

test('shows before scripts that an account is ready, so that nothing moves when they have run [sign-up.created]', async ({
  page,
}) => {
  await page.addInitScript(() => sessionStorage.setItem('carried', '{"accountCreated":true}'));
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/signin', { waitUntil: 'commit' });
  await expect(page.getByText('Your account is ready. Please sign in.')).toBeVisible();
  const link = page.getByRole('link', { name: 'Forgot password?' });
  const before = await link.boundingBox();
  release();
  await expect(page.getByLabel('E-mail')).toBeEnabled();
  await expect(page.getByText('Your account is ready. Please sign in.')).toBeVisible();
  expect(await link.boundingBox()).toEqual(before);
});
