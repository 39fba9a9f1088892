import { ForgotPasswordForm } from '@openbell/ui/account';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { fillField } from '../../support/fill-field.ts';
import { openApp } from './account-support.tsx';

const EMAIL = 'ada@openbell.test';
const OTP_CALLS = {
  send: '/api/web/send-otp',
  verify: '/api/web/verify-otp',
  reset: '/api/web/reset-password',
};

function open(onDone?: () => void) {
  const app = openApp(<ForgotPasswordForm onDone={onDone} />);
  const user = userEvent.setup();
  const press = (name: string) => user.click(screen.getByRole('button', { name }));
  return {
    app,
    user,
    press,
    /** Goes to the step Verify OTP. */
    async send() {
      await fillField(user, screen.getByLabelText('E-mail'), EMAIL);
      await press('Send OTP');
      await (await app.call(OTP_CALLS.send)).respond(200, { message: 'sent' });
    },
    async enter(otp: string) {
      await user.click(screen.getByLabelText('Digit 1 of 6'));
      await user.keyboard(otp);
      await press('Verify OTP');
    },
    /** Goes to the step Reset Password. */
    async verify() {
      await this.enter('012345');
      await (await app.call(OTP_CALLS.verify)).respond(200, { message: '' });
    },
    alerts: () => screen.queryAllByRole('alert').map((alert) => alert.textContent),
    formError: () => document.querySelector('[data-part="form-error"]')?.textContent ?? null,
    boxes: () => screen.queryAllByLabelText<HTMLInputElement>(/^Digit/).map(({ value }) => value),
  };
}

describe('the forgot-password form', () => {
  it('starts with an address, Send OTP and a link to /signin [otp.page]', () => {
    const page = open();
    expect(screen.getAllByRole('textbox')).toHaveLength(1);
    expect(screen.getByLabelText('E-mail').getAttribute('type')).toBe('email');
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/signin');
    expect(page.boxes()).toEqual([]);
    expect(screen.queryByRole('button', { name: 'Send Again' })).toBeNull();
    expect(screen.getByRole('status').textContent).toMatch(/Step 1 of 3/);
  });

  it('goes through its steps with the main button and focuses each first field [otp.step-send] [otp.step-verify] [otp.step-reset] [otp.focus]', async () => {
    const onDone = vi.fn();
    const page = open(onDone);
    await page.send();
    expect(document.activeElement).toBe(screen.getByLabelText('Digit 1 of 6'));
    expect(screen.queryByRole('button', { name: 'Send OTP' })).toBeNull();
    expect(screen.getByLabelText('E-mail').hasAttribute('readonly')).toBe(true);
    expect(screen.getByRole('status').textContent).toMatch(/Step 2 of 3/);
    await page.verify();
    expect(screen.queryByRole('button', { name: 'Verify OTP' })).toBeNull();
    const password = screen.getByLabelText('Password');
    expect(document.activeElement).toBe(password);
    await page.user.type(password, 'Closing-bell-7');
    await page.user.type(screen.getByLabelText('Confirm password'), 'Closing-bell-7');
    await page.press('Reset Password');
    const reset = await page.app.call(OTP_CALLS.reset);
    expect(reset.body).toEqual({
      email: EMAIL,
      otp: '012345',
      password: 'Closing-bell-7',
      confirm_password: 'Closing-bell-7',
    });
    await reset.respond(200, { message: 'All set.' });
    expect(onDone).toHaveBeenCalledTimes(1);
    expect(page.alerts()).toEqual(['All set.']);
  });

  it('shows Password reset successfully when the server sends no message [otp.success-alert]', async () => {
    const page = open();
    await page.send();
    await page.verify();
    await page.press('Reset Password');
    await (await page.app.call(OTP_CALLS.reset)).respond(200, {});
    expect(page.alerts()).toEqual(['Password reset successfully']);
  });

  it('has show/hide toggles and supports password managers [otp.show-password]', async () => {
    const page = open();
    await page.send();
    await page.verify();
    const fields = ['Password', 'Confirm password'].map((label) => screen.getByLabelText(label));
    expect(fields.map((field) => field.getAttribute('autocomplete'))).toEqual([
      'new-password',
      'new-password',
    ]);
    expect(screen.getByLabelText('E-mail').getAttribute('autocomplete')).toBe('username');
    const [first, second] = screen.getAllByRole('button', { name: 'Show password' });
    await page.user.click(first as HTMLElement);
    expect(fields.map((field) => field.getAttribute('type'))).toEqual(['text', 'password']);
    await page.user.click(second as HTMLElement);
    expect(fields.map((field) => field.getAttribute('type'))).toEqual(['text', 'text']);
  });

  it('disables Send Again during the countdown and pending requests, and shows the seconds [otp.send-again-disabled] [otp.countdown-ticks]', async () => {
    const page = open();
    await page.send();
    const again = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send Again' });
    expect(again().disabled).toBe(true);
    expect(screen.getByText('in 60 s')).toBeTruthy();
    await act(() => page.app.time.advance(1_000));
    expect(screen.getByText('in 59 s')).toBeTruthy();
    await act(() => page.app.time.advance(59_000));
    expect(again().disabled).toBe(false);
    await page.enter('012345');
    expect(again().disabled).toBe(true);
    await (await page.app.call(OTP_CALLS.verify)).respond(422, { message: 'No.' });
    expect(again().disabled).toBe(false);
  });

  it('returns to Verify OTP with empty boxes and no passwords on Send Again [otp.send-again]', async () => {
    const page = open();
    await page.send();
    await page.verify();
    await page.user.type(screen.getByLabelText('Password'), 'secret');
    await act(() => page.app.time.advance(60_000));
    await page.press('Send Again');
    await (await page.app.call('/api/web/resend-otp')).respond(200, { message: 'again' });
    expect(screen.getByRole('button', { name: 'Verify OTP' })).toBeTruthy();
    expect(page.boxes()).toEqual(['', '', '', '', '', '']);
    expect(screen.queryByLabelText('Password')).toBeNull();
    expect(document.activeElement).toBe(screen.getByLabelText('Digit 1 of 6'));
    expect(screen.getByText('in 60 s')).toBeTruthy();
  });

  it('shows a long wait in minutes', async () => {
    const page = open();
    await fillField(page.user, screen.getByLabelText('E-mail'), EMAIL);
    await page.press('Send OTP');
    await (await page.app.call(OTP_CALLS.send)).respond(200, { message: '', retry_after: 150 });
    expect(screen.getByText('in 3 min')).toBeTruthy();
  });

  it('starts again with another address', async () => {
    const page = open();
    await page.send();
    await page.press('Use another address');
    expect(document.activeElement).toBe(screen.getByLabelText('E-mail'));
    expect(screen.getByLabelText('E-mail')).toHaveProperty('value', EMAIL);
    expect(screen.getByRole('button', { name: 'Send OTP' })).toBeTruthy();
    expect(page.boxes()).toEqual([]);
  });
});

