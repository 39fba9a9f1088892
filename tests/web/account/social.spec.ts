// Sign-in with Google and Facebook, on the sandbox's consent pages.
import type { Page } from '@playwright/test';
import {
  expect,
  expectAccessible,
  expectAccessibleInBothThemes,
  fillSignIn,
  solveCaptcha,
  test,
} from '../app-test.ts';
import { mailedCode } from './mailed-code.ts';
import { agree, openConsent } from './social-window.ts';

const googleButton = (page: Page) => page.getByRole('button', { name: 'Continue with Google' });
const facebookButton = (page: Page) => page.getByRole('button', { name: 'Continue with Facebook' });

test('signs a new user in with Google and goes to the redirect target [social.redirect]', {
  tag: '@phone-long',
}, async ({ page }) => {
  await page.goto('/signin?redirect=/&tag=pricing');
  await solveCaptcha(page);
  await expectAccessible(page);
  const popup = await openConsent(page, googleButton(page));
  await expect(popup.getByRole('heading', { name: 'Continue with Google' })).toBeVisible();
  await expectAccessible(popup);
  const closed = popup.waitForEvent('close');
  await popup.getByRole('button', { name: /Gina Park/ }).click();
  await closed;
  await page.waitForURL(/\/#pricing$/);
  await page.goto('/profile');
  await expect(page.getByRole('main').getByText('gina.park@example.test')).toBeVisible();
});

test('signs a new user in with Facebook by keyboard, and deletes the account [social.facebook-sign-in] [social.proof]', async ({
  page,
}, info) => {
  await page.goto('/signin');
  await solveCaptcha(page);
  await facebookButton(page).focus();
  const opened = page.waitForEvent('popup');
  await page.keyboard.press('Enter');
  const popup = await opened;
  await popup.getByRole('textbox', { name: 'Name' }).fill('Frida Own');
  await popup.getByRole('textbox', { name: 'E-mail' }).fill(`frida-${info.repeatEachIndex}@example.test`);
  await popup.keyboard.press('Enter');
  await page.waitForURL('**/profile');
  await expect(page.getByRole('main').getByText('Frida Own').first()).toBeVisible();

  await test.step('deletes the account of a user without a password after the same proof', async () => {
    await page.goto('/profile/edit');
    await page.getByRole('button', { name: 'Delete Account' }).click();
    const again = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Confirm with Facebook' }).click();
    const consent = await again;
    await expectAccessible(page);
    await consent.getByRole('textbox', { name: 'Name' }).fill('Frida Own');
    await consent.getByRole('textbox', { name: 'E-mail' }).fill(`frida-${info.repeatEachIndex}@example.test`);
    await consent.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === '/');
    await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
  });
});

test('lets a Google user set a first password by an emailed code and sign in with it [password.first]', async ({
  page,
  expectedComplaints,
}, info) => {
  // Logged by the browser: the rejected request, and the session that the new password ends.
  expectedComplaints.push(/status of (422|401)/);
  const email = `greta-${info.repeatEachIndex}@example.test`;
  await page.goto('/signin');
  await solveCaptcha(page);
  await agree(await openConsent(page, googleButton(page)), { name: 'Greta First', email });
  await page.waitForURL('**/profile');

  await page.goto('/profile/edit');
  await page.getByRole('button', { name: 'Change password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  await dialog.getByLabel('Current password', { exact: true }).fill('no password of mine');
  await dialog.getByLabel('New password', { exact: true }).fill('Closing-bell-7');
  await dialog.getByLabel('Repeat new password', { exact: true }).fill('Closing-bell-7');
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await expect(dialog.getByText(/^Your account has no password yet/)).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await dialog.getByRole('link', { name: 'Forgot password?' }).click();

  await page.waitForURL('**/forget-password');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByRole('button', { name: 'Send OTP' }).click();
  await expect(page.getByRole('textbox', { name: 'Digit 1 of 6' })).toBeFocused();
  await page.keyboard.type(await mailedCode(page, email));
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill('Closing-bell-7');
  await page.getByRole('textbox', { name: 'Confirm password' }).fill('Closing-bell-7');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await page.waitForURL('**/signin');
  await fillSignIn(page, email, 'Closing-bell-7');
  await page.waitForURL('**/profile');
  await expect(page.getByRole('main').getByText('Greta First').first()).toBeVisible();
});

test('leaves the form unchanged after Cancel or a closed window [social.cancel]', async ({ page }) => {
  await page.goto('/signin');
  await page.getByRole('textbox', { name: /^E-?mail/i }).fill('typed@example.test');
  await solveCaptcha(page);
  const first = await openConsent(page, googleButton(page));
  await expect(googleButton(page)).toHaveAttribute('aria-disabled', 'true');
  await first.getByRole('button', { name: 'Cancel' }).click();
  await expect(googleButton(page)).not.toHaveAttribute('aria-disabled', 'true');
  const second = await openConsent(page, facebookButton(page));
  await second.close();
  await expect(facebookButton(page)).not.toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByRole('textbox', { name: /^E-?mail/i })).toHaveValue('typed@example.test');
  await expect(page.getByText('Verified', { exact: true })).toBeVisible();
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
});

test('shows an alert and opens no window without a solved captcha [social.captcha-first]', async ({
  page,
}) => {
  await page.goto('/signin');
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(new URL(page.url()).origin)) elsewhere.push(request.url());
  });
  const popups: Page[] = [];
  page.on('popup', (popup) => popups.push(popup));
  await googleButton(page).click();
  await expect(page.getByRole('alert').getByText('Please verify reCAPTCHA.')).toBeVisible();
  await facebookButton(page).click();
  await expect(page.getByRole('alert').getByText('Please verify reCAPTCHA.')).toBeVisible();
  expect(popups).toEqual([]);
  expect(elsewhere).toEqual([]);
});

test('asks a Facebook user without an address for one and confirms it by code [social.missing-values]', async ({
  page,
  expectedComplaints,
}, info) => {
  // Logged by the browser: each request of the server for an address or code.
  expectedComplaints.push(/status of 422/);
  const email = `fay-${info.repeatEachIndex}@example.test`;
  await page.goto('/signin');
  await solveCaptcha(page);
  const popup = await openConsent(page, facebookButton(page));
  await popup.getByRole('button', { name: /shares no e-mail/ }).click();
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`We sent a 6-digit code to ${email}.`)).toBeVisible();
  const code = await mailedCode(page, email);
  await page.keyboard.type(code === '111111' ? '222222' : '111111');
  await page.keyboard.press('Enter');
  const first = page.getByRole('textbox', { name: 'Digit 1 of 6' });
  await expect(first).toHaveAccessibleDescription(/This code is wrong/);
  await expect(first).toBeFocused();
  await expectAccessibleInBothThemes(page);
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname !== '/signin');
  await page.goto('/profile');
  await expect(page.getByRole('main').getByText(email)).toBeVisible();
});
