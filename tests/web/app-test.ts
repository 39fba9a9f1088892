// The fixtures of all browser tests: the worker's real server, the project's theme, a console that must stay empty, and
// URLs that must not contain secrets.
import {
  type APIRequestContext,
  type APIResponse,
  type BrowserContext,
  test as base,
  expect,
  type Page,
} from '@playwright/test';
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { axeViolations } from '../support/axe.ts';
import { createRestartableServer, type RestartableServer } from '../support/restartable-server.ts';
import { watchForSecrets } from './leaked-secrets.ts';

export interface AppearanceOptions {
  readonly appTheme: 'light' | 'dark';
}

interface Fixtures extends AppearanceOptions {
  /** Opens a browser context for another user, with the same theme and size. */
  readonly openContext: () => Promise<BrowserContext>;
  /** Console messages that a test expects, for example about a disconnected server. */
  readonly expectedComplaints: RegExp[];
}

export const password = 'Opening-bell-9';
export const users = {
  mentor: 'mentor@openbell.test',
  subscriber: 'subscriber@openbell.test',
  member: 'member@openbell.test',
  lapsed: 'lapsed@openbell.test',
  other: 'other@openbell.test',
} as const;

export const test = base.extend<Fixtures, { readonly ownServer: RestartableServer }>({
  appTheme: ['light', { option: true }],
  /** A server for this test alone, which it may stop; started on first use. */
  ownServer: [
    async ({ playwright: _ }, use) => {
      const server = await createRestartableServer({ RATE_LIMITS: 'off' });
      await server.start();
      await use(server);
      await server.close();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  /** The server shared by all tests (global-setup.ts). */
  baseURL: async ({ appTheme: _ }, use) => {
    await use(process.env.OPENBELL_WEB_URL);
  },
  expectedComplaints: async ({ appTheme: _ }, use) => {
    await use([]);
  },
  context: async ({ context, appTheme, expectedComplaints }, use) => {
    await prepare(context, appTheme);
    const complaints = collectComplaints(context);
    const leaks = watchForSecrets(context);
    await use(context);
    expect(leaks()).toEqual([]);
    expect(complaints.filter((text) => !expectedComplaints.some((pattern) => pattern.test(text)))).toEqual(
      [],
    );
  },
  openContext: async ({ browser, appTheme, baseURL, viewport, expectedComplaints }, use) => {
    const opened: { context: BrowserContext; complaints: string[]; leaks: () => readonly string[] }[] = [];
    await use(async () => {
      const context = await browser.newContext({
        viewport,
        locale: 'en-US',
        timezoneId: 'America/New_York',
        reducedMotion: 'reduce',
        ...(baseURL === undefined ? {} : { baseURL }),
      });
      await prepare(context, appTheme);
      opened.push({ context, complaints: collectComplaints(context), leaks: watchForSecrets(context) });
      return context;
    });
    for (const { context } of opened) await context.close();
    expect(opened.flatMap(({ leaks }) => leaks())).toEqual([]);
    const complaints = opened.flatMap((entry) => entry.complaints);
    expect(complaints.filter((text) => !expectedComplaints.some((pattern) => pattern.test(text)))).toEqual(
      [],
    );
  },
});

/** Stores the theme before the first page loads, as on a returning device. */
async function prepare(context: BrowserContext, theme: 'light' | 'dark'): Promise<void> {
  await context.addInitScript((name) => {
    // Frames without an origin (about:blank) have no storage.
    if (location.origin === 'null' || localStorage.getItem('persist:root') !== null) return;
    const persist = JSON.stringify({ version: 1, rehydrated: true });
    localStorage.setItem('persist:root', JSON.stringify({ theme: JSON.stringify(name), _persist: persist }));
  }, theme);
}

function collectComplaints(context: BrowserContext): string[] {
  const complaints: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  context.on('weberror', (error) => complaints.push(String(error.error())));
  return complaints;
}

/** Expects no axe violations. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await axeViolations(page)).toEqual([]);
}

/** Expects no axe violations in either theme. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  const turn = (): Promise<void> =>
    page.evaluate(() => {
      const { dataset } = document.documentElement;
      dataset.theme = dataset.theme === 'dark' ? 'light' : 'dark';
    });
  await expectAccessible(page);
  await turn();
  await expectAccessible(page);
  await turn();
}

/** Solves the captcha by ticking the box. */
export async function solveCaptcha(page: Page): Promise<void> {
  const box = page.getByRole('checkbox', { name: /not a robot/i });
  await box.click();
  await expect(page.getByText('Verified', { exact: true })).toBeVisible();
}

/** Solves a captcha in this process; returns what the forms send. */
async function captchaFor(request: APIRequestContext): Promise<string> {
  const challenge: Challenge = await (await request.get('/api/captcha/challenge')).json();
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

/** Sends the request of the sign-in form. */
export async function postSignIn(request: APIRequestContext, email: string): Promise<APIResponse> {
  const captcha = await captchaFor(request);
  return request.post('/api/web/login', {
    data: { username: email, password, remember: true, type: 'manual', captcha },
  });
}

/** Returns a new session's access token, for a page that stores it itself. */
export async function openSession(request: APIRequestContext, email: string): Promise<string> {
  const response = await postSignIn(request, email);
  expect(response.status()).toBe(200);
  const { access } = await response.json();
  return String(access);
}

/** Stores an access token before a page of the app reads it, in place of an expired one too. Leaves the page blank. */
export async function storeToken(page: Page, access: string): Promise<void> {
  // Any page of the origin can store the token; this one loads nothing.
  await page.route('**/blank', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Blank</title>' }),
  );
  await page.goto('/blank');
  await page.evaluate((token) => localStorage.setItem('accessToken', token), access);
  // As long as a page has routes, each of its requests takes longer, and nothing is cached.
  await page.unroute('**/blank');
}

/**
 * Signs a user in with the form's requests, captcha included, without rendering it, and opens `to` (the profile by
 * default). Tests about signing in use the form.
 */
export async function signIn(page: Page, email: string, to = '/profile'): Promise<void> {
  await storeToken(page, await openSession(page.request, email));
  await page.goto(to);
}

export async function fillSignIn(page: Page, email: string, secret: string): Promise<void> {
  await page.getByRole('textbox', { name: /^E-?mail/i }).fill(email);
  await page.getByRole('textbox', { name: /^Password/i }).fill(secret);
  await solveCaptcha(page);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Signs up a new user with the form's request, so that a test's changes affect no other test. */
export async function signUp(request: APIRequestContext, name: string, email: string): Promise<void> {
  const response = await request.post('/api/web/register', {
    data: {
      first_name: name,
      phone: '+1 303 555 0177',
      email,
      password,
      password_confirmation: password,
      referralCode: '',
      agree: true,
      captcha: await captchaFor(request),
    },
  });
  expect(response.status()).toBe(201);
}

/** Signs up a new user and opens their profile. */
export async function join(page: Page, name: string, email: string): Promise<void> {
  await signUp(page.request, name, email);
  await signIn(page, email);
}

export { expect };
