import { SignInForm } from '@openbell/ui/account';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { makeChallenge, openApp, USER } from './account-support.tsx';

async function fill(email = 'ada@openbell.test', password = 'Opening-bell-9') {
  const user = userEvent.setup();
  if (email) await user.type(screen.getByLabelText('E-mail'), email);
  if (password) await user.type(screen.getByLabelText('Password'), password);
  return user;
}
const submit = () => screen.getByRole('button', { name: 'Sign in' });

describe('the sign-in form', () => {
  it('has labeled fields with autocomplete tokens, remember checked, and the links [sign-in.form]', () => {
    openApp(<SignInForm />);
    expect(screen.getByLabelText('E-mail')).toMatchObject({
      type: 'email',
      autocomplete: 'username webauthn',
    });
    expect(screen.getByLabelText('Password')).toMatchObject({
      type: 'password',
      autocomplete: 'current-password',
    });
    expect(screen.getByLabelText('Remember password')).toHaveProperty('checked', true);
    expect(screen.getByRole('link', { name: 'Forgot password?' }).getAttribute('href')).toBe(
      '/forget-password',
    );
    expect(screen.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe('/signup');
  });

  it('shows and hides the password [sign-in.show-password]', async () => {
    openApp(<SignInForm />);
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(screen.getByLabelText('Password')).toMatchObject({ type: 'text' });
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(screen.getByLabelText('Password')).toMatchObject({ type: 'password' });
  });

  it('shows the error of an empty email under its focused field and sends nothing [sign-in.required]', async () => {
    const app = openApp(<SignInForm />);
    const user = await fill('', 'x');
    await user.click(submit());
    const email = screen.getByLabelText('E-mail');
    await waitFor(() => expect(document.activeElement).toBe(email));
    expect(email.getAttribute('aria-invalid')).toBe('true');
    const described = document.getElementById(email.getAttribute('aria-describedby') ?? '');
    expect(described?.textContent).toBe('Please enter your e-mail address.');
    expect(app.calls).toHaveLength(0);
  });

  it("sends once, shows the server's message, then signs in [sign-in.once] [sign-in.saves] [sign-in.login-failed]", async () => {
    const onSignedIn = vi.fn();
    const app = openApp(<SignInForm onSignedIn={onSignedIn} />);
    const user = await fill();
    await user.click(submit());
    await user.click(submit());
    const first = await app.call('/api/web/login');
    expect(app.count('/api/web/login')).toBe(1);
    expect(first.body).toEqual({
      username: 'ada@openbell.test',
      password: 'Opening-bell-9',
      remember: true,
      type: 'manual',
    });
    await first.respond(422, { message: 'The e-mail or the password is wrong.' });
    expect(screen.getByRole('alert').textContent).toBe('The e-mail or the password is wrong.');
    await user.click(submit());
    await waitFor(() => expect(app.count('/api/web/login')).toBe(2));
    await (await app.call('/api/web/login')).respond(200, { access: 'tokenA', user: USER, message: '' });
    expect(onSignedIn).toHaveBeenCalledTimes(1);
    expect(app.local.read('accessToken')).toBe('tokenA');
  });

  it('shows a spinner while sending and ignores a second press [sign-in.spinner]', async () => {
    const app = openApp(<SignInForm />);
    const user = await fill();
    const spins = () => submit().querySelector('.ob-spinner') !== null;
    expect(spins()).toBe(false);
    await user.click(submit());
    expect(spins()).toBe(true);
    await user.click(submit());
    expect(app.count('/api/web/login')).toBe(1);
    await (await app.call('/api/web/login')).respond(422, { message: 'No.' });
    expect(spins()).toBe(false);
  });

  it('shows Login failed when the server sends no message [sign-in.login-failed]', async () => {
    const app = openApp(<SignInForm />);
    const user = await fill();
    await user.click(submit());
    await (await app.call('/api/web/login')).respond(500, {});
    expect(screen.getByRole('alert').textContent).toBe('Login failed');
  });

  it('asks for the captcha and sends nothing without it [sign-in.captcha-first] [captcha.required]', async () => {
    const app = openApp(<SignInForm />, { captcha: { provider: 'altcha' } });
    const user = await fill();
    await user.click(submit());
    expect((await screen.findByRole('alert')).textContent).toBe('Please verify reCAPTCHA.');
    expect(app.calls).toHaveLength(0);
  });

  it('solves a self-hosted challenge in the browser and sends the solution', async () => {
    const app = openApp(<SignInForm />, { captcha: { provider: 'altcha' } });
    const user = await fill();
    await user.click(screen.getByRole('checkbox', { name: 'Verify that you’re not a robot' }));
    const challenge = await makeChallenge();
    await (await app.call('/api/captcha/challenge')).respond(200, challenge);
    await waitFor(() => expect(screen.getByText('Verified')).toBeTruthy());
    await user.click(submit());
    const { captcha } = (await app.call('/api/web/login')).body as { captcha: string };
    const payload = JSON.parse(atob(captcha));
    expect(payload.challenge).toEqual(challenge);
    expect(payload.solution.counter).toBe(3);
    // A used solution cannot be reused.
    await (await app.call('/api/web/login')).respond(422, { message: 'No.' });
    expect(screen.getByRole('checkbox', { name: 'Verify that you’re not a robot' })).toHaveProperty(
      'checked',
      false,
    );
  });

  it('shows a captcha error with a retry when no challenge loads', async () => {
    const app = openApp(<SignInForm />, { captcha: { provider: 'altcha' } });
    const user = userEvent.setup();
    await user.click(screen.getByRole('checkbox', { name: 'Verify that you’re not a robot' }));
    await (await app.call('/api/captcha/challenge')).respond(500, {});
    expect(screen.getByText('The verification could not be loaded.')).toBeTruthy();
    await act(async () => {
      await user.click(screen.getByRole('checkbox', { name: 'Verify that you’re not a robot' }));
    });
    await waitFor(() => expect(app.count('/api/captcha/challenge')).toBe(2));
  });
});
