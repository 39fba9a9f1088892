// Payment by wallet and card, and the lifetime of a plan, on a server with a movable clock.
import type { Page } from '@playwright/test';
import { createRestartableServer, type RestartableServer } from '../../support/restartable-server.ts';
import {
  test as base,
  expect,
  expectAccessible,
  expectAccessibleInBothThemes,
  password,
  storeToken,
  users,
} from '../app-test.ts';
import { countCalls, dropResponse } from './calls.ts';

const DAY = 86_400_000;

const test = base.extend<object, { readonly billingServer: RestartableServer }>({
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

/** Signs a user in without the form, which other tests cover. */
async function enter(page: Page, email: string): Promise<string> {
  const response = await page.request.post('/api/web/login', {
    data: { username: email, password, remember: true, type: 'manual' },
  });
  const { access } = await response.json();
  await storeToken(page, String(access));
  return String(access);
}

async function enterAsNewcomer(page: Page, name: string): Promise<string> {
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

async function choosePlan(page: Page, gateway: 'Stripe' | 'PayPal'): Promise<void> {
  await page.goto('/#pricing');
  await page.getByRole('combobox', { name: 'Plan' }).click();
  await page.getByRole('option', { name: 'Trade Ideas' }).click();
  await page.getByRole('radio', { name: gateway }).check();
}

const modalOf = (page: Page) => page.getByRole('dialog', { name: 'Add a Payment Method' });
const enroll = (page: Page) => page.getByRole('button', { name: 'Enroll' });

async function fillCard(page: Page, number: string): Promise<void> {
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

async function subscriptionsOf(page: Page, token: string): Promise<WireSubscription[]> {
  const response = await page.request.get('/api/web/profile', {
    headers: { authorization: `Bearer ${token}` },
  });
  const { subscriptions } = await response.json();
  return subscriptions;
}

async function moveClock(page: Page, days: number): Promise<void> {
  const response = await page.request.post('/dev/clock', { data: { advance: Math.round(days * DAY) } });
  expect(response.status()).toBe(200);
}

test('pays by wallet after canceling there once, through trial and renewal [billing.approve-link] [billing.payment-cancelled] [billing.welcome-poll] [billing.welcome-text] [billing.outlook-trial] [billing.outlook-next]', async ({
  page,
}) => {
  const token = await enterAsNewcomer(page, 'wallet');
  const intents = countCalls(page, /create-payment-intent$/);
  await page.goto('/old');
  await page.getByRole('button', { name: 'Subscribe' }).dblclick();
  await page.waitForURL('**/dev/wallet/approve**');
  expect(intents()).toBe(1);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.waitForURL('**/#pricing');
  await expect(page.getByText('Nothing was charged.')).toBeVisible();
  expect(await subscriptionsOf(page, token)).toEqual([]);
  await expectAccessible(page);

  await choosePlan(page, 'PayPal');
  await enroll(page).dblclick();
  await page.waitForURL('**/dev/wallet/approve**');
  expect(intents()).toBe(2);
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.waitForURL('**/welcome**');
  await expect(page.getByText('You are subscribed.')).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Text OPENBELL to/ })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Reply with your full name and e-mail' })).toBeVisible();
  const links = page.getByRole('navigation', { name: 'Good to know' });
  for (const name of ['Group chat', 'Best-practices guide', 'Terms', 'Privacy policy']) {
    await expect(links.getByRole('link', { name })).toBeVisible();
  }
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Go to Profile' }).click();
  await page.waitForURL('**/profile');
  await expect(page.getByRole('table').getByText('TRIALING')).toHaveCount(1);
  await expect(page.getByText(/Your free trial ends on/)).toBeVisible();
  await expect(page.getByText(/^You’ll be charged \$50\.00 on/)).toBeVisible();
  await expect(page.getByText(/^Cancel before .* and you pay nothing\.$/)).toBeVisible();
  await expectAccessible(page);

  const open = page.getByRole('button', { name: /payment history/i });
  const payments = page.getByRole('table', { name: 'Payment history' }).getByText('$50.00');
  await open.click();
  await expect(page.getByText('No payment history available.')).toBeVisible();
  await moveClock(page, 7.5);
  await expect.poll(async () => (await subscriptionsOf(page, token))[0]?.status).toBe('active');
  await page.reload();
  await expect(page.getByRole('table').getByText('ACTIVE')).toHaveCount(1);
  await expect(page.getByText(/^Your next payment of \$50\.00 is due on/)).toBeVisible();
  await open.click();
  await expect(payments).toHaveCount(1);

  // The session expires within the month: leave the page before it requests anything.
  await page.goto('about:blank');
  await moveClock(page, 31);
  const later = await enter(page, 'wallet@billing.test');
  await expect
    .poll(async () => (await subscriptionsOf(page, later))[0]?.subscription_histories.length)
    .toBe(2);
  await page.goto('/profile');
  await open.click();
  await expect(payments).toHaveCount(2);
});

test('lets a lapsed member buy again with one subscription and one charge [billing.lapsed] [billing.enroll-once] [billing.idempotent] [billing.card-error-inline]', async ({
  page,
  expectedComplaints,
}) => {
  expectedComplaints.push(/status of 402/, /ERR_FAILED/);
  const token = await enter(page, users.lapsed);
  const before = (await subscriptionsOf(page, token)).length;
  const intents = countCalls(page, /create-payment-intent$/);
  const creations = countCalls(page, /create-subscription$/);
  await choosePlan(page, 'Stripe');
  await expect(page.getByText(/^Your plan ended on/)).toBeVisible();
  await enroll(page).dblclick();
  await fillCard(page, '4000 0000 0000 0002');
  const setUp = modalOf(page).getByRole('button', { name: 'Set up' });
  await setUp.click();
  await expect(modalOf(page).getByRole('alert')).toContainText(/declined/i);
  await expectAccessibleInBothThemes(page);
  expect(intents()).toBe(1);

  await page.route('**/api/web/create-subscription', dropResponse, { times: 1 });
  await fillCard(page, '4242 4242 4242 4242');
  await setUp.dblclick();
  await expect(page.getByRole('alert').filter({ hasText: 'Error:' })).toBeVisible();
  expect(creations()).toBe(1);
  await enroll(page).dblclick();
  await page.waitForURL('**/profile');
  expect(creations()).toBe(2);
  expect(intents()).toBe(1);
  const after = await subscriptionsOf(page, token);
  expect(after).toHaveLength(before + 1);
  const running = after.filter(({ status }) => status === 'active');
  expect(running).toHaveLength(1);
  expect(running[0]?.subscription_histories).toHaveLength(1);

  await test.step('the payment is in the history, with its invoice', async () => {
    await page.getByRole('row').filter({ hasText: 'ACTIVE' }).getByRole('button').click();
    const history = page.getByRole('table', { name: 'Payment history' });
    await expect(history.getByText(/^\$\d+\.\d\d$/)).toHaveCount(1);
    const href = await history.getByRole('link', { name: 'View PDF' }).getAttribute('href');
    const invoice = await page.request.get(href ?? '');
    expect(invoice.headers()['content-type']).toBe('application/pdf');
    await expectAccessible(page);
  });
});

test('handles a card form whose set-up was completed in another tab [billing.set-up-elsewhere]', async ({
  page,
  context,
  expectedComplaints,
}) => {
  expectedComplaints.push(/status of 409/);
  const token = await enterAsNewcomer(page, 'two-tabs');
  const other = await context.newPage();
  const setUpIn = (tab: Page) => modalOf(tab).getByRole('button', { name: 'Set up' });
  for (const tab of [page, other]) {
    await choosePlan(tab, 'Stripe');
    await enroll(tab).click();
    await fillCard(tab, '4242 4242 4242 4242');
  }
  const intents = countCalls(page, /create-payment-intent$/);

  await test.step('a set-up intent that was canceled meanwhile', async () => {
    const refusal = {
      message: 'This SetupIntent could not be confirmed because it has a status of canceled.',
    };
    await page.route('**/dev/cards/confirm', (route) => route.fulfill({ status: 409, json: refusal }), {
      times: 1,
    });
    await setUpIn(page).click();
    await expect(modalOf(page).getByRole('alert')).toHaveText(/The form expired/);
    await expect(page.getByText('status of canceled')).toHaveCount(0);
    expect(intents()).toBe(1);
    await expectAccessible(page);
    await fillCard(page, '4242 4242 4242 4242');
  });

  await test.step('a set-up intent that the other tab has used', async () => {
    await setUpIn(page).click();
    await page.waitForURL('**/profile');
    await setUpIn(other).click();
    await other.waitForURL('**/profile');
  });
  const all = await subscriptionsOf(page, token);
  expect(all.map(({ status }) => status)).toEqual(['trialing']);
});

test('ends access at the end of the period of a canceled plan [billing.expiry-in-use]', async ({
  page,
  expectedComplaints,
}) => {
  expectedComplaints.push(/status of 403/);
  await page.clock.install();
  const token = await enter(page, users.other);
  const headers = { authorization: `Bearer ${token}` };
  const { subscriptions } = await (await page.request.get('/api/web/profile', { headers })).json();
  const cancel = `/api/web/cancel-subscription/${subscriptions[0].id}`;
  expect((await page.request.post(cancel, { headers })).status()).toBe(200);
  await page.goto('/profile');
  await expect(page.getByText(/You keep access until .* and won’t be charged again/)).toBeVisible();
  const shell = page.getByRole('navigation').filter({ hasText: 'Dashboard' });
  await expect(shell.getByText('Group Chat')).toBeVisible();
  // Moves both clocks.
  await moveClock(page, 32);
  await page.clock.fastForward(32 * DAY);
  await expect(shell.getByText('Group Chat')).toHaveCount(0);
  await expect(page.getByText(/^Your plan ended on/)).toBeVisible();
});

test('shows a failed payment on every page, with details on the profile [billing.outlook-past-due] [billing.past-due-notice]', async ({
  page,
}) => {
  const token = await enterAsNewcomer(page, 'pastdue');
  await choosePlan(page, 'Stripe');
  await enroll(page).click();
  await expect(modalOf(page)).toContainText('Total today with the free trial$0.00');
  await expect(modalOf(page)).toContainText('Total today if this card has already used its free trial$50.00');
  await fillCard(page, '4000 0000 0000 0341');
  await modalOf(page).getByRole('button', { name: 'Set up' }).click();
  await page.waitForURL('**/profile');
  await expect(page.getByRole('table').getByText('TRIALING')).toHaveCount(1);
  await moveClock(page, 7.5);
  await expect.poll(async () => (await subscriptionsOf(page, token))[0]?.status).toBe('past_due');
  await page.reload();
  const banner = page.getByRole('complementary', { name: 'Your last payment failed.' });
  await expect(banner).toContainText('choose Update card');
  await expect(page.getByRole('table').getByText('PAST_DUE')).toHaveCount(1);
  await expectAccessible(page);
  const notice = page.getByRole('status').filter({ hasText: 'Your last payment failed.' });
  const shell = page.getByRole('navigation').filter({ hasText: 'Dashboard' });
  for (const name of ['Dashboard', 'Group Chat', 'Market Data', 'Alerts', 'Courses']) {
    await shell.getByRole('link', { name }).click();
    await expect(notice).toBeVisible();
  }
  await expectAccessible(page);
  await notice.getByRole('link', { name: 'Update card' }).click();
  await page.waitForURL('**/profile');
  await expect(banner).toBeVisible();
  await expect(notice).toHaveCount(0);
  await expect(banner).toContainText('You keep access until');

  await test.step('access ends after three days of grace, and a late payment restores it', async () => {
    await moveClock(page, 3.1);
    await page.reload();
    await expect(banner).toBeVisible();
    await expect(banner).not.toContainText('You keep access until');
    await expect(shell.getByText('Courses')).toBeVisible();
    await expect(shell.getByText('Group Chat')).toHaveCount(0);
  });

  await page.goto('/dev/clock');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Let these payments go through' }).click();
  await expect(page.getByText('No payment waits to be tried again.')).toBeVisible();
  await page.goto('/dev/mail?to=pastdue@billing.test');
  await expect(page.getByRole('heading', { name: /^Receipt/ })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/profile');
  await expect(page.getByRole('table').getByText('ACTIVE')).toHaveCount(1);
  await expect(banner).toHaveCount(0);
  await expect(shell.getByText('Group Chat')).toBeVisible();
});

test(
  'updates the card after a failed payment, from the mail and from the notice [billing.update-journey]',
  { tag: '@everywhere' },
  async ({ page, expectedComplaints }, info) => {
    // Logged by the browser: the declined card, and the session that ends when the clock moves.
    expectedComplaints.push(/status of 40[12]/);
    const name = `update-${info.project.name}`;
    const token = await enterAsNewcomer(page, name);
    await choosePlan(page, 'Stripe');
    await enroll(page).click();
    await fillCard(page, '4242 4242 4242 4242');
    await modalOf(page).getByRole('button', { name: 'Set up' }).click();
    await page.waitForURL('**/profile');
    const section = page.getByRole('region', { name: 'Payment method' });
    await expect(section).toContainText('Visa ending in 4242');
    const modal = page.getByRole('dialog', { name: 'Update card' });
    const fill = async (number: string): Promise<void> => {
      await modal.getByRole('textbox', { name: 'Card number' }).fill(number);
      await modal.getByRole('textbox', { name: 'Expiry' }).fill('12 / 34');
      await modal.getByRole('textbox', { name: 'CVC' }).fill('123');
    };
    const saves = countCalls(page, /update-payment-method$/);

    await test.step('a card that declines from the next charge on', async () => {
      await section.getByRole('button', { name: 'Update card' }).dblclick();
      await expectAccessibleInBothThemes(page);
      await fill('4000 0000 0000 0341');
      await modal.getByRole('button', { name: 'Save card' }).dblclick();
      await expect(section.getByRole('status')).toContainText('Your card is updated.');
      await expect(section).toContainText('ending in 0341');
      expect(saves()).toBe(1);
    });
    await moveBeyondPeriod(page, token);
    await expect
      .poll(async () => (await mailsOf(page, `${name}@billing.test`))[0]?.subject, { timeout: 90_000 })
      .toMatch(/payment failed/i);
    const fresh = await enter(page, `${name}@billing.test`);
    expect(fresh).not.toBe(token);

    await test.step('from the link in the mail', async () => {
      const [mail] = await mailsOf(page, `${name}@billing.test`);
      const link = new URL(/https?:\S+\/profile/.exec(mail?.text ?? '')?.[0] ?? '');
      await page.goto(link.pathname);
      await expect(page.getByRole('complementary', { name: 'Your last payment failed.' })).toBeVisible();
      await section.getByRole('button', { name: 'Update card' }).click();
      await fill('4000 0082 6000 3178');
      await modal.getByRole('button', { name: 'Save card' }).click();
      await expect(section.getByRole('alert')).toContainText('Your card has insufficient funds.');
      await expectAccessibleInBothThemes(page);
    });

    await test.step('from the notice on another page', async () => {
      await page.goto('/dashboard');
      await page.getByRole('status').getByRole('link', { name: 'Update card' }).click();
      await page.waitForURL('**/profile');
      await section.getByRole('button', { name: 'Update card' }).click();
      await fill('5555 5555 5555 4444');
      await modal.getByRole('button', { name: 'Save card' }).click();
      await expect(section.getByRole('status')).toContainText('your payment went through');
      await expect(page.getByRole('complementary', { name: 'Your last payment failed.' })).toHaveCount(0);
      await expectAccessibleInBothThemes(page);
    });
    const [plan] = await subscriptionsOf(page, fresh);
    expect(plan?.status).toBe('active');
  },
);

test(
  'changes at PayPal how a plan is paid after a failed payment, which is then collected [billing-server.update-wallet]',
  { tag: '@everywhere' },
  async ({ page, expectedComplaints }, info) => {
    // Logged by the browser: the session that ends when the clock moves.
    expectedComplaints.push(/status of 401/);
    const name = `revise-${info.project.name}`;
    const token = await enterAsNewcomer(page, name);
    await choosePlan(page, 'PayPal');
    await enroll(page).click();
    await page.waitForURL('**/dev/wallet/approve**');
    await page.getByRole('combobox', { name: 'Pay with' }).selectOption('refuses');
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.waitForURL('**/welcome**');
    await expect(page.getByText('You are subscribed.')).toBeVisible();
    await page.goto('about:blank');
    await moveBeyondPeriod(page, token);
    const later = await enter(page, `${name}@billing.test`);
    const statusOf = async () => (await subscriptionsOf(page, later))[0]?.status;
    await expect.poll(statusOf, { timeout: 90_000 }).toBe('past_due');

    await page.goto('/profile');
    const section = page.getByRole('region', { name: 'Payment method' });
    await expect(section).toContainText('PayPal');
    await expectAccessibleInBothThemes(page);
    await section.getByRole('button', { name: 'Change at PayPal' }).click();
    await page.waitForURL('**/dev/wallet/revise**');
    await expectAccessible(page);
    await page.getByRole('combobox', { name: 'Pay with' }).selectOption('good');
    await page.getByRole('button', { name: 'Agree' }).click();
    await page.waitForURL('**/profile');
    await page.goto('about:blank');
    await moveClock(page, 5);
    await expect
      .poll(
        async () => {
          const again = await enter(page, `${name}@billing.test`);
          return (await subscriptionsOf(page, again))[0]?.status;
        },
        { timeout: 90_000 },
      )
      .toBe('active');
  },
);

/** Moves the clock half a day beyond the end of the newest subscription's period. */
async function moveBeyondPeriod(page: Page, token: string): Promise<void> {
  const [plan] = await subscriptionsOf(page, token);
  const { now } = await (await page.request.get('/dev/clock')).json();
  await moveClock(page, (Date.parse(plan?.current_period_end ?? '') - Date.parse(now)) / DAY + 0.5);
}

async function mailsOf(page: Page, email: string): Promise<{ subject: string; text: string }[]> {
  return (await page.request.get(`/dev/mail.json?to=${encodeURIComponent(email)}`)).json();
}
