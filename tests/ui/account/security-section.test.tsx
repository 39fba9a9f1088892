import { ChangePasswordDialog, DeleteAccountDialog, SecuritySection, SignInForm } from '@openbell/ui/account';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { fillField } from '../../support/fill-field.ts';
import { enter, openApp, USER } from './account-support.tsx';

const OFF = { authenticator: null, recovery_codes: 0, proofs: ['password'] };
const ON = { authenticator: '2026-11-20T10:00:00Z', recovery_codes: 8, proofs: ['code'] };
const APP = { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Openbell:a?secret=JBSWY3DPEHPK3PXP' };
const CODES = ['abcde-fghjk', 'mnpqr-stuvw'];
const PROOF_NEEDED = { message: 'Please confirm that it is you.', errors: { proof: ['Confirm.'] } };

async function openSection(factors: object, status = 200) {
  const app = openApp(<SecuritySection />);
  await (await app.call('/api/web/factors')).respond(status, factors);
  return { app, user: userEvent.setup() };
}
/** Returns the request with this number to a path. */
async function callNumber(app: ReturnType<typeof openApp>, path: string, number: number) {
  await waitFor(() => expect(app.count(path)).toBe(number));
  return app.call(path);
}
const press = (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(screen.getByRole('button', { name }));

describe('the section Sign-in and security', () => {
  it('adds an app by QR code, key and first code, and shows the recovery codes once [factors.section] [factors.qr] [factors.recovery-codes]', async () => {
    const { app, user } = await openSection(OFF);
    expect(screen.getByRole('heading', { name: 'Sign-in and security' })).toBeTruthy();
    await press(user, 'Add app');
    await (await app.call('/api/web/new-authenticator')).respond(200, APP);
    const dialog = screen.getByRole('dialog', { name: 'Add an authenticator app' });
    const qr = within(dialog).getByRole('img', { name: 'QR code for your authenticator app' });
    await waitFor(() => expect(qr.querySelector('path')?.getAttribute('d')).toMatch(/^M2 2h1v1h-1z/));
    expect(dialog.textContent).toContain('JBSW Y3DP EHPK 3PXP');
    const field = within(dialog).getByLabelText('6-digit code from the app');
    await user.type(field, '000000');
    await user.click(within(dialog).getByRole('button', { name: 'Add app' }));
    const wrong = await app.call('/api/web/confirm-authenticator');
    await wrong.respond(422, { message: 'Wrong.', errors: { code: ['This code is wrong.'] } });
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(dialog.textContent).toContain('This code is wrong.');
    await user.clear(field);
    await user.type(field, '123456');
    await user.click(within(dialog).getByRole('button', { name: 'Add app' }));
    const right = await callNumber(app, '/api/web/confirm-authenticator', 2);
    expect(right.body).toEqual({ code: '123456' });
    await right.respond(200, { message: '', recovery_codes: CODES });
    await (await app.call('/api/web/factors')).respond(200, ON);
    const codes = screen.getByRole('dialog', { name: 'Save your recovery codes' });
    expect(
      within(codes)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(CODES);
    await user.click(within(codes).getByRole('button', { name: 'I’ve saved them' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.body.textContent).not.toContain(CODES[0]);
    expect(screen.getByRole('status').textContent).toBe('The authenticator app is on.');
    expect(screen.getByText(/Unused recovery codes: 8/)).toBeTruthy();
  });

  it('asks for a proof when the server needs one, then goes on [factors.ask-proof]', async () => {
    const { app, user } = await openSection(ON);
    await press(user, 'Remove app');
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove app' }));
    await (await app.call('/api/web/remove-authenticator')).respond(422, PROOF_NEEDED);
    const dialog = screen.getByRole('dialog', { name: 'Confirm that it’s you' });
    await user.type(within(dialog).getByLabelText('Code from your authenticator app'), '123456');
    await user.click(within(dialog).getByRole('button', { name: 'Continue' }));
    const proof = await app.call('/api/web/prove');
    expect(proof.body).toEqual({ code: '123456' });
    await proof.respond(200, { message: '' });
    await (await callNumber(app, '/api/web/remove-authenticator', 2)).respond(200, { message: '' });
    await (await app.call('/api/web/factors')).respond(200, OFF);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('status').textContent).toBe('The authenticator app is removed.');
  });

  it('keeps its dialogs open while a removal runs [factors.ask-proof]', async () => {
    const { app, user } = await openSection(ON);
    await press(user, 'Remove app');
    const question = screen.getByRole('alertdialog');
    await user.click(within(question).getByRole('button', { name: 'Remove app' }));
    expect(within(question).getByRole('button', { name: 'Cancel' })).toHaveProperty('disabled', true);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('alertdialog')).toBe(question);
    await (await app.call('/api/web/remove-authenticator')).respond(422, PROOF_NEEDED);
    const dialog = screen.getByRole('dialog', { name: 'Confirm that it’s you' });
    const close = () => within(dialog).queryByRole('button', { name: 'Close' });
    expect(close()).not.toBeNull();
    await user.type(within(dialog).getByLabelText('Code from your authenticator app'), '123456');
    await user.click(within(dialog).getByRole('button', { name: 'Continue' }));
    expect(close()).toBeNull();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBe(dialog);
    await (await app.call('/api/web/prove')).respond(200, { message: '' });
    const second = await callNumber(app, '/api/web/remove-authenticator', 2);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBe(dialog);
    await second.respond(200, { message: '' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('accepts codes with a space, as apps display them [factors.ask-proof] [factors.section]', async () => {
    const { app, user } = await openSection(OFF);
    await press(user, 'Add app');
    await (await app.call('/api/web/new-authenticator')).respond(200, APP);
    const dialog = screen.getByRole('dialog', { name: 'Add an authenticator app' });
    await user.type(within(dialog).getByLabelText('6-digit code from the app'), '123 456');
    await user.click(within(dialog).getByRole('button', { name: 'Add app' }));
    expect((await app.call('/api/web/confirm-authenticator')).body).toEqual({ code: '123456' });
    cleanup();
    const proof = await openSection(ON);
    await press(proof.user, 'Remove app');
    const question = within(screen.getByRole('alertdialog'));
    await proof.user.click(question.getByRole('button', { name: 'Remove app' }));
    await (await proof.app.call('/api/web/remove-authenticator')).respond(422, PROOF_NEEDED);
    await proof.user.type(screen.getByLabelText('Code from your authenticator app'), '123 456');
    await press(proof.user, 'Continue');
    expect((await proof.app.call('/api/web/prove')).body).toEqual({ code: '123456' });
  });

  it('asks for the password without an app', async () => {
    const { app, user } = await openSection(OFF);
    await press(user, 'Add app');
    await (await app.call('/api/web/new-authenticator')).respond(422, PROOF_NEEDED);
    const dialog = screen.getByRole('dialog', { name: 'Confirm that it’s you' });
    await user.type(within(dialog).getByLabelText('Password'), 'x');
    await user.click(within(dialog).getByRole('button', { name: 'Confirm' }));
    const proof = await app.call('/api/web/prove');
    await proof.respond(422, { message: '', errors: { password: ['The password is wrong.'] } });
    expect(dialog.textContent).toContain('The password is wrong.');
  });

  it('shows nothing on a backend without the calls, and Retry after a failure [factors.optional]', async () => {
    await openSection({}, 404);
    expect(screen.queryByText('Sign-in and security')).toBeNull();
    cleanup();
    const { app, user } = await openSection({}, 500);
    await press(user, 'Retry');
    await (await app.call('/api/web/factors')).respond(200, OFF);
    expect(screen.getByRole('button', { name: 'Add app' })).toBeTruthy();
  });
});

describe('dialogs that need a proof', () => {
  const proveByCode = async (user: ReturnType<typeof userEvent.setup>, app: ReturnType<typeof openApp>) => {
    await (await app.call('/api/web/factors')).respond(200, ON);
    await user.type(screen.getByLabelText('Code from your authenticator app'), '123456');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await (await app.call('/api/web/prove')).respond(200, { message: '' });
  };

  it('changing the password asks for the code, then sends the same passwords again [factors.ask-proof]', async () => {
    const onChanged = vi.fn();
    const app = openApp(
      <ChangePasswordDialog open onClose={() => {}} onChanged={onChanged} email="ada@openbell.test" />,
    );
    await enter(app);
    const user = userEvent.setup();
    await user.type(screen.getByLabelText('Current password'), 'Opening-bell-9');
    await user.type(screen.getByLabelText('New password'), 'a long password');
    await user.type(screen.getByLabelText('Repeat new password'), 'a long password');
    await user.click(screen.getByRole('button', { name: 'Change password' }));
    const first = await app.call('/api/web/change-password');
    await first.respond(422, PROOF_NEEDED);
    await proveByCode(user, app);
    const second = await callNumber(app, '/api/web/change-password', 2);
    expect(second.body).toEqual(first.body);
    await second.respond(200, { message: '' });
    expect(onChanged).toHaveBeenCalledTimes(1);
  });

  it('offers Retry and Cancel when the factors cannot be loaded [factors.ask-proof]', async () => {
    const onClose = vi.fn();
    const app = openApp(<DeleteAccountDialog open onClose={onClose} onDeleted={() => {}} hasPlan={false} />);
    await enter(app);
    const user = userEvent.setup();
    await fillField(user, screen.getByLabelText(/password/i, { selector: 'input' }), 'Opening-bell-9');
    await press(user, 'Delete permanently');
    await (await app.call('/api/web/delete-account')).respond(422, PROOF_NEEDED);
    await (await app.call('/api/web/factors')).respond(500, {});
    expect(screen.getByRole('alert').textContent).toBe('Your sign-in settings could not be loaded.');
    const loads = app.count('/api/web/factors');
    await press(user, 'Retry');
    // Its proofs are unknown to this version.
    const unknown = await callNumber(app, '/api/web/factors', loads + 1);
    await unknown.respond(200, { ...ON, proofs: [] });
    expect(screen.getByRole('alert').textContent).toBe('Your sign-in settings could not be loaded.');
    await press(user, 'Retry');
    await (await callNumber(app, '/api/web/factors', loads + 2)).respond(404, {});
    expect(onClose).not.toHaveBeenCalled();
    await press(user, 'Cancel');
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('deleting the account asks for the code, then sends the same proof again [factors.ask-proof]', async () => {
    const onDeleted = vi.fn();
    const app = openApp(
      <DeleteAccountDialog open onClose={() => {}} onDeleted={onDeleted} hasPlan={false} />,
    );
    await enter(app);
    const user = userEvent.setup();
    await fillField(user, screen.getByLabelText(/password/i, { selector: 'input' }), 'Opening-bell-9');
    await user.click(screen.getByRole('button', { name: /delete/i }));
    await (await app.call('/api/web/delete-account')).respond(422, PROOF_NEEDED);
    await proveByCode(user, app);
    const second = await callNumber(app, '/api/web/delete-account', 2);
    expect(second.body).toEqual({ password: 'Opening-bell-9' });
    await second.respond(200, { message: '' });
    expect(onDeleted).toHaveBeenCalledTimes(1);
  });
});

describe('the second step of the sign-in form', () => {
  it('asks for the code in place of the form, shows a wrong one, and goes back [factors.step]', async () => {
    const onSignedIn = vi.fn();
    const app = openApp(<SignInForm onSignedIn={onSignedIn} />);
    const user = userEvent.setup();
    await fillField(user, screen.getByLabelText('E-mail'), 'ada@openbell.test');
    await fillField(user, screen.getByLabelText('Password'), 'Opening-bell-9');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    const first = await app.call('/api/web/login');
    await first.respond(422, { message: 'Enter the code.', errors: { code: ['Enter the code.'] } });
    const field = await screen.findByLabelText('Code from your authenticator app');
    expect(document.activeElement).toBe(field);
    expect(screen.queryByLabelText('Password')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(screen.getByText('Please enter the code.')).toBeTruthy();
    await user.type(field, '000000');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    const wrong = await callNumber(app, '/api/web/login', 2);
    expect(wrong.body).toEqual({ ...(first.body as object), code: '000000' });
    await wrong.respond(422, { message: 'Wrong.', errors: { code: ['Wrong.'] } });
    expect(screen.getByText('Wrong.')).toBeTruthy();
    expect(document.activeElement).toBe(field);
    await user.click(screen.getByRole('button', { name: 'Use a recovery code' }));
    expect(screen.queryByText('Wrong.')).toBeNull();
    await user.type(screen.getByLabelText('Recovery code'), 'abcde-fghjk');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    const right = await callNumber(app, '/api/web/login', 3);
    expect(right.body).toMatchObject({ code: 'abcde-fghjk' });
    await right.respond(200, { access: 'token', user: USER, message: '' });
    expect(onSignedIn).toHaveBeenCalledTimes(1);
    cleanup();
  });

  it('returns to the form, which keeps what was typed [factors.step]', async () => {
    const app = openApp(<SignInForm />);
    const user = userEvent.setup();
    await fillField(user, screen.getByLabelText('E-mail'), 'ada@openbell.test');
    await fillField(user, screen.getByLabelText('Password'), 'Opening-bell-9');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await (await app.call('/api/web/login')).respond(422, { message: 'x', errors: { code: ['x'] } });
    await user.click(await screen.findByRole('button', { name: 'Sign in another way' }));
    expect(screen.getByLabelText('E-mail')).toHaveProperty('value', 'ada@openbell.test');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
