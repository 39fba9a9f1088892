import {
  ChangePasswordDialog,
  ContactForm,
  ForgotPasswordForm,
  SignInForm,
  SignUpForm,
} from '@openbell/ui/account';
import { RetryCountdown } from '@openbell/ui/primitives';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { describe, expect, test } from 'vitest';
import { fillField } from '../../support/fill-field.ts';
import { enter, openApp } from './account-support.tsx';

interface Form {
  readonly ui: ReactNode;
  readonly path: string;
  readonly button: string;
  /** Field labels and what to type. */
  readonly fields: Readonly<Record<string, string>>;
  readonly member?: boolean;
}

const secret = 'Opening-bell-9';
const forms: Readonly<Record<string, Form>> = {
  'sign-in': {
    ui: <SignInForm />,
    path: '/api/web/login',
    button: 'Sign in',
    fields: { 'E-mail': 'ada@openbell.test', Password: secret },
  },
  'sign-up': {
    ui: <SignUpForm />,
    path: '/api/web/register',
    button: 'Sign up',
    fields: { 'Full name': 'Ada' },
  },
  'one-time code': {
    ui: <ForgotPasswordForm />,
    path: '/api/web/send-otp',
    button: 'Send OTP',
    fields: { 'E-mail': 'ada@openbell.test' },
  },
  contact: {
    ui: <ContactForm />,
    path: '/api/web/submit-contact-form',
    button: 'Send',
    fields: { 'Full Name*': 'Ada', 'Email*': 'ada@openbell.test', 'Type your question': 'When?' },
  },
  'password change': {
    ui: <ChangePasswordDialog open onClose={() => {}} onChanged={() => {}} email="ada@openbell.test" />,
    path: '/api/web/change-password',
    button: 'Change password',
    fields: { 'Current password': secret, 'New password': secret, 'Repeat new password': secret },
    member: true,
  },
};

/** Sends a form and refuses it with 429. */
async function reject({ ui, path, button, fields, member }: Form, body: object) {
  const app = openApp(ui);
  if (member) await enter(app);
  const user = userEvent.setup();
  for (const [label, value] of Object.entries(fields))
    await fillField(user, screen.getByLabelText(label), value);
  const submit = () => screen.getByRole('button', { name: button });
  await user.click(submit());
  await (await app.call(path)).respond(429, body);
  return { app, user, submit };
}

describe.each(Object.entries(forms))('the %s form after a 429', (_, form) => {
  test('counts down with its button disabled, then sends again [calls.retry-countdown]', async () => {
    const { app, user, submit } = await reject(form, { message: 'Slow down.', retry_after: 3 });
    expect(submit()).toHaveProperty('disabled', true);
    expect(screen.getByText('Try again in 3 seconds.')).toBeDefined();
    await act(() => app.time.advance(2000));
    expect(screen.getByText('Try again in 1 second.')).toBeDefined();
    expect(app.count(form.path)).toBe(1);
    await act(() => app.time.advance(1000));
    expect(screen.queryByText(/^Try again in/)).toBeNull();
    await user.click(submit());
    await app.settle();
    expect(app.count(form.path)).toBe(2);
  });

  test('can be sent again at once when the server gives no time', async () => {
    const { submit } = await reject(form, { message: 'Slow down.' });
    expect(screen.queryByText(/^Try again in/)).toBeNull();
    expect(submit()).toHaveProperty('disabled', false);
  });
});

test.each([
  [119, 'Try again in 119 seconds.'],
  [120, 'Try again in 2 minutes.'],
  [7140, 'Try again in 119 minutes.'],
  [7141, 'Try again in 2 hours.'],
])('shows %s seconds as "%s"', (seconds, shown) => {
  openApp(<RetryCountdown seconds={seconds} />);
  expect(screen.getByText(shown)).toBeDefined();
});
