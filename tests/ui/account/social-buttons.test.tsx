import type { OpenbellOptions } from '@openbell/core';
import type { ButtonProvider, SocialAccount, WindowProvider } from '@openbell/core/social-sign-in';
import { SocialProblem } from '@openbell/core/social-sign-in';
import { SignInForm } from '@openbell/ui/account';
import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { openApp, USER } from './account-support.tsx';

const ACCOUNT: SocialAccount = { id: '1', email: 'g@x.test', name: 'Gina', photo: '', credential: 'proof' };
const google = () => screen.getByRole('button', { name: 'Continue with Google' });
const facebook = () => screen.getByRole('button', { name: 'Continue with Facebook' });

function windowOf(signIn: WindowProvider['signIn'], sandbox = false): WindowProvider {
  return { kind: 'window', sandbox, prepare: () => Promise.resolve(), signIn };
}
const provider = windowOf(() => Promise.resolve(ACCOUNT));
const openForm = (social: OpenbellOptions['social'], options: Partial<OpenbellOptions> = {}) =>
  openApp(<SignInForm onSignedIn={(user) => signedIn.push(user.id)} />, {
    ...options,
    ...(social === undefined ? {} : { social }),
  });
let signedIn: number[] = [];
afterEach(() => {
  signedIn = [];
});

describe('the social buttons of the sign-in form', () => {
  it('are rendered for configured providers only [social.buttons]', () => {
    openForm({ google: provider, facebook: provider });
    expect(google()).toBeDefined();
    expect(facebook()).toBeDefined();
    expect(screen.queryByText('Sandbox')).toBeNull();
    expect(screen.getByText(/^By continuing with Google or Facebook you agree to the/)).toBeDefined();
    cleanup();
    openForm({ facebook: windowOf(() => Promise.resolve(null), true) });
    expect(screen.queryByRole('button', { name: 'Continue with Google' })).toBeNull();
    expect(screen.getByText('Sandbox')).toBeDefined();
    expect(screen.getByText(/^By continuing with Facebook you agree to the/)).toBeDefined();
    cleanup();
    openForm(undefined);
    expect(screen.queryByText('or')).toBeNull();
  });

  it('sign in with the remember setting and report the user', async () => {
    const app = openForm({ google: provider });
    const user = userEvent.setup();
    await user.click(screen.getByLabelText('Remember password'));
    await user.click(google());
    const call = await app.call('/api/web/login');
    expect(call.body).toMatchObject({ type: 'google', credential: 'proof', remember: false });
    await call.respond(200, { access: 'tokenA', user: USER, message: '' });
    expect(signedIn).toEqual([USER.id]);
  });

  it('show a busy state on the pressed button only', async () => {
    let windows = 0;
    openForm({
      google: windowOf(() => {
        windows += 1;
        return new Promise(() => {});
      }),
      facebook: provider,
    });
    const user = userEvent.setup();
    await user.click(google());
    await user.click(google());
    await user.click(facebook());
    expect(google().getAttribute('aria-disabled')).toBe('true');
    expect([google().dataset.status, facebook().dataset.status]).toEqual(['busy', 'idle']);
    expect(windows).toBe(1);
  });

  it.each([
    ['popup-blocked', 'Your browser blocked the sign-in window.'],
    ['script-failed', 'Google could not be reached.'],
    ['provider-failed', 'Signing in with Google did not work.'],
  ] as const)('%s shows a message below the buttons', async (code, words) => {
    openForm({ google: windowOf(() => Promise.reject(new SocialProblem(code))) });
    await userEvent.setup().click(google());
    expect((await screen.findByRole('alert')).textContent).toContain(words);
  });

  it("show the server's message, or 'Login failed' [social.login-failed]", async () => {
    const app = openForm({ google: provider });
    const user = userEvent.setup();
    await user.click(google());
    await (await app.call('/api/web/login')).respond(422, { message: 'This sign-in could not be verified.' });
    expect(screen.getByRole('alert').textContent).toBe('This sign-in could not be verified.');
    await user.click(google());
    await (await app.call('/api/web/login')).respond(401, {});
    expect(screen.getByRole('alert').textContent).toBe('Login failed');
  });
});

