// The installed app: its manifest, a start without a connection, and a newer build.
import { chromium, type Page } from '@playwright/test';
import { type DeployedSite, startDeployedSite } from '../../support/deployed-site.ts';
import { expect, expectAccessibleInBothThemes, signIn, test, users } from '../app-test.ts';
import { browserArgs, wholeBrowser } from '../browsers.ts';
import { bubble, composer, log, openGroupChat, write } from '../chat/chat-pages.ts';

/** The browser logs what it could not reach. */
const unreached = /^WebSocket connection to '.+' failed|^Failed to load resource: /;
const newVersion = (page: Page) => page.getByRole('alert').filter({ hasText: 'A new version is ready.' });

/** What the worker has kept on the device. */
const keptFiles = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return lists.flat().map(({ url }) => new URL(url).pathname);
  });
const countWorkers = (page: Page): Promise<number> =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);

/** Resolves when the page can be opened without a connection. */
async function waitForShell(page: Page): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await expect.poll(() => page.evaluate(() => localStorage.getItem('chats') !== null)).toBe(true);
}

test(
  'Chromium can install the site [site.installable]',
  {
    tag: '@everywhere',
  },
  async ({ baseURL, viewport, hasTouch, isMobile }, testInfo) => {
    // A private window installs nothing.
    const context = await chromium.launchPersistentContext(testInfo.outputPath('profile'), {
      executablePath: wholeBrowser,
      args: [...browserArgs],
      viewport,
      hasTouch,
      isMobile,
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await page.goto(`${baseURL}/`);
    const devtools = await context.newCDPSession(page);
    const manifest = await devtools.send('Page.getAppManifest');
    expect(manifest.errors).toEqual([]);
    expect(new URL(manifest.url).pathname).toBe('/site.webmanifest');
    expect((await devtools.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([]);
    await expectAccessibleInBothThemes(page);
    await context.close();
  },
);

test('opens offline with the saved messages, then is live again @phone [offline.saved-chats] [offline.read-only] [offline.reconnect]', {
  tag: '@everywhere',
}, async ({ page, context, expectedComplaints }) => {
  expectedComplaints.push(unreached);
  await signIn(page, users.subscriber);
  await openGroupChat(page);
  const words = `Saved before the tunnel ${test.info().project.name}`;
  await write(page, words);
  await expect(bubble(page, words)).toBeVisible();
  await waitForShell(page);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('chats'))).toContain(words);

  await context.setOffline(true);
  await page.reload();
  await expect(bubble(page, words)).toBeVisible();
  const note = page.getByText('You are offline. You can read the messages saved on this device.');
  await expect(note).toBeVisible();
  await expect(composer(page)).toHaveCount(0);
  await expect(log(page).getByRole('button', { name: 'Message actions' })).toHaveCount(0);
  await expectAccessibleInBothThemes(page);

  await page.goto('/dashboard');
  await expect(page.getByText('You are offline.', { exact: true })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.getByRole('main').getByRole('link', { name: 'Group Chat' }).click();
  await expect(bubble(page, words)).toBeVisible();

  await context.setOffline(false);
  await expect(composer(page)).toBeVisible();
  await expect(note).toHaveCount(0);
  await write(page, `${words}, and after it`);
  await expect(bubble(page, `${words}, and after it`)).toBeVisible();
});

test('keeps only the files of the app, and no public page [offline.files] [offline.public-pages]', async ({
  page,
  context,
  expectedComplaints,
}) => {
  expectedComplaints.push(unreached);
  await signIn(page, users.subscriber);
  await openGroupChat(page);
  await waitForShell(page);
  const files = await keptFiles(page);
  expect(files.filter((path) => !path.startsWith('/assets/')).sort()).toEqual(['/config.json', '/dashboard']);
  // The worker handles the page from the next document on.
  const fromWorker: string[] = [];
  page.on('response', (response) => {
    if (response.fromServiceWorker()) fromWorker.push(new URL(response.url()).pathname);
  });
  await openGroupChat(page);
  expect(fromWorker).toContain('/chat');
  await page.goto('/');
  await page.goto('/terms', { waitUntil: 'networkidle' });
  const others = fromWorker.filter((path) => !/^\/(?:assets|chat)(?:\/|$)/.test(path));
  expect([...new Set(others)]).toEqual(['/config.json']);
  await context.setOffline(true);
  await expect(page.goto('/')).rejects.toThrow(/ERR_INTERNET_DISCONNECTED/);
});

test('log-out removes the worker, its files and the saved chats [offline.log-out]', async ({
  page,
  context,
  expectedComplaints,
}) => {
  expectedComplaints.push(unreached);
  await signIn(page, users.subscriber);
  await openGroupChat(page);
  await waitForShell(page);
  await openGroupChat(page);
  await page.getByRole('button', { name: 'Profile menu' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.waitForURL('/');
  await expect.poll(() => keptFiles(page)).toEqual([]);
  await expect.poll(() => countWorkers(page)).toBe(0);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['persist:root']);
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await expect(page.goto('/chat')).rejects.toThrow(/ERR_INTERNET_DISCONNECTED/);

  await context.setOffline(false);
  await signIn(page, users.subscriber, '/chat');
  await expect.poll(async () => (await keptFiles(page)).length).toBeGreaterThan(10);
});

test('keeps nothing for a member without chats [offline.subscribers]', async ({ page }) => {
  await signIn(page, users.lapsed, '/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await countWorkers(page)).toBe(0);
});

const deployed = test.extend<{ readonly site: DeployedSite }>({
  site: async ({ appTheme: _ }, use) => {
    const site = await startDeployedSite(String(process.env.OPENBELL_WEB_URL));
    await use(site);
    await site.close();
  },
  baseURL: async ({ site }, use) => use(site.url),
});

/** Returns a function that stops the worker in charge, which Chromium keeps for minutes while a debugger is attached. */
async function workerStopper(page: Page): Promise<() => Promise<unknown>> {
  const client = await page.context().newCDPSession(page);
  const active = new Promise<string>((resolve) => {
    client.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      const found = versions.find(({ status }) => status === 'activated');
      if (found !== undefined) resolve(found.versionId);
    });
  });
  await client.send('ServiceWorker.enable');
  const versionId = await active;
  return () => client.send('ServiceWorker.stopWorker', { versionId });
}

deployed(
  'offers a newer build, and keeps the draft [site.new-version]',
  {
    tag: '@everywhere',
  },
  async ({ page, site }) => {
    await signIn(page, users.subscriber);
    await openGroupChat(page);
    await waitForShell(page);
    await openGroupChat(page);
    const address = page.url();
    await composer(page).fill('Half a thought');
    const stopOldWorker = await workerStopper(page);
    site.deploy();
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
    await expect(newVersion(page)).toBeVisible();
    await expectAccessibleInBothThemes(page);
    await expect(composer(page)).toHaveValue('Half a thought');
    expect(await page.evaluate(() => caches.keys())).toHaveLength(2);

    const checked = page.waitForResponse(
      (response) =>
        response.url() === `${site.url}/dashboard` && response.request().resourceType() === 'fetch',
    );
    await newVersion(page).getByRole('button', { name: 'Reload' }).click();
    await expect(page.locator('meta[name="version"][content="newer"]')).toHaveCount(1);
    expect(page.url()).toBe(address);
    await expect(composer(page)).toHaveValue('Half a thought');
    // Stopping the old worker could interrupt the page's check of the version, which passes it.
    await (await checked).finished();
    // The page is of the new build, so the new worker takes over, and removes the old one's files.
    await expect(async () => {
      // A message of the page may have started it again.
      await stopOldWorker();
      expect(await page.evaluate(() => caches.keys())).toEqual(['shell-newer']);
    }).toPass();
    await expect(newVersion(page)).toHaveCount(0);
    await composer(page).fill('');
  },
);

deployed(
  'shows the notice instead of an empty page when the code of a page is gone [site.missing-chunk]',
  { tag: '@everywhere' },
  async ({ page, site, expectedComplaints }) => {
    expectedComplaints.push(unreached, /courses-page/);
    await signIn(page, users.member, '/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    site.deploy(/\/courses-page-/);
    await page.getByRole('link', { name: 'Courses', exact: true }).first().click();
    await expect(page.getByText('This page could not be loaded.')).toBeVisible();
    await expect(newVersion(page).getByRole('button', { name: 'Reload' })).toBeVisible();
    await expectAccessibleInBothThemes(page);
  },
);
