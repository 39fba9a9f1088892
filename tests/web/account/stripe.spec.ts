// The card form of a site with Stripe, under the server's content security policy.
import { createRestartableServer, type RestartableServer } from '../../support/restartable-server.ts';
import { test as base, expect, expectAccessible, signIn, users } from '../app-test.ts';
import { mockStripe } from './mock-stripe.ts';

const test = base.extend<object, { readonly stripeServer: RestartableServer }>({
  stripeServer: [
    async ({ playwright: _ }, use) => {
      const server = await createRestartableServer({
        RATE_LIMITS: 'off',
        STRIPE_SECRET_KEY: 'sk_test_stand_in',
        STRIPE_PUBLISHABLE_KEY: 'pk_test_stand_in',
        STRIPE_WEBHOOK_SECRET: 'whsec_stand_in',
      });
      await server.start();
      await use(server);
      await server.close();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ stripeServer }, use) => {
    await use(stripeServer.url);
  },
});

test('pays with Stripe’s form without passing card numbers through the site [billing.stripe-form] [billing.card-error-inline]', async ({
  page,
  expectedComplaints,
}) => {
  // The failing script, and the fixture's script, which finds no storage in Stripe's frames.
  expectedComplaints.push(/ERR_FAILED/, /Failed to read the 'localStorage'/);
  const stripe = await mockStripe(page);
  const subscribed: unknown[] = [];
  await page.route('**/api/web/create-payment-intent', (route) =>
    route.fulfill({ json: { setupIntentClientSecret: 'seti_1_secret_2' } }),
  );
  await page.route('**/api/web/create-subscription', (route) => {
    subscribed.push(route.request().postDataJSON());
    return route.fulfill({ json: { message: '', subscription: null } });
  });
  await page.route('**/api/web/user-expiration', (route) => route.fulfill({ json: { active: true } }));

  await signIn(page, users.member);
  const response = await page.goto('/#pricing');
  expect(response?.headers()['content-security-policy']).toContain('https://js.stripe.com');
  // Stripe's script creates markup and URLs itself: reported, not blocked.
  expect(response?.headers()['content-security-policy-report-only']).toContain('require-trusted-types-for');
  await page.getByRole('combobox', { name: 'Plan' }).click();
  await page.getByRole('option', { name: 'Trade Ideas' }).click();
  expect(stripe.requested).toEqual([]);

  const modal = page.getByRole('dialog', { name: 'Add a Payment Method' });
  const setUp = modal.getByRole('button', { name: 'Set up' });
  const number = modal.frameLocator('iframe').getByRole('textbox', { name: 'Card number' });

  await test.step('a slow script shows loading; a failed one offers Retry', async () => {
    stripe.script('held');
    await page.getByRole('button', { name: 'Enroll' }).click();
    await expect(modal.getByText('Loading the card form')).toBeAttached();
    await expect(setUp).toBeDisabled();
    stripe.script('failed');
    await expect(modal.getByRole('alert')).toContainText('The payment form could not be loaded.');
    stripe.script('served');
    await modal.getByRole('button', { name: 'Retry' }).click();
    await expect(number).toBeVisible();
    await expect(setUp).toBeEnabled();
    await expectAccessible(page);
  });

  await test.step("the form belongs to this set-up and has the page's look", async () => {
    const created = JSON.parse((await page.locator('html').getAttribute('data-stripe')) ?? '');
    expect(created).toMatchObject({
      key: 'pk_test_stand_in',
      type: 'payment',
      clientSecret: 'seti_1_secret_2',
      appearance: {
        theme: 'stripe',
        variables: { colorPrimary: expect.stringMatching(/^rgb\(\d+, \d+, \d+\)$/) },
      },
    });
  });

  await test.step('a declined card shows its reason inline and keeps the form', async () => {
    await number.fill('4000 0000 0000 0002');
    await setUp.click();
    await expect(modal.getByRole('alert')).toHaveText('Your card was declined.');
    await expect(setUp).toBeEnabled();
  });

  await test.step('authentication opens over the page', async () => {
    await number.fill('4000 0025 0000 3155');
    await setUp.click();
    const secure = page.frameLocator('iframe[title="3D Secure"]');
    await expect(modal.getByRole('button', { name: 'Processing...' })).toBeVisible();
    await secure.getByRole('textbox', { name: 'Passcode' }).click();
    await secure.getByRole('textbox', { name: 'Passcode' }).pressSequentially('1234');
    await expect(secure.getByRole('textbox', { name: 'Passcode' })).toHaveValue('1234');
    await secure.getByRole('button', { name: 'Fail' }).click();
    await expect(modal.getByRole('alert')).toContainText('unable to authenticate');
    await setUp.click();
    await secure.getByRole('button', { name: 'Complete' }).click();
    await page.waitForURL('**/profile');
  });

  expect(subscribed).toEqual([{ gateway: 'stripe', program_id: 1, term: 1, payment_method_id: 'pm_3155' }]);
  await page.waitForFunction(() => sessionStorage.getItem('played:redirect') === 'if_required');
});