describe("a provider's own button", () => {
  function buttonProvider() {
    const state = { fail: false, mounts: 0, give: (_account: SocialAccount): void => {} };
    const provider: ButtonProvider = {
      kind: 'button',
      sandbox: false,
      mount: (host, _look, onAccount) => {
        state.mounts += 1;
        if (state.fail) return Promise.reject(new SocialProblem('script-failed'));
        const button = document.createElement('button');
        button.textContent = 'Theirs';
        host.append(button);
        state.give = onAccount;
        return Promise.resolve(() => host.replaceChildren());
      },
    };
    return { state, provider };
  }

  it('replaces our button and signs in', async () => {
    const { state, provider } = buttonProvider();
    const app = openForm({ google: provider });
    await app.settle();
    expect(screen.queryByRole('button', { name: 'Continue with Google' })).toBeNull();
    expect(screen.getAllByText('Theirs')).toHaveLength(1);
    await act(async () => state.give(ACCOUNT));
    await (await app.call('/api/web/login')).respond(200, { access: 'tokenA', user: USER, message: '' });
    expect(signedIn).toEqual([USER.id]);
  });

  it('is not loaded before the captcha is solved; our button explains this', async () => {
    const { state, provider } = buttonProvider();
    const app = openForm({ google: provider }, { captcha: { provider: 'altcha' } });
    await app.settle();
    expect(state.mounts).toBe(0);
    await userEvent.setup().click(google());
    expect(screen.getByRole('alert').textContent).toBe('Please verify reCAPTCHA.');
    expect(app.calls).toHaveLength(0);
  });

  it('shows an error when it fails to load, and our button retries', async () => {
    const { state, provider } = buttonProvider();
    state.fail = true;
    const app = openForm({ google: provider });
    await app.settle();
    expect(screen.getByRole('alert').textContent).toContain('Google could not be reached.');
    state.fail = false;
    await userEvent.setup().click(google());
    await app.settle();
    expect(screen.getByText('Theirs')).toBeDefined();
  });
});

describe('a social sign-in that requires more details', () => {
  const requests = (field: string, message: string) => ({ message, errors: { [field]: [message] } });

  it('asks for an address and the emailed code in place of the form [social.missing-values]', async () => {
    const app = openForm({ facebook: provider });
    const user = userEvent.setup();
    await user.click(facebook());
    const silent = 'Facebook shares no e-mail address of yours. Please enter yours.';
    await (await app.call('/api/web/login')).respond(422, requests('address', silent));
    expect(screen.queryByRole('button', { name: 'Sign in' })).toBeNull();
    expect(screen.getByText(silent)).toBeDefined();
    const field = screen.getByLabelText('E-mail');
    expect(document.activeElement).toBe(field);

    await user.type(field, 'nonsense{Enter}');
    await (await app.call('/api/web/login')).respond(
      422,
      requests('address', 'Please enter a valid e-mail address.'),
    );
    expect(screen.getByText('Please enter a valid e-mail address.')).toBeDefined();
    expect(field.getAttribute('aria-invalid')).toBe('true');
    await user.clear(field);
    await user.type(field, 'faith@example.test');
    await user.click(screen.getByRole('button', { name: 'Send code' }));
    await (await app.call('/api/web/login')).respond(422, requests('otp', 'Sent.'));
    expect(screen.getByText(/We sent a 6-digit code to faith@example.test/)).toBeDefined();

    await user.keyboard('000000');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await (await app.call('/api/web/login')).respond(422, requests('otp', 'This code is wrong.'));
    expect(screen.getByText('This code is wrong.')).toBeDefined();
    expect(document.activeElement?.getAttribute('aria-label') ?? '').toMatch(/1/);
    await user.keyboard('012345');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    const last = await app.call('/api/web/login');
    expect(last.body).toMatchObject({ credential: 'proof', address: 'faith@example.test', otp: '012345' });
    await last.respond(200, { access: 'tokenA', user: USER, message: '' });
    expect(signedIn).toEqual([USER.id]);
  });

  it('says that a new code was sent, and empties and focuses the boxes', async () => {
    const app = openForm({ facebook: provider });
    const user = userEvent.setup();
    await user.click(facebook());
    await (await app.call('/api/web/login')).respond(422, requests('address', 'Which address?'));
    await user.keyboard('faith@example.test{Enter}');
    await (await app.call('/api/web/login')).respond(422, requests('otp', 'Sent.'));
    const digits = () => screen.getAllByRole<HTMLInputElement>('textbox').map((box) => box.value);
    let said = screen.getByText(/We sent a 6-digit code/);
    for (const _ of [1, 2]) {
      await user.keyboard('000000');
      await user.click(screen.getByRole('button', { name: 'Send Again' }));
      await (await app.call('/api/web/login')).respond(422, requests('otp', 'Sent.'));
      expect(digits()).toEqual(['', '', '', '', '', '']);
      expect(document.activeElement).toBe(screen.getAllByRole('textbox')[0]);
      // A new element in the status region is announced, also with the same text.
      expect(said.isConnected).toBe(false);
      said = screen.getByText('We sent a new 6-digit code to faith@example.test. It expires in 10 minutes.');
      expect(said.closest('[role="status"]')).not.toBeNull();
    }
    await user.keyboard('123');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect((await app.call('/api/web/login')).body).toMatchObject({ otp: '123' });
  });

  it("asks for the account's password and allows another way to sign in", async () => {
    const app = openForm({ facebook: provider });
    const user = userEvent.setup();
    await user.click(facebook());
    await (await app.call('/api/web/login')).respond(
      422,
      requests('password', 'There is an account already.'),
    );
    const password = screen.getByLabelText('Password');
    expect(password.getAttribute('autocomplete')).toBe('current-password');
    await user.type(password, 'guess{Enter}');
    await (await app.call('/api/web/login')).respond(422, requests('password', 'This password is wrong.'));
    expect(screen.getByText('This password is wrong.')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Sign in another way' }));
    expect(screen.getByRole('button', { name: 'Sign in' })).toBeDefined();
    expect(app.count('/api/web/login')).toBe(2);
  });
});