describe('its errors', () => {
  it.each([
    ['', 'Please enter your e-mail address.'],
    ['ada', 'Please enter a valid e-mail address.'],
  ])(
    'rejects the address %j under its field and sends nothing [otp.email-required]',
    async (typed, message) => {
      const page = open();
      const email = screen.getByLabelText('E-mail');
      if (typed !== '') await page.user.type(email, typed);
      await page.press('Send OTP');
      expect(screen.getByRole('textbox', { description: message })).toBe(email);
      expect(document.activeElement).toBe(email);
      expect(page.app.count(OTP_CALLS.send)).toBe(0);
    },
  );

  it('rejects an incomplete code under the boxes', async () => {
    const page = open();
    await page.send();
    await page.enter('123');
    expect(screen.getAllByRole('textbox', { description: 'Please enter the 6-digit code.' })).toHaveLength(6);
    expect(page.app.count(OTP_CALLS.verify)).toBe(0);
  });

  it.each([
    [{ message: 'The server’s own words.' }, 'The server’s own words.'],
    [{}, 'Failed to send OTP'],
  ])('shows an error of any step below the form: %j [otp.error-message]', async (body, shown) => {
    const page = open();
    await fillField(page.user, screen.getByLabelText('E-mail'), EMAIL);
    await page.press('Send OTP');
    await (await page.app.call(OTP_CALLS.send)).respond(400, body);
    expect(page.formError()).toBe(shown);
    await page.press('Send OTP');
    await (await page.app.call(OTP_CALLS.send)).respond(200, { message: '' });
    expect(page.formError()).toBeNull();

    await page.enter('999999');
    await (await page.app.call(OTP_CALLS.verify)).respond(422, body);
    expect(page.formError()).toBe(shown);
    expect(page.boxes().join('')).toBe('999999');
    await page.press('Verify OTP');
    await (await page.app.call(OTP_CALLS.verify)).respond(200, { message: '' });

    await page.press('Reset Password');
    await (await page.app.call(OTP_CALLS.reset)).respond(422, body);
    expect(page.formError()).toBe(shown);
    expect(page.alerts()).toEqual([shown]);
  });

  it('links the message to its field and focuses it [otp.error-linked]', async () => {
    const page = open();
    await page.send();
    await page.enter('999999');
    await (await page.app.call(OTP_CALLS.verify)).respond(422, { message: 'Wrong code.' });
    expect(screen.getAllByRole('textbox', { description: 'Wrong code.' })).toHaveLength(6);
    expect(document.activeElement).toBe(screen.getByLabelText('Digit 1 of 6'));
    await page.press('Verify OTP');
    await (await page.app.call(OTP_CALLS.verify)).respond(200, { message: '' });
    await page.press('Reset Password');
    const message = 'The passwords do not match.';
    await (await page.app.call(OTP_CALLS.reset)).respond(422, {
      message,
      errors: { confirm_password: [message] },
    });
    const repeated = screen.getByLabelText('Confirm password');
    expect(repeated.getAttribute('aria-invalid')).toBe('true');
    const described = repeated.getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(described)?.textContent).toBe(message);
    expect(document.activeElement).toBe(repeated);
    expect(screen.getAllByText(message)).toHaveLength(1);
    // The code has expired: the user needs a new one.
    await act(() => page.app.time.advance(60_000));
    await page.press('Reset Password');
    await (await page.app.call(OTP_CALLS.reset)).respond(422, {
      message: 'Too late.',
      errors: { otp: ['Too late.'] },
    });
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Send Again' }));
  });

  it.each([
    [{ message: 'Please wait.' }, 'Please wait.'],
    [{}, 'Failed to send OTP'],
  ])(
    'shows a failed Send Again in an alert and below the form: %j [otp.resend-error]',
    async (body, shown) => {
      const page = open();
      await page.send();
      await act(() => page.app.time.advance(60_000));
      await page.press('Send Again');
      await (await page.app.call('/api/web/resend-otp')).respond(400, body);
      expect(page.formError()).toBe(shown);
      expect(page.alerts()).toEqual([shown, shown]);
      expect(document.querySelector('.ob-notice')?.textContent).toBe(shown);
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Send Again' }));
    },
  );
});
