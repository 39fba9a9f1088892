// Forgot password, from the link on the sign-in page to signing in with the new password.
import { expect, expectAccessible, fillSignIn, join, signUp, test } from '../app-test.ts';
import { mailedCode } from './mailed-code.ts';

const newPassword = 'Closing-bell-7';

test(
  'resets a forgotten password with a wrong code, Send Again and a pasted code [otp.journey]',
  { tag: '@smoke' },
  async ({ page, context, expectedComplaints }, info) => {
    // Logged by the browser: the wrong code, the mismatched passwords.
    expectedComplaints.push(/status of 422/);
    const email = `rita-${info.project.name}-${info.repeatEachIndex}@openbell.test`;
    const digit = (number: number) => page.getByRole('textbox', { name: `Digit ${number} of 6` });
    const again = page.getByRole('button', { name: 'Send Again' });
    const message = page.getByRole('main').getByRole('alert');
    await signUp(page.request, 'Rita Recover', email);
    await page.goto('/signin');

    await test.step('Send OTP', async () => {
      await page.getByRole('link', { name: 'Forgot password?' }).click();
      await page.waitForURL('**/forget-password');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forget Password');
      await expectAccessible(page);
      await page.clock.install();
      await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
      await page.getByRole('button', { name: 'Send OTP' }).click();
      await expect(digit(1)).toBeFocused();
      await expect(again).toBeDisabled();
      await expect(page.getByText(/^in (60|5\d) s$/)).toBeVisible();
      await expectAccessible(page);
    });

    await test.step('a wrong code shows an error and keeps the form, also after a reload', async () => {
      const code = await mailedCode(page, email);
      await page.keyboard.type(code === '999999' ? '888888' : '999999');
      await page.keyboard.press('Enter');
      await expect(message).toContainText('This code is wrong');
      await expect(digit(1)).toHaveAccessibleDescription(/This code is wrong/);
      await page.reload();
      await expect(page.getByRole('button', { name: 'Verify OTP' })).toBeVisible();
      await expect(again).toBeDisabled();
    });

    await test.step('Send Again, and the new code pasted', async () => {
      const old = await mailedCode(page, email);
      await page.clock.fastForward(60_000);
      await again.click();
      await expect(again).toBeDisabled();
      await expect(digit(1)).toBeFocused();
      const code = await mailedCode(page, email);
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.evaluate(
        (text) => navigator.clipboard.writeText(text),
        `${code.slice(0, 3)} ${code.slice(3)}`,
      );
      await digit(3).click();
      await page.keyboard.press('ControlOrMeta+V');
      for (let number = 1; number <= 6; number += 1) {
        await expect(digit(number)).toHaveValue(code.charAt(number - 1));
      }
      expect(code === old).toBe(false);
      await page.getByRole('button', { name: 'Verify OTP' }).click();
    });

    await test.step('Reset Password', async () => {
      const first = page.getByRole('textbox', { name: 'Password', exact: true });
      const second = page.getByRole('textbox', { name: 'Confirm password' });
      await expect(first).toBeFocused();
      await expectAccessible(page);
      await first.fill(newPassword);
      await second.fill('Closing-bell-8');
      await page.getByRole('button', { name: 'Reset Password' }).click();
      await expect(message).toHaveText('The passwords do not match.');
      await second.fill(newPassword);
      await page.getByRole('button', { name: 'Reset Password' }).click();
      await page.waitForURL('**/signin');
      await expect(page.getByRole('alert').filter({ hasText: 'Password reset successfully' })).toBeVisible();
    });

    await fillSignIn(page, email, newPassword);
    await page.waitForURL('**/profile');
  },
);

test('signs a signed-in member out when they reset their password', async ({
  page,
  expectedComplaints,
}, info) => {
  // Logged by the browser: the ended session.
  expectedComplaints.push(/status of 401/);
  const email = `rosa-${info.project.name}-${info.repeatEachIndex}@openbell.test`;
  await join(page, 'Rosa Recover', email);
  await page.goto('/forget-password');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByRole('button', { name: 'Send OTP' }).click();
  await expect(page.getByRole('textbox', { name: 'Digit 1 of 6' })).toBeFocused();
  await page.keyboard.type(await mailedCode(page, email));
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(newPassword);
  await page.getByRole('textbox', { name: 'Confirm password' }).fill(newPassword);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/signin');
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
});

test(
  'fits a phone, with the same response for an unknown address',
  { tag: '@phone' },
  async ({ page }, info) => {
    await page.goto('/forget-password?redirect=/dashboard');
    await page.getByRole('textbox', { name: 'E-mail' }).fill(`nobody-${info.project.name}@openbell.test`);
    await page.getByRole('button', { name: 'Send OTP' }).click();
    const boxes = page.getByRole('group', { name: '6-digit code' }).getByRole('textbox');
    await expect(boxes).toHaveCount(6);
    await expect(boxes.first()).toBeFocused();
    const frames = await boxes.evaluateAll((all) => all.map((box) => box.getBoundingClientRect().toJSON()));
    for (const frame of frames) {
      expect(frame.width).toBeGreaterThanOrEqual(40);
      expect(frame.height).toBeGreaterThanOrEqual(44);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
    await expectAccessible(page);
    await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toHaveAttribute(
      'href',
      '/signin?redirect=/dashboard',
    );
  },
);

test('takes each composed digit once, and the same digit twice [otp.input-method]', async ({
  page,
}, info) => {
  await page.goto('/forget-password');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(`ime-${info.project.name}@openbell.test`);
  await page.getByRole('button', { name: 'Send OTP' }).click();
  const digit = (number: number) => page.getByRole('textbox', { name: `Digit ${number} of 6` });
  await expect(digit(1)).toBeFocused();
  const values = () =>
    page
      .getByRole('group', { name: '6-digit code' })
      .getByRole('textbox')
      .evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value));
  const device = await page.context().newCDPSession(page);
  /** Text offered by the input method and not yet committed. */
  const compose = (text: string) =>
    device.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  const choose = (text: string) => device.send('Input.insertText', { text });

  await compose('ｌ');
  expect(await values()).toEqual(['ｌ', '', '', '', '', '']);
  await compose('１');
  await expect(digit(1)).toBeFocused();
  expect(await values()).toEqual(['１', '', '', '', '', '']);
  await choose('１');
  await expect(digit(2)).toBeFocused();
  expect(await values()).toEqual(['1', '', '', '', '', '']);

  // Canceled: the box is unchanged.
  await compose('２');
  await compose('');
  await expect(digit(2)).toBeFocused();
  expect(await values()).toEqual(['1', '', '', '', '', '']);

  await compose('2');
  await choose('2');
  await expect(digit(3)).toBeFocused();
  // Voice and handwriting input send no key events: only the same digit again.
  await choose('2');
  await expect(digit(4)).toBeFocused();
  expect(await values()).toEqual(['1', '2', '2', '', '', '']);
  for (const [place, text] of [...'４５６'].entries()) {
    await compose(text);
    await choose(text);
    await expect(digit(Math.min(place + 5, 6))).toBeFocused();
  }
  expect(await values()).toEqual(['1', '2', '2', '4', '5', '6']);

  // A complete code, as suggested by a keyboard from a message.
  await digit(1).focus();
  await choose('204060');
  await expect.poll(values).toEqual(['2', '0', '4', '0', '6', '0']);
});
