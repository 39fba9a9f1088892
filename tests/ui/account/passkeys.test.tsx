// Passkeys on the sign-in page and in the profile, with a browser in memory.
import { createPasskeySignIn, createPasskeys } from '@openbell/core/passkeys';
import { useOpenbell } from '@openbell/react-hooks';
import { createFakePasskeys, type FakePasskeys, type FakePasskeysOptions } from '@openbell/testing';
import { PasskeyList, PasskeySignIn, SignInForm } from '@openbell/ui/account';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { openApp, USER } from './account-support.tsx';

const REQUEST = { challenge: 'c1', rpId: 'localhost', allowCredentials: [] };
const CREATION = {
  challenge: 'c2',
  rp: { id: 'localhost', name: 'Openbell' },
  user: { id: 'u', name: 'ada@openbell.test', displayName: 'Ada' },
  pubKeyCredParams: [{ type: 'public-key' as const, alg: -7 }],
  excludeCredentials: [],
};
const PASSKEY = { id: 4, name: 'Apple Passwords', created_at: '2026-11-20T10:00:00Z', last_used_at: null };
const PROOF_NEEDED = { message: 'Please confirm that it is you.', errors: { proof: ['Confirm.'] } };

interface WithDevice {
  readonly device: FakePasskeys;
}

function ButtonOf({ device, onSignedIn }: WithDevice & { readonly onSignedIn: (email: string) => void }) {
  const { api, session } = useOpenbell();
  const [instance] = useState(() => createPasskeySignIn({ api, session, browser: device.browser }));
  return <PasskeySignIn remember onSignedIn={({ email }) => onSignedIn(email)} instance={instance} />;
}

/** Opens the button, on a device that has a passkey. */
async function openButton(status = 200, options: FakePasskeysOptions = {}) {
  const device = createFakePasskeys(options);
  await device.browser.create(CREATION);
  const signedIn: string[] = [];
  const app = openApp(<ButtonOf device={device} onSignedIn={(email) => signedIn.push(email)} />);
  if (options.supported !== false)
    await (await app.call('/api/web/passkey-sign-in')).respond(status, REQUEST);
  return { app, device, signedIn, user: userEvent.setup() };
}
const button = () => screen.queryByRole('button', { name: 'Sign in with a passkey' });
const answerLogin = async (app: ReturnType<typeof openApp>) =>
  (await app.call('/api/web/login')).respond(200, { access: 'tokenA', user: USER, message: '' });

describe('the button Sign in with a passkey', () => {
  it('signs in with the passkey of the prompt [passkeys.button]', async () => {
    const { app, signedIn, user } = await openButton();
    await user.click(screen.getByRole('button', { name: 'Sign in with a passkey' }));
    const login = await app.call('/api/web/login');
    expect(login.body).toMatchObject({ type: 'passkey', passkey: { id: 'fake-passkey-1' }, remember: true });
    await answerLogin(app);
    await waitFor(() => expect(signedIn).toEqual([USER.email]));
  });

  it('signs in when the member chooses a passkey from the suggestions [passkeys.autofill]', async () => {
    const { app, device, signedIn } = await openButton();
    await waitFor(() => expect(device.choose()).toBe(true));
    await answerLogin(app);
    await waitFor(() => expect(signedIn).toEqual([USER.email]));
  });

  it('says that no passkey was used, or what the server says [passkeys.button]', async () => {
    const { app, device, user } = await openButton();
    device.refuse('cancelled');
    await user.click(screen.getByRole('button', { name: 'Sign in with a passkey' }));
    await screen.findByText('No passkey was used. Try again, or sign in another way.');
    await (await app.call('/api/web/passkey-sign-in')).respond(200, REQUEST);
    await user.click(screen.getByRole('button', { name: 'Sign in with a passkey' }));
    const refused = { message: 'This passkey is not known here.', errors: { passkey: ['Not known.'] } };
    await (await app.call('/api/web/login')).respond(422, refused);
    await screen.findByText('This passkey is not known here.');
  });

  it('is not shown on a backend or in a browser without passkeys [passkeys.optional]', async () => {
    const { app } = await openButton(404);
    await app.settle();
    expect(button()).toBeNull();
    cleanup();
    const without = await openButton(200, { supported: false });
    await without.app.settle();
    expect(button()).toBeNull();
    expect(without.app.count('/api/web/passkey-sign-in')).toBe(0);
  });

  it('is a part of the sign-in form, whose e-mail field offers passkeys [passkeys.autofill]', async () => {
    const app = openApp(<SignInForm />);
    await app.settle();
    expect(screen.getByLabelText('E-mail').getAttribute('autocomplete')).toBe('username webauthn');
  });
});

