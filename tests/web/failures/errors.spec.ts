// The error catalogue in a browser. Responses that the server cannot be made to give are intercepted.
import type { Page } from '@playwright/test';
import {
  expect,
  expectAccessibleInBothThemes,
  fillSignIn,
  password,
  signIn,
  solveCaptcha,
  test,
  users,
} from '../app-test.ts';

/** Intercepts one request. The route stays registered: adding and removing it toggles interception. */
async function reject(page: Page, path: string, status: number, body: object = {}): Promise<void> {
  let isRefused = false;
  await page.route(`**/api/web/${path}`, (route) => {
    if (isRefused) return route.fallback();
    isRefused = true;
    return route.fulfill({ status, json: body });
  });
}

const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });

test.beforeEach(({ expectedComplaints }) => {
  // Logged by the browser for every rejected request.
  expectedComplaints.push(/status of (401|402|422|500|503)/, /net::ERR_FAILED/);
});

test('sign-in shows the captcha error, the server’s message, or a default [sign-in.login-failed] [sign-in.captcha-first]', async ({
  page,
}) => {
  await page.goto('/signin');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(users.member);
  await page.getByRole('textbox', { name: 'Password' }).fill('not-the-password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(alert(page, 'Please verify reCAPTCHA.')).toBeVisible();
  await reject(page, 'login', 422, { message: 'The mentor is asleep.' });
  await fillSignIn(page, users.member, 'not-the-password');
  await expect(alert(page, 'The mentor is asleep.')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await reject(page, 'login', 500);
  await fillSignIn(page, users.member, password);
  await expect(alert(page, 'Login failed')).toBeVisible();
});

test("social sign-in shows the server's message or a default, then signs in [social.login-failed]", async ({
  page,
}) => {
  await page.goto('/signin');
  await solveCaptcha(page);
  const choose = async (): Promise<void> => {
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await (await opened).getByRole('button', { name: /Gina Park/ }).click();
  };
  await reject(page, 'login', 422, { message: 'This account is closed.' });
  await choose();
  await expect(alert(page, 'This account is closed.')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await reject(page, 'login', 500);
  await solveCaptcha(page);
  await choose();
  await expect(alert(page, 'Login failed')).toBeVisible();
  await solveCaptcha(page);
  await choose();
  await page.waitForURL('**/profile');
});

test('sign-up sends nothing without a captcha [sign-up.captcha-first]', async ({ page }) => {
  await page.goto('/signup');
  await page.getByRole('textbox', { name: 'Full name' }).fill('Erin');
  await page.getByRole('textbox', { name: 'E-mail' }).fill('erin@openbell.test');
  await page.getByRole('textbox', { name: 'Phone number' }).fill('+1 303 555 0142');
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
  await page.getByRole('textbox', { name: 'Repeat password' }).fill(password);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(alert(page, 'Please verify reCAPTCHA.')).toBeVisible();
  await expectAccessibleInBothThemes(page);
});

test('recovery shows the default error at each step, and a failed Send Again in an alert [otp.error-message] [otp.resend-error]', async ({
  page,
}) => {
  await page.goto('/forget-password');
  await page.clock.install();
  await page.getByRole('textbox', { name: 'E-mail' }).fill('nobody@openbell.test');
  await reject(page, 'send-otp', 500);
  await page.getByRole('button', { name: 'Send OTP' }).click();
  await expect(page.getByRole('main').getByText('Failed to send OTP')).toBeVisible();
  await page.getByRole('button', { name: 'Send OTP' }).click();
  await expect(page.getByRole('textbox', { name: 'Digit 1 of 6' })).toBeFocused();
  await page.clock.fastForward(61_000);
  await reject(page, 'resend-otp', 500);
  await page.getByRole('button', { name: 'Send Again' }).click();
  await expect(page.getByText('Failed to send OTP')).toHaveCount(2);
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Close' }).click();

  // recovery.spec.ts covers the success case.
  const underForm = page.getByRole('main').getByText('Failed to send OTP');
  const first = page.getByRole('textbox', { name: 'Digit 1 of 6' });
  await first.click();
  await page.keyboard.type('123456');
  await reject(page, 'verify-otp', 500);
  await page.keyboard.press('Enter');
  await expect(underForm).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Confirm password' })).toHaveCount(0);
  await expectAccessibleInBothThemes(page);
  await reject(page, 'verify-otp', 200, { message: '' });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Confirm password' })).toBeVisible();
  await expect(underForm).toHaveCount(0);
  await reject(page, 'reset-password', 500);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
  await page.getByRole('textbox', { name: 'Confirm password' }).fill(password);
  await page.keyboard.press('Enter');
  await expect(underForm).toBeVisible();
});

test('contact shows each error, then sends with an invisible captcha [contact.incomplete] [contact.failed] [contact.sent-alert] [contact.captcha]', async ({
  page,
}) => {
  await page.goto('/#contact');
  const send = page.getByRole('button', { name: 'Send' });
  await page.getByPlaceholder('Full Name*').fill('Erin');
  await send.click();
  await expect(alert(page, 'Please fill all fields')).toBeVisible();
  await page.getByPlaceholder('Email*').fill('erin@openbell.test');
  await page.getByPlaceholder('Type your question').fill('When does the bell ring?');
  await reject(page, 'submit-contact-form', 500);
  await send.click();
  await expect(alert(page, 'Failed to submit form').first()).toBeVisible();
  await expect(alert(page, 'Please fill all fields')).toHaveCount(0);
  await expectAccessibleInBothThemes(page);
  await page.route('**/api/captcha/challenge', (route) => route.fulfill({ status: 500, json: {} }), {
    times: 1,
  });
  await send.click();
  await expect(alert(page, 'Please verify reCAPTCHA.').first()).toBeVisible();
  await page.route('**/api/web/submit-contact-form', (route) => route.abort(), { times: 1 });
  await Promise.all([page.waitForEvent('requestfailed'), send.click()]);
  await expect(alert(page, 'Failed to submit form').first()).toBeVisible();
  await expect(page.getByPlaceholder('Type your question')).toHaveValue('When does the bell ring?');
  const sent = page.waitForRequest('**/api/web/submit-contact-form');
  await send.click();
  expect((await sent).postDataJSON()).toMatchObject({ name: 'Erin', captcha: expect.any(String) });
  await expect(page.getByText('Form submitted successfully')).toBeVisible();
  await expect(alert(page, 'Failed to submit form')).toHaveCount(0);
  await expect(page.getByPlaceholder('Type your question')).toHaveValue('');
});

test('billing shows a missing intent, a rejected subscription and missing details [errors.billing]', async ({
  page,
}) => {
  // Their trial is used up: the first payment is due now, and this card declines it.
  await signIn(page, users.lapsed, '/#pricing');
  await page.getByRole('combobox', { name: 'Plan' }).click();
  await page.getByRole('option', { name: 'Trade Ideas' }).click();
  const enroll = page.getByRole('button', { name: 'Enroll' });
  const card = page.getByRole('region', { name: 'Membership' }).or(page.getByRole('main'));

  await reject(page, 'create-payment-intent', 503);
  await enroll.click();
  await expect(card.getByText(/The payment could not be started/).first()).toBeVisible();
  await expect(enroll).toBeEnabled();

  await enroll.click();
  const modal = page.getByRole('dialog', { name: 'Add a Payment Method' });
  await modal.getByRole('textbox', { name: 'Card number' }).fill('4000 0000 0000 0341');
  await modal.getByRole('textbox', { name: 'Expiry' }).fill('12 / 34');
  await modal.getByRole('textbox', { name: 'CVC' }).fill('123');
  await modal.getByRole('button', { name: 'Set up' }).click();
  await expect(alert(page, 'Error: Your card was declined.')).toBeVisible();
  await expectAccessibleInBothThemes(page);

  await reject(page, 'subscription-info/7', 200, { error: true, message: 'It is being moved.' });
  await page.goto('/unsubscribe/7');
  await expect(alert(page, 'It is being moved.').first()).toBeVisible();
  let respond = (): void => {};
  const requested = new Promise<void>((resolve) => {
    respond = resolve;
  });
  await page.route(
    '**/api/web/subscription-info/8',
    async (route) => {
      await requested;
      await route.fulfill({ status: 503, json: {} });
    },
    { times: 1 },
  );
  await page.goto('/unsubscribe/8');
  await expect(page.getByText('Loading...', { exact: true })).toBeVisible();
  respond();
  await expect(page.getByText('The subscription could not be loaded.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
});

test('an expired token leads to sign-in and back; log-out works without the server [session.401-clears] [session.return-after-401] [session.log-out-failure-ignored]', async ({
  page,
}) => {
  await signIn(page, users.lapsed, '/courses');
  await expect(page.getByRole('heading', { name: 'Courses' })).toBeVisible();
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  await page.request.post('/api/web/logout', { headers: { authorization: `Bearer ${token}` } });
  await page.reload();
  await page.waitForURL(/\/signin\?redirect=(%2F|\/)courses/);
  expect(
    await page.evaluate(() => [localStorage.getItem('accessToken'), localStorage.getItem('user')]),
  ).toEqual([null, null]);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(users.lapsed);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await solveCaptcha(page);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL((url) => url.pathname === '/courses');

  await page.route('**/api/web/logout', (route) => route.abort());
  await page
    .getByRole('button', { name: /profile|Lara|account/i })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
});
