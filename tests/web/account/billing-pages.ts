// Buying a plan on a server with a movable clock.
import type { Page } from '@playwright/test';
import { createRestartableServer, type RestartableServer } from '../../support/restartable-server.ts';
import { test as base, expect, password, storeToken } from '../app-test.ts';

export const DAY = 86_400_000;

/** A test on a server of its worker, whose clock it moves. */
export const test = base.extend<object, { readonly billingServer: RestartableServer }>({
  billingServer: [
    async ({ playwright: _ }, use) => {
      const server = await createRestartableServer({ RATE_LIMITS: 'off', CAPTCHA: 'off' });
      await server.start();
      await use(server);
      await server.close();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ billingServer }, use) => {
    await use(billingServer.url);
  },
});

/** Signs a user in without the form, which other tests cover, and returns the token. */
export async function enter(page: Page, email: string): Promise<string> {
  const response = await page.request.post('/api/web/login', {
    data: { username: email, password, remember: true, type: 'manual' },
  });
  const { access } = await response.json();
  await storeToken(page, String(access));
  return String(access);
}

/** Signs a new member in, and returns the token. */
export async function enterAsNewcomer(page: Page, name: string): Promise<string> {
  const email = `${name}@billing.test`;
  const response = await page.request.post('/api/web/register', {
    data: {
      first_name: 'Nora',
      phone: '+13035550142',
      email,
      password,
      password_confirmation: password,
      referralCode: '',
      agree: true,
    },
  });
  expect(response.status()).toBe(201);
  return enter(page, email);
}

/** Chooses 'Trade Ideas' and a gateway on the landing page. */
export async function choosePlan(page: Page, gateway: 'Stripe' | 'PayPal'): Promise<void> {
  await page.goto('/#pricing');
  await page.getByRole('combobox', { name: 'Plan' }).click();
  await page.getByRole('option', { name: 'Trade Ideas' }).click();
  await page.getByRole('radio', { name: gateway }).check();
}

/** The form for a card. */
export const modalOf = (page: Page) => page.getByRole('dialog', { name: 'Add a Payment Method' });
export const enroll = (page: Page) => page.getByRole('button', { name: 'Enroll' });

export async function fillCard(page: Page, number: string): Promise<void> {
  const modal = modalOf(page);
  await modal.getByRole('textbox', { name: 'Card number' }).fill(number);
  await modal.getByRole('textbox', { name: 'Expiry' }).fill('12 / 34');
  await modal.getByRole('textbox', { name: 'CVC' }).fill('123');
}

interface WireSubscription {
  readonly status: string;
  readonly current_period_end: string;
  readonly subscription_histories: readonly { readonly amount: number }[];
}

export async function subscriptionsOf(page: Page, token: string): Promise<WireSubscription[]> {
  const response = await page.request.get('/api/web/profile', {
    headers: { authorization: `Bearer ${token}` },
  });
  const { subscriptions } = await response.json();
  return subscriptions;
}

/** Advances the server's clock. */
export async function moveClock(page: Page, days: number): Promise<void> {
  const response = await page.request.post('/dev/clock', { data: { advance: Math.round(days * DAY) } });
  expect(response.status()).toBe(200);
}

/** Days until half a day after the end of the newest subscription's period. */
export async function daysBeyondPeriod(page: Page, token: string): Promise<number> {
  const [plan] = await subscriptionsOf(page, token);
  const { now } = await (await page.request.get('/dev/clock')).json();
  return (Date.parse(plan?.current_period_end ?? '') - Date.parse(now)) / DAY + 0.5;
}

/** Moves the clock half a day beyond the end of the newest subscription's period. */
export async function moveBeyondPeriod(page: Page, token: string): Promise<void> {
  await moveClock(page, await daysBeyondPeriod(page, token));
}

/** The mails that the server has sent to an address. */
export async function mailsOf(page: Page, email: string): Promise<{ subject: string; text: string }[]> {
  return (await page.request.get(`/dev/mail.json?to=${encodeURIComponent(email)}`)).json();
}
