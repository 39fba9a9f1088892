// A payment that fails: the notice, another card, another wallet.
import { expect, expectAccessible, expectAccessibleInBothThemes } from '../app-test.ts';
import {
  choosePlan,
  enroll,
  enter,
  enterAsNewcomer,
  fillCard,
  mailsOf,
  modalOf,
  moveBeyondPeriod,
  moveClock,
  subscriptionsOf,
  test,
} from './billing-pages.ts';
import { countCalls } from './calls.ts';

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
