// Changing the password, from the profile form.
import { EditProfileForm } from '@openbell/ui/account';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { fillField } from '../../support/fill-field.ts';
import { enter, openApp } from './account-support.tsx';

const CHANGE = '/api/web/change-password';
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const inDialog = (name: string) => within(screen.getByRole('dialog')).getByRole('button', { name });
/** The accessible description of a field. */
const about = (label: string) =>
  (field(label).getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join('');

async function openDialog() {
  const app = openApp(<EditProfileForm />);
  await enter(app);
  const person = userEvent.setup();
  await person.click(screen.getByRole('button', { name: 'Change password' }));
  const fill = async (present: string, password: string, repeated = password) => {
    const values = { 'Current password': present, 'New password': password, 'Repeat new password': repeated };
    for (const [label, value] of Object.entries(values)) {
      await person.clear(field(label));
      if (value !== '') await fillField(person, field(label), value);
    }
    await person.click(inDialog('Change password'));
  };
  return { app, person, fill };
}

describe('change password', () => {
  it('supports password managers and has a show/hide toggle for each field', async () => {
    const { person } = await openDialog();
    expect(
      [...document.querySelectorAll('[role="dialog"] input')].map((input) =>
        input.getAttribute('autocomplete'),
      ),
    ).toEqual(['username', 'current-password', 'new-password', 'new-password']);
    const [toggle, ...others] = within(screen.getByRole('dialog')).getAllByRole('button', {
      name: 'Show password',
    });
    expect(others).toHaveLength(2);
    await person.click(toggle as HTMLElement);
    expect(['Current password', 'New password'].map((label) => field(label).type)).toEqual([
      'text',
      'password',
    ]);
  });

  it('shows errors under the fields and focuses the first, before sending [password.form]', async () => {
    const { app, fill } = await openDialog();
    await fill('', 'short', 'other');
    expect(['Current password', 'New password', 'Repeat new password'].map(about)).toEqual([
      'Please enter your password.',
      'Must be at least 8 characters.',
      'The passwords do not match.',
    ]);
    expect(document.activeElement).toBe(field('Current password'));
    expect(app.count(CHANGE)).toBe(0);
  });

  it('rejects a wrong current password at its field; the right one closes with a notice [password.form]', async () => {
    const { app, fill, person } = await openDialog();
    await fill('not it', 'a long password');
    await (await app.call(CHANGE)).respond(422, {
      message: 'x',
      errors: { current_password: ['The password is wrong.'] },
    });
    expect(about('Current password')).toBe('The password is wrong.');
    expect(document.activeElement).toBe(field('Current password'));
    await fill('secret', 'a long password');
    await (await app.call(CHANGE)).respond(200, { message: '' });
    expect(screen.queryByRole('dialog')).toBeNull();
    const section = screen.getByRole('region', { name: 'Change password' });
    expect(within(section).getByRole('status').textContent).toBe(
      'Your password is changed. Your other devices are signed out.',
    );
    await person.click(screen.getByRole('button', { name: 'Change password' }));
    expect(field('New password').value).toBe('');
  });

  it.each([
    [429, 'Too many tries. Please wait 60 seconds and try again.'],
    [404, 'You can’t change your password here. Use ‘Forgot password?’ on the sign-in page to reset it.'],
    [
      500,
      'We couldn’t confirm that your password was changed. Try again. If your current password is rejected, the new one is already active.',
    ],
    [403, 'The password could not be changed. Please try again.'],
  ])('shows the error of a %d below the form [password.optional]', async (status, words) => {
    const { app, fill } = await openDialog();
    await fill('secret', 'a long password');
    await (await app.call(CHANGE)).respond(status, {});
    expect(within(screen.getByRole('dialog')).getByRole('alert').textContent).toBe(words);
  });
});
