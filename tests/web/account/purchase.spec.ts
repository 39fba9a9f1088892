// Buying a plan by wallet and by card, until its access ends.
import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectAccessibleInBothThemes, users } from '../app-test.ts';
import {
  choosePlan,
  DAY,
  daysBeyondPeriod,
  enroll,
  enter,
  enterAsNewcomer,
  fillCard,
  modalOf,
  moveClock,
  subscriptionsOf,
  test,
} from './billing-pages.ts';
import { countCalls, dropResponse } from './calls.ts';

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
  // Moves both clocks: access ends a day after the period, before the session does.
  const days = (await daysBeyondPeriod(page, token)) + 1;
  await moveClock(page, days);
  await page.clock.fastForward(Math.ceil(days * DAY));
  await expect(shell.getByText('Group Chat')).toHaveCount(0);
  await expect(page.getByText(/^Your plan ended on/)).toBeVisible();
});
