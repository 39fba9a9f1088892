// The examples of docs/guides on a third-party site, with a backend without Openbell's optional endpoints.
import type { Page } from '@playwright/test';
import { type PlainBackend, startPlainBackend } from '../support/plain-backend.ts';
import { expect, openSession, test, users } from './app-test.ts';
import { buildEmbedSite, type EmbedSite } from './embed-site.ts';

const mentor = { email: 'mentor@plain.test', password: 'Opening-bell-9' };

let backend: PlainBackend;
let site: EmbedSite;
let url: string;

test.beforeAll(async () => {
  backend = await startPlainBackend();
  site = await buildEmbedSite();
  url = await site.serve({ '/api': backend.url, '/dev': backend.url });
});
test.afterAll(async () => {
  await site?.close();
  await backend?.close();
});

test("keeps the host's storage keys through 100 sign-ins and log-outs [embed.host-keys]", async ({
  page,
}) => {
  await page.goto(`${url}/vanilla/sign-in.html`);
  const own = {
    user: 'theirs',
    accessToken: 'theirs',
    cart: '[1]',
    chatList: 'theirs',
    'openbell:theme': 'theirs',
  };
  await page.evaluate((keys) => {
    for (const area of [localStorage, sessionStorage]) {
      area.clear();
      for (const [key, value] of Object.entries(keys)) area.setItem(key, value);
    }
  }, own);
  await page.getByLabel('E-mail').fill(mentor.email);
  await page.getByLabel('Password').fill(mentor.password);
  await page.evaluate(async () => {
    const form = document.forms[0] as HTMLFormElement & { readonly leave: HTMLButtonElement };
    const until = (signedIn: boolean) =>
      new Promise<void>((resolve) => {
        const look = (): unknown =>
          form.leave.disabled === !signedIn ? resolve() : requestAnimationFrame(look);
        look();
      });
    for (let round = 0; round < 100; round += 1) {
      form.requestSubmit();
      await until(true);
      form.leave.click();
      await until(false);
    }
  });
  await expect.poll(() => backend.calls.filter((call) => call === 'POST /web/logout').length).toBe(100);
  for (const area of ['localStorage', 'sessionStorage'] as const) {
    expect(await page.evaluate((name) => ({ ...window[name] }), area)).toEqual(own);
  }
});

for (const way of ['vanilla', 'react']) {
  test(`resets a password with otp-reset in ${way} [embed.otp-reset]`, async ({
    page,
    expectedComplaints,
  }) => {
    expectedComplaints.push(/status of 422/);
    await page.goto(`${url}/${way}/otp-reset.html`);
    await page.getByLabel(/E-?mail/i).fill(mentor.email);
    await page.getByRole('button', { name: 'Send OTP' }).click();
    await expect.poll(() => backend.codeFor(mentor.email)).not.toBe('');
    const code = page.locator('[name="otp"], [autocomplete="one-time-code"]').first();
    await expect(code).toBeVisible();
    const right = backend.codeFor(mentor.email);
    const typeCode = (digits: string): Promise<void> =>
      way === 'vanilla' ? code.fill(digits) : code.pressSequentially(digits);
    await typeCode(right === '000000' ? '111111' : '000000');
    await page.getByRole('button', { name: 'Verify OTP' }).click();
    await expect(page.locator(way === 'vanilla' ? 'output' : '[role="alert"]')).toHaveText(/\w/);
    await typeCode(right);
    await page.getByRole('button', { name: 'Verify OTP' }).click();
    await page.locator('[name="password"]').fill(mentor.password);
    await page.locator('[name="confirm_password"]').fill(mentor.password);
    await page.getByRole('button', { name: 'Reset Password' }).click();
    await expect(page.getByText('Your password is new.')).toBeVisible();
  });

  test(`buys a plan by card with billing in ${way} [embed.billing]`, async ({ page }) => {
    await page.route('**/your-account', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,"><h1>Yours</h1>' }),
    );
    const before = backend.calls.length;
    await signIn(page, `${way}@plain.test`);
    await page.goto(`${url}/${way}/billing.html`);
    if (way === 'vanilla') await page.getByLabel('Plan').selectOption('Mentorship');
    else {
      await page.getByRole('combobox').click();
      await page.getByRole('option', { name: 'Mentorship' }).click();
    }
    await page.getByRole('button', { name: 'Enroll' }).click();
    if (way === 'vanilla') await expect(page.getByText('$0 now, then $50')).toBeVisible();
    await page.getByLabel('Card number').fill('4242424242424242');
    await page.getByLabel('Expiry').fill('12/34');
    await page.getByLabel('CVC').fill('123');
    await page.getByRole('button', { name: 'Set up' }).click();
    if (way === 'vanilla') await expect(page.getByText('You are subscribed.')).toBeVisible();
    else await page.waitForURL('**/your-account');
    expect(
      backend.calls.slice(before).filter((call) => call === 'POST /web/create-subscription'),
    ).toHaveLength(1);
  });
}