function ListOf({ device }: WithDevice) {
  const { api, session } = useOpenbell();
  const [instance] = useState(() => createPasskeys({ api, session, browser: device.browser }));
  return <PasskeyList instance={instance} />;
}

async function openList(status: number, response: unknown, options: FakePasskeysOptions = {}) {
  const device = createFakePasskeys(options);
  const app = openApp(<ListOf device={device} />);
  if (options.supported !== false) await (await app.call('/api/web/passkeys')).respond(status, response);
  return { app, device, user: userEvent.setup() };
}

describe('the passkeys of the profile', () => {
  it('adds a passkey and lists it with its name and its last use [passkeys.section]', async () => {
    const { app, user } = await openList(200, []);
    expect(screen.queryByRole('listitem')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Add a passkey' }));
    await (await app.call('/api/web/new-passkey')).respond(200, CREATION);
    const sent = await app.call('/api/web/add-passkey');
    expect(sent.body).toMatchObject({ id: 'fake-passkey-1', type: 'public-key' });
    await sent.respond(200, { message: '' });
    await (await app.call('/api/web/passkeys')).respond(200, [PASSKEY]);
    expect((await screen.findByRole('status')).textContent).toBe('The passkey is added.');
    const row = await screen.findByRole('listitem');
    expect(row.textContent).toContain('Apple Passwords');
    expect(row.textContent).toContain('Not used yet');
  });

  it('says why no passkey was added [passkeys.section]', async () => {
    const { app, device, user } = await openList(200, []);
    const press = async () => {
      await user.click(screen.getByRole('button', { name: 'Add a passkey' }));
    };
    device.refuse('cancelled');
    await press();
    await (await app.call('/api/web/new-passkey')).respond(200, CREATION);
    await screen.findByText('No passkey was added.');
    device.refuse('exists');
    await press();
    await waitFor(() => expect(app.count('/api/web/new-passkey')).toBe(2));
    await (await app.call('/api/web/new-passkey')).respond(200, CREATION);
    await screen.findByText('This device already has a passkey for your account.');
    await press();
    await waitFor(() => expect(app.count('/api/web/new-passkey')).toBe(3));
    await (await app.call('/api/web/new-passkey')).respond(409, { message: 'Your account has 10 passkeys.' });
    await screen.findByText('Your account has 10 passkeys.');
  });

  it('removes a passkey after a question and a proof [passkeys.ask-proof]', async () => {
    const { app, user } = await openList(200, [PASSKEY]);
    await user.click(screen.getByRole('button', { name: /^Remove Apple Passwords, added/ }));
    const question = screen.getByRole('alertdialog', { name: 'Remove this passkey?' });
    await user.click(within(question).getByRole('button', { name: 'Remove passkey' }));
    await (await app.call('/api/web/remove-passkey/4')).respond(422, PROOF_NEEDED);
    const proof = await screen.findByRole('dialog', { name: 'Confirm that it’s you' });
    const factors = { authenticator: null, recovery_codes: 0, proofs: ['passkey', 'password'] };
    await (await app.call('/api/web/factors')).respond(200, factors);
    // The test's browser has no passkeys, so that the password is asked for.
    await user.type(await within(proof).findByLabelText('Password'), 'Opening-bell-9');
    await user.click(within(proof).getByRole('button', { name: 'Confirm' }));
    await (await app.call('/api/web/prove')).respond(200, { message: '' });
    await waitFor(() => expect(app.count('/api/web/remove-passkey/4')).toBe(2));
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBe(proof);
    expect(within(proof).getByRole('button', { name: 'Cancel' })).toHaveProperty('disabled', true);
    await (await app.call('/api/web/remove-passkey/4')).respond(200, { message: '' });
    await (await app.call('/api/web/passkeys')).respond(200, []);
    expect((await screen.findByRole('status')).textContent).toBe('The passkey is removed.');
    await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull());
  });

  it('shows nothing when passkeys are unsupported, and Retry after a failure [passkeys.optional]', async () => {
    await openList(404, {});
    expect(screen.queryByText('Passkeys')).toBeNull();
    cleanup();
    const { app } = await openList(200, [], { supported: false });
    await app.settle();
    expect(screen.queryByText('Passkeys')).toBeNull();
    expect(app.count('/api/web/passkeys')).toBe(0);
    cleanup();
    const failed = await openList(500, { message: '' });
    await failed.user.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(failed.app.count('/api/web/passkeys')).toBeGreaterThan(1));
    await (await failed.app.call('/api/web/passkeys')).respond(200, [PASSKEY]);
    await screen.findByRole('listitem');
  });
});
