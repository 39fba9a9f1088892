// From a first visit to a subscription, without mocks.
import {
  expect,
  expectAccessible,
  fillSignIn,
  password,
  signIn,
  solveCaptcha,
  test,
  users,
} from '../app-test.ts';

test(
  'enrolls a visitor: sign-up, card payment, profile [billing.pricing-hash]',
  { tag: ['@phone', '@everywhere', '@smoke'] },
  async ({ page, expectedComplaints }, info) => {
    // Logged by the browser: the field errors and the declined card.
    expectedComplaints.push(/status of (422|402)/);
    const email = `stranger-${info.project.name}-${info.repeatEachIndex}@openbell.test`;

    await test.step('the landing page leads to sign-in and back', async () => {
      await page.goto('/');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.getByRole('button', { name: 'Enroll' }).click();
      await page.waitForURL(/\/signin\?redirect=(\/|%2F)&tag=pricing$/);
      await expectAccessible(page);
    });

    await test.step('sign-up shows the server’s field errors', async () => {
      await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click();
      await page.waitForURL(/\/signup/);
      await expectAccessible(page);
      await page.getByRole('textbox', { name: /full name/i }).fill('Nora Field');
      await page.getByRole('textbox', { name: /phone/i }).fill('call me');
      await page.getByRole('textbox', { name: /^e-?mail/i }).fill(users.member);
      await page.getByRole('textbox', { name: /^password/i }).fill('short');
      await page.getByRole('textbox', { name: /(repeat|confirm) password/i }).fill('short');
      await solveCaptcha(page);
      await page.getByRole('button', { name: 'Sign up' }).click();
      await expect(page.getByRole('textbox', { name: /^password/i })).toHaveAccessibleDescription(
        /8 characters/,
      );
      await page.getByRole('textbox', { name: /^password/i }).fill(password);
      await page.getByRole('textbox', { name: /(repeat|confirm) password/i }).fill(password);
      await solveCaptcha(page);
      await page.getByRole('button', { name: 'Sign up' }).click();
      await expect(page.getByRole('textbox', { name: /phone/i })).toHaveAccessibleDescription(/phone/i);
    });

    await test.step('sign-up succeeds and leads to sign-in', async () => {
      await page.getByRole('textbox', { name: /phone/i }).fill('+1 303 555 0142');
      await page.getByRole('textbox', { name: /^e-?mail/i }).fill(email);
      await solveCaptcha(page);
      await page.getByRole('button', { name: 'Sign up' }).click();
      await page.waitForURL(/\/signin/);
    });

    await test.step('signing in returns to the pricing section', async () => {
      await fillSignIn(page, email, password);
      await page.waitForURL(/\/#pricing$/);
      await expect(page.getByRole('combobox', { name: /plan/i })).toBeInViewport();
    });

    await test.step('a declined card shows the reason, and a valid one is charged once', async () => {
      const plan = page.getByRole('combobox', { name: 'Plan' });
      await plan.click();
      await page.getByRole('option', { name: 'Trade Ideas' }).click();
      await expect(plan).toHaveText(/Trade Ideas/);
      await page.getByRole('radio', { name: 'Monthly' }).check();
      await expect(page.getByRole('radio', { name: 'Stripe' })).toBeChecked();
      await page.getByRole('button', { name: 'Enroll' }).click();
      const modal = page.getByRole('dialog', { name: 'Add a Payment Method' });
      await expect(modal).toBeVisible();
      await expectAccessible(page);
      const card = async (number: string): Promise<void> => {
        await modal.getByRole('textbox', { name: 'Card number' }).fill(number);
        await modal.getByRole('textbox', { name: 'Expiry' }).fill('12 / 34');
        await modal.getByRole('textbox', { name: 'CVC' }).fill('123');
        await modal.getByRole('button', { name: 'Set up' }).click();
      };
      await card('4000 0000 0000 0002');
      await expect(modal.getByRole('alert')).toContainText(/declined/i);
      await card('4242 4242 4242 4242');
      await page.waitForURL('**/profile', { timeout: 90_000 });
    });

    await test.step('the profile shows one subscription', async () => {
      await expect(page.getByRole('table').getByText(/^(ACTIVE|TRIALING)$/)).toHaveCount(1);
    });
  },
);

test('shows subscribers their status, and lets a lapsed member buy again', async ({ page, openContext }) => {
  await signIn(page, users.subscriber);
  await page.goto('/#pricing');
  await expect(page.getByText('You are already subscribed.')).toBeVisible();
  await page
    .getByRole('button', { name: 'Go to Profile' })
    .or(page.getByRole('link', { name: 'Go to Profile' }))
    .click();
  await page.waitForURL('**/profile');

  const lapsed = await (await openContext()).newPage();
  await signIn(lapsed, users.lapsed);
  await lapsed.goto('/#pricing');
  await expect(lapsed.getByRole('button', { name: 'Enroll' })).toBeVisible();
});

test('sends nothing without a solved captcha [sign-in.captcha-first]', async ({ page }) => {
  await page.goto('/signin');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/web/login')) sent.push(request.url());
  });
  await page.getByRole('textbox', { name: /^E-?mail/i }).fill(users.member);
  await page.getByRole('textbox', { name: /^Password/i }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Please verify reCAPTCHA.')).toBeVisible();
  expect(sent).toEqual([]);
});

test("shows a wrong password's error and keeps the form usable [sign-in.login-failed]", async ({
  page,
  expectedComplaints,
}) => {
  expectedComplaints.push(/422/);
  await page.goto('/signin');
  await fillSignIn(page, users.member, 'Not-the-password-1');
  await expect(page.getByRole('main').getByRole('alert')).not.toBeEmpty();
  await expect(page).toHaveURL(/\/signin/);
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled();
});
