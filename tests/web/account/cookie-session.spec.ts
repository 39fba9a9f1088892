// A site whose session is in an HttpOnly cookie.
import type { Page } from '@playwright/test';
import { createRestartableServer, type RestartableServer } from '../../support/restartable-server.ts';
import { expect, fillSignIn, password, test, users } from '../app-test.ts';

let server: RestartableServer;
let site: string;

test.beforeAll(async () => {
  server = await createRestartableServer({ SESSION: 'cookie' });
  await server.start();
  site = server.url;
});
test.afterAll(() => server.close());

const cookieOf = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === '__Host-sid');
const markerOf = (page: Page) => page.evaluate(() => localStorage.getItem('accessToken'));

test('keeps the session in a cookie and ignores forged requests [session.cookie-browser]', async ({
  page,
  expectedComplaints,
}) => {
  // Logged by the browser: the forged requests' 401, and CORS.
  expectedComplaints.push(/status of 401/, /CORS policy/, /net::ERR_FAILED/);
  const authorizations: string[] = [];
  page.on('request', (request) => {
    const { authorization } = request.headers();
    if (authorization !== undefined) authorizations.push(authorization);
  });

  await page.goto(`${site}/signin?redirect=/chat`);
  const opened = page.waitForEvent('websocket', (socket) => socket.url().endsWith('/api/ws'));
  await fillSignIn(page, users.subscriber, password);
  await page.waitForURL(`${site}/chat`);
  const cookie = await cookieOf(page);
  expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', path: '/' });
  const marker = (await markerOf(page)) ?? '';
  expect(marker).toMatch(/^[\w-]{43}$/);
  expect(marker).not.toBe(cookie?.value);
  expect(await page.evaluate(() => document.cookie)).not.toContain('__Host-sid');

  await test.step('the socket uses the cookie and survives a reload', async () => {
    expect((await opened).isClosed()).toBe(false);
    const reopened = page.waitForEvent('websocket', (one) => one.url().endsWith('/api/ws'));
    await page.reload();
    const again = await reopened;
    await expect(page.locator('.ob-message').first()).toBeVisible();
    expect(again.isClosed()).toBe(false);
  });

  await test.step('requests without the marker or from another site are unauthenticated', async () => {
    const status = (url: string, headers: Record<string, string>) =>
      page.evaluate(
        ([address, sent]) =>
          fetch(address, { method: 'POST', headers: sent, credentials: 'include' }).then(
            (response) => response.status,
            () => 0,
          ),
        [url, headers] as const,
      );
    expect(await status(`${site}/api/web/end-other-sessions`, {})).toBe(401);
    expect(await status(`${site}/api/web/end-other-sessions`, { 'Openbell-Session': marker })).toBe(200);
    // A page of another origin: `localhost` and 127.0.0.1 are different sites.
    const elsewhere = site.replace('127.0.0.1', 'localhost');
    await page.route(`${elsewhere}/trap`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>A prize</h1>' }),
    );
    await page.goto(`${elsewhere}/trap`);
    expect(await status(`${site}/api/web/logout`, { 'Openbell-Session': marker })).toBe(0);
    expect(await status(`${site}/api/web/logout`, {})).not.toBe(200);
    // From here on no request is intercepted.
    await page.unrouteAll({ behavior: 'wait' });
    await page.goto(`${site}/profile`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

  await test.step('log-out deletes the cookie and ends the session', async () => {
    const stored = await cookieOf(page);
    await page.getByRole('main').getByRole('button', { name: 'Log Out' }).click();
    await page.waitForURL(/\/signin/);
    expect(await markerOf(page)).toBeNull();
    // Check the server's headers before the browser's behavior, so that a failure shows which is wrong.
    const headers = {
      cookie: `__Host-sid=${stored?.value}`,
      'Openbell-Session': marker,
      'Sec-Fetch-Site': 'same-origin',
    };
    const status = async () => (await page.request.get(`${site}/api/web/profile`, { headers })).status();
    await expect.poll(status, { timeout: 90_000 }).toBe(401);
    await expect.poll(() => cookieOf(page), { timeout: 90_000 }).toBeUndefined();
  });
  expect(authorizations).toEqual([]);
});
