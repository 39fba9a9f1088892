// Canceling a subscription.
import type { Page } from '@playwright/test';
import {
  expect,
  expectAccessible,
  expectAccessibleInBothThemes,
  openSession,
  signUp,
  storeToken,
  test,
} from '../app-test.ts';
import { countCalls, dropResponse } from './calls.ts';

/** Signs up a new user with a plan, bought with the requests of the card form, and opens their profile. */
async function joinWithPlan(page: Page, email: string): Promise<void> {
  const { request } = page;
  await signUp(request, 'Carl Cancel', email);
  const token = await openSession(request, email);
  const headers = { authorization: `Bearer ${token}` };
  const plan = { gateway: 'stripe', program_id: 1, term: 1 };
  const intent = await request.post('/api/web/create-payment-intent', { headers, data: plan });
  const { setupIntentClientSecret: client_secret } = await intent.json();
  const card = await request.post('/dev/cards/confirm', {
    data: { client_secret, number: '4242424242424242' },
  });
  const data = { ...plan, ...(await card.json()) };
  const bought = await request.post('/api/web/create-subscription', { headers, data });
  expect(bought.ok()).toBe(true);
  await storeToken(page, token);
  await page.goto('/profile');
}

test(
  'cancels despite a failure, a double click and a lost response [billing.unsubscribe-order] [billing.unsubscribe-details] [billing.unsubscribe-impact] [billing.unsubscribe-confirm] [billing.cancel-success] [billing.cancel-failure] [billing.cancel-once] [billing.cancel-lost-response]',
  {
    tag: '@smoke',
  },
  async ({ page, expectedComplaints }, info) => {
    expectedComplaints.push(/status of 503/, /ERR_FAILED/);
    await joinWithPlan(page, `carl-${info.project.name}-${info.repeatEachIndex}@openbell.test`);
    await page.getByRole('link', { name: 'Cancel subscription' }).click();
    await page.waitForURL(/\/unsubscribe\/\d+$/);
    await expect(page.getByText('Trade Ideas')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'No, Go Back' }).click();
    await page.waitForURL('**/profile');
    await page.goBack();
    await page.getByRole('button', { name: 'Yes, Continue' }).click();
    await page.waitForURL(/\/impact$/);
    await expect(page.getByRole('listitem').filter({ hasText: 'Community channels' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Yes, Continue' }).click();
    await page.waitForURL(/\/confirm$/);
    await expect(page.getByText('This action is permanent.')).toBeVisible();

    const yes = page.getByRole('button', { name: 'Yes, Unsubscribe' });
    const cancels = countCalls(page, /cancel-subscription\/\d+$/);
    await page.route(
      '**/cancel-subscription/*',
      (route) => route.fulfill({ status: 503, json: { message: '' } }),
      {
        times: 1,
      },
    );
    await yes.click();
    const failed = page
      .getByRole('alert')
      .filter({ hasText: 'Unsubscription failed. Please try again later.' });
    await expect(failed).toBeVisible();
    await expectAccessibleInBothThemes(page);
    await page.route('**/cancel-subscription/*', dropResponse, { times: 1 });
    await yes.dblclick();
    await page.waitForURL((url) => url.pathname === '/');
    await expect(
      page.getByText('Unsubscription successful. You will receive a confirmation email shortly.'),
    ).toBeVisible();
    await expect(failed).toHaveCount(0);
    expect(cancels()).toBe(2);

    await page.goto('/profile');
    await expect(page.getByRole('table').getByText('CANCELED')).toHaveCount(1);
    await expect(page.getByText(/You keep access until .* and won’t be charged again/)).toBeVisible();
    const shell = page.getByRole('navigation').filter({ hasText: 'Dashboard' });
    await expect(shell.getByText('Group Chat')).toBeVisible();
  },
);