test('connects members on two third-party sites in JavaScript and React group chats [embed.chat]', async ({
  page,
  openContext,
  baseURL,
}) => {
  // The real server, because chat requires its socket.
  const server = baseURL ?? '';
  const origin = await site.serve({ '/api': { target: server, ws: true } });
  const mentorPage = await (await openContext()).newPage();
  const enter = async (page: Page, way: string, email: string): Promise<void> => {
    const token = await openSession(page.request, email);
    const headers = { Authorization: `Bearer ${token}` };
    const chats = await page.request.get('/api/web/chats?chat_type=GR', { headers });
    const [{ id }] = (await chats.json()).data;
    await page.addInitScript((access) => localStorage.setItem('openbell:accessToken', access), token);
    await page.goto(`${origin}/${way}/group-chat.html?${id}`);
  };
  await enter(page, 'vanilla', users.subscriber);
  await enter(mentorPage, 'react', users.mentor);
  await page.getByLabel('Message', { exact: true }).fill('Ten lines of plain JavaScript');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('');
  const log = mentorPage.getByRole('log', { name: 'Messages' });
  await expect(log.getByText('Ten lines of plain JavaScript')).toBeVisible();
  await mentorPage.getByRole('textbox', { name: 'Message' }).fill('Ten lines of React');
  await mentorPage.getByRole('textbox', { name: 'Message' }).press('Enter');
  await expect(page.getByRole('log')).toContainText('Ten lines of React');
  await mentorPage.close();
  await page.close();
});

for (const way of ['vanilla', 'react']) {
  test(`shows the provider's big trades with trade flash in ${way} [embed.trade-flash]`, async ({ page }) => {
    const requested: unknown[] = [];
    await page.routeWebSocket('wss://delayed.polygon.io/options', (socket) => {
      const status = (name: string) =>
        socket.send(JSON.stringify([{ ev: 'status', status: name, message: '' }]));
      const trade = (s: number, c: readonly number[], q: number) => ({
        ev: 'T',
        sym: 'O:SPY251219C00650000',
        x: 302,
        p: 1.5,
        s,
        c,
        t: 1_766_500_000_000,
        q,
      });
      socket.onMessage((message) => {
        const action = JSON.parse(String(message));
        requested.push(action);
        if (action.action === 'auth') status('auth_success');
        if (action.action !== 'subscribe') return;
        status('success');
        socket.send(JSON.stringify([trade(250, [209], 1), trade(100, [209], 2), trade(7, [37], 3)]));
      });
      status('connected');
    });
    await page.goto(`${url}/${way}/trade-flash.html`);
    const dollars = way === 'vanilla' ? '250 = $37500' : '$37,500';
    await expect(page.locator('body')).toContainText(dollars);
    if (way === 'vanilla') {
      await expect(page.getByRole('log')).toHaveText(
        'SPY 650 C 12/19/25 × 250 = $37500\nSPY 650 C 12/19/25 × 7 = $1050',
      );
    }
    expect(requested).toEqual([
      { action: 'auth', params: 'YOUR KEY' },
      { action: 'subscribe', params: 'T.*' },
    ]);
  });
}

/** Creates an account through the backend, then uses the sign-in example. */
async function signIn(page: Page, email: string): Promise<void> {
  const registered = await page.request.post(`${url}/api/web/register`, {
    data: { ...mentor, first_name: 'Nora', email },
  });
  expect(registered.status()).toBe(201);
  await page.goto(`${url}/vanilla/sign-in.html`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(mentor.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Signed in', { exact: true })).toBeVisible();
}
