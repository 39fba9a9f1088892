import { SignUpForm } from '@openbell/ui/account';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { openApp } from './account-support.tsx';

describe('the sign-up form', () => {
  it('has the specified fields in order, with the agreement checked [sign-up.fields] [sign-up.password-placeholder] [sign-up.links]', () => {
    openApp(<SignUpForm />);
    const names = [...document.querySelectorAll('input')].map((input) => input.name);
    expect(names).toEqual([
      'first_name',
      'phone',
      'email',
      'referralCode',
      'password',
      'password_confirmation',
      'agree',
    ]);
    expect(screen.getByLabelText(/I agree/)).toHaveProperty('checked', true);
    expect(screen.getByLabelText('Password').getAttribute('placeholder')).toBe('At least 8 characters');
    expect(screen.getByRole('link', { name: 'terms' }).getAttribute('href')).toBe('/terms');
    expect(screen.getByRole('link', { name: 'privacy policy' }).getAttribute('href')).toBe('/privacy-policy');
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/signin');
  });

  it('shows the first error of each field and focuses the first, then continues after 201 [call.register] [sign-up.created] [sign-up.field-errors]', async () => {
    const onCreated = vi.fn();
    const app = openApp(<SignUpForm onCreated={onCreated} />);
    const user = userEvent.setup();
    await user.type(screen.getByLabelText('Full name'), 'Ada');
    await user.click(screen.getByRole('button', { name: 'Sign up' }));
    const first = await app.call('/api/web/register');
    expect(first.body).toEqual({
      first_name: 'Ada',
      phone: '',
      email: '',
      password: '',
      password_confirmation: '',
      referralCode: '',
      agree: true,
    });
    await first.respond(422, {
      message: 'Invalid.',
      errors: { password: ['Too short.', 'Too common.'], email: ['Already in use.'] },
    });
    const email = screen.getByLabelText('E-mail');
    const described = email.getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(described)?.textContent).toBe('Already in use.');
    expect(screen.getByText('Too short.')).toBeTruthy();
    expect(screen.queryByText('Too common.')).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(email));

    await user.click(screen.getByRole('button', { name: 'Sign up' }));
    await waitFor(() => expect(app.count('/api/web/register')).toBe(2));
    await (await app.call('/api/web/register')).respond(201, { message: '' });
    expect(onCreated).toHaveBeenCalledTimes(1);
  });

  it('sends the referral code in upper case [sign-up.referral-capitals]', async () => {
    const app = openApp(<SignUpForm />);
    const user = userEvent.setup();
    await user.type(screen.getByLabelText('Referral code (optional)'), ' bell-2026 ');
    await user.click(screen.getByRole('button', { name: 'Sign up' }));
    expect((await app.call('/api/web/register')).body).toMatchObject({ referralCode: 'BELL-2026' });
  });

  it('shows idle, submitting, field error and created states [sign-up.states]', async () => {
    const onCreated = vi.fn();
    const app = openApp(<SignUpForm onCreated={onCreated} />);
    const status = () => app.openbell.signUp.$state.get().status;
    const button = () => screen.getByRole('button', { name: 'Sign up' });
    expect([status(), button()]).toEqual(['idle', expect.objectContaining({ disabled: false })]);
    const user = userEvent.setup();
    for (const [code, body, after] of [
      [422, { message: 'No.', errors: { phone: ['Not a number.'] } }, 'failed'],
      [201, { message: '' }, 'created'],
    ] as const) {
      await user.click(button());
      expect([status(), button()]).toEqual(['submitting', expect.objectContaining({ disabled: true })]);
      expect(button().querySelector('.ob-spinner')).not.toBeNull();
      await (await app.call('/api/web/register')).respond(code, body);
      expect(status()).toBe(after);
      expect(onCreated).toHaveBeenCalledTimes(after === 'created' ? 1 : 0);
      expect(screen.queryByText('Not a number.') !== null).toBe(after === 'failed');
    }
  });

  it('asks for the captcha and sends nothing without it [sign-up.captcha-first] [captcha.required]', async () => {
    const app = openApp(<SignUpForm />, { captcha: { provider: 'altcha' } });
    await userEvent.setup().click(screen.getByRole('button', { name: 'Sign up' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Please verify reCAPTCHA.');
    expect(app.calls).toHaveLength(0);
  });
});
