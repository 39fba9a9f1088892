// Sign-in with Google and Facebook: which account a verified identity opens, creates or is connected to.
import { describe, expect, test, vi } from 'vitest';
import { sessions } from '../../../examples/server/src/db/schema/accounts.ts';
import { registration, signInBody } from '../../support/account-bodies.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';
import { startTestServer } from '../../support/test-server.ts';
import { codeOf } from '../factors/support.ts';
import {
  APP,
  CLIENT_ID,
  type FacebookUser,
  json,
  NONCE,
  startFacebook,
  startGoogle,
} from './fake-identity-providers.ts';
import { recoveryOf } from './otp-support.ts';

const people = new Map<string, FacebookUser>();
const google = sharedByTests(startGoogle);
const facebook = sharedByTests(() => startFacebook(people));
const server = sharedByTests(() =>
  startTestServer({
    config: {
      google: { clientId: CLIENT_ID, keysUrl: `${google.url}/certs` },
      facebook: { ...APP, graphUrl: `${facebook.url}/v1` },
    },
  }),
);

/** Signs in like a page. The posted identity is the victim's by default. */
function login(type: 'google' | 'facebook', credential?: unknown, more: Record<string, unknown> = {}) {
  const posted = { id: '1', email: 'mentor@openbell.test', name: 'Maya', photo: '' };
  return server.call('POST', '/api/web/login', {
    body: { ...posted, type, nonce: NONCE, ...(credential === undefined ? {} : { credential }), ...more },
  });
}
const token = (claims?: Record<string, unknown>) => google.token(server.clock.now(), claims);
const register = (email: string) =>
  server.call('POST', '/api/web/register', { body: registration({ first_name: 'Somebody', email }) });
const manual = (username: string, password = 'a long password') =>
  server.call('POST', '/api/web/login', { body: signInBody(username, password) });
const statusOf = async (access: string) =>
  (await server.call('GET', '/api/web/profile', { token: access })).status;
/** The fields that the response requests. */
const missingFields = (response: Awaited<ReturnType<typeof login>>) =>
  Object.keys(response.body.errors ?? {});
/** The newest code that was mailed to the address. */
async function codeTo(address: string): Promise<string> {
  const mails = await server.call('GET', `/dev/mail.json?to=${address}`);
  return /\b\d{6}\b/.exec(mails.text)?.[0] ?? '';
}
/** Lets a Facebook account without an address name one, and returns the code that is mailed to it. */
async function askCode(credential: string, address: string): Promise<string> {
  await login('facebook', credential);
  await login('facebook', credential, { address });
  return codeTo(address);
}
/** Requests a code for a password reset and resets the password. */
async function reset(email: string, password: string): Promise<void> {
  const recovery = recoveryOf(server);
  const otp = await recovery.verifiedCode(email);
  expect((await recovery.reset(email, otp, password)).status).toBe(200);
}
/** Adds an authenticator app to the account; returns its code now, or some steps later. */
async function addApp(token: string): Promise<(steps: number) => string> {
  const begun = await server.call('POST', '/api/web/new-authenticator', { token });
  const code = (steps: number) => codeOf(String(begun.body.secret), server.clock.now() + steps * 30_000);
  const body = { code: code(-1) };
  expect((await server.call('POST', '/api/web/confirm-authenticator', { token, body })).status).toBe(200);
  return code;
}
function expectRefused(response: Awaited<ReturnType<typeof login>>) {
  expect(response.status).toBe(422);
  expect(response.body.message).toMatch(/could not be verified/);
  expect(response.body.access).toBeUndefined();
}

test('needs a code of the account’s authenticator app after the social sign-in [factors.social]', async () => {
  const claims = { sub: 'g-factor', email: 'factor@example.test' };
  const first = await login('google', await token(claims));
  const code = await addApp(String(first.body.access));
  const credential = await token(claims);
  const refused = await login('google', credential);
  expect([refused.status, missingFields(refused), refused.body.access]).toEqual([422, ['code'], undefined]);
  expect(missingFields(await login('google', credential, { code: '000000' }))).toEqual(['code']);
  // The code of one account helps with no other.
  expect((await login('google', 'forged', { code: code(0) })).status).toBe(422);
  expect((await login('google', credential, { code: code(0) })).status).toBe(200);
});

test('connects no social account before the code of the authenticator app is right [factors.social]', async () => {
  const email = 'two-steps@example.test';
  const claims = { sub: 'g-owner', email };
  const code = await addApp(String((await login('google', await token(claims))).body.access));
  // Somebody who reads the member's mail.
  people.set('fb-reader', { id: '1011', name: 'Reader' });
  const otp = await askCode('fb-reader', email);
  expect(missingFields(await login('facebook', 'fb-reader', { address: email, otp }))).toEqual(['code']);
  expect(
    missingFields(await login('facebook', 'fb-reader', { address: email, otp, code: '000000' })),
  ).toEqual(['code']);
  expect(missingFields(await login('facebook', 'fb-reader'))).toEqual(['address']);
  const done = await login('facebook', 'fb-reader', { address: email, otp, code: code(0) });
  expect([done.status, done.body.user?.email]).toEqual([200, email]);
});

describe('google: sign-in with an ID token issued for this site and this browser', () => {
  test('signs in once with a token, also when it is sent in parallel [social.credential-once]', async () => {
    const own = { sub: 'g-once', email: 'once@example.test' };
    const credential = await token(own);
    const responses = await Promise.all(Array.from({ length: 4 }, () => login('google', credential)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
    const access = String(responses.find(({ status }) => status === 200)?.body.access);
    await server.call('POST', '/api/web/logout', { token: access });
    expectRefused(await login('google', credential));
    // Nor does it confirm the deletion of the account.
    const next = String((await login('google', await token(own))).body.access);
    const body = { credential, nonce: NONCE };
    const deleted = await server.call('POST', '/api/web/delete-account', { token: next, body });
    expect([deleted.status, missingFields(deleted)]).toEqual([422, ['credential']]);
  });

  test('creates an account with the identity in the token and ignores posted fields [social.credential-alone]', async () => {
    const response = await login('google', await token());
    expect(response.status).toBe(200);
    expect(response.body.user).toMatchObject({
      email: 'gina@example.test',
      first_name: 'Gina Park',
      dp: 'https://lh3.googleusercontent.com/a/gina',
    });
    expect(String(response.body.access)).toMatch(/^[\w-]{43}$/);
    const profile = await server.call('GET', '/api/web/profile', { token: String(response.body.access) });
    expect(profile.body.user?.email).toBe('gina@example.test');
  });

  test('normalizes the address like a typed one, so that one mailbox has one account [social.one-address]', async () => {
    expect((await register('umlaut@münchen.example')).status).toBe(201);
    const claims = { sub: 'g-umlaut', email: 'Umlaut@MÜNCHEN.example' };
    const answer = await login('google', await token(claims));
    expect(answer.status).toBe(200);
    expect(answer.body.user?.email).toBe('umlaut@xn--mnchen-3ya.example');
    const fresh = await login('google', await token({ sub: 'g-fresh', email: 'Fresh@Пример.РФ' }));
    expect(fresh.body.user?.email).toBe('Fresh@xn--e1afmkfd.xn--p1ai');
    // A text that is not a single email address counts as missing, so the response requests one.
    const two = await login('google', await token({ sub: 'g-two', email: 'a@x.example, b@y.example' }));
    expect(missingFields(two)).toEqual(['address']);
  });

  test('rejects a sign-in without a credential [social.no-credential] [sign-in.social-verified]', async () => {
    expectRefused(await login('google'));
    expectRefused(await login('google', ''));
    expectRefused(await login('facebook'));
  });

  test('rejects a sign-in with a credential that the provider does not confirm', async () => {
    expectRefused(await login('google', await token({ aud: 'another.apps.googleusercontent.com' })));
    expectRefused(await login('facebook', 'fb-unknown'));
  });

  test('identifies the account by the subject, even when the address changes at Google [social.key-is-subject]', async () => {
    const first = await login('google', await token({ sub: 'g-1', email: 'before@example.test' }));
    const second = await login('google', await token({ sub: 'g-1', email: 'after@example.test' }));
    expect(second.body.user?.id).toBe(first.body.user?.id);
    expect(second.body.user?.email).toBe('before@example.test');
  });

  test('creates one account when first sign-ins arrive at once', async () => {
    const claims = { sub: 'g-many', email: 'many@example.test' };
    const credentials = await Promise.all(Array.from({ length: 6 }, () => token(claims)));
    const responses = await Promise.all(credentials.map((credential) => login('google', credential)));
    expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(new Set(responses.map(({ body }) => body.user?.id)).size).toBe(1);
  });
});

describe('google: an existing account', () => {
  test('is connected when its address is confirmed, and keeps its password and sessions [social.connect]', async () => {
    const session = await server.signIn('lapsed');
    const response = await login('google', await token({ sub: 'g-lapsed', email: 'Lapsed@openbell.test' }));
    expect(response.status).toBe(200);
    expect(response.body.user).toMatchObject({ email: 'lapsed@openbell.test', first_name: 'Lee' });
    expect(await statusOf(session)).toBe(200);
    await server.signIn('lapsed');
  });

  test('mails the member when a social account is connected, once [social.connect-mail]', async () => {
    const email = 'known@example.test';
    await register(email);
    people.set('fb-known', { id: '1031', name: 'Teller', email });
    await login('facebook', 'fb-known');
    for (const more of [{ password: 'a long password' }, {}])
      expect((await login('facebook', 'fb-known', more)).status).toBe(200);
    const mails = (await recoveryOf(server).mailsTo(email)).map(({ subject }) => subject);
    expect(mails).toEqual(['A Facebook account was connected to your Openbell account']);
  });

  test('disconnects social accounts when a password reset is confirmed [social.reset-confirms]', async () => {
    const email = 'intruder@example.test';
    await register(email);
    await reset(email, 'a long password');
    // Somebody who knew the password.
    people.set('fb-intruder', { id: '1032', name: 'Intruder', email });
    expect((await login('facebook', 'fb-intruder', { password: 'a long password' })).status).toBe(200);
    await reset(email, 'a longer password');
    expect(missingFields(await login('facebook', 'fb-intruder'))).toEqual(['password']);
  });

  test('loses its password and sessions when its address was never confirmed [social.pre-hijack]', async () => {
    const email = 'victim@example.test';
    expect((await register(email)).status).toBe(201);
    const attacker = String((await manual(email)).body.access);
    const response = await login('google', await token({ sub: 'g-victim', email }));
    expect(response.status).toBe(200);
    expect((await manual(email)).status).toBe(422);
    expect(await statusOf(attacker)).toBe(401);
    expect(await statusOf(String(response.body.access))).toBe(200);
    const mails = await server.call('GET', `/dev/mail.json?to=${email}`);
    expect(mails.text).toContain('You signed in with Google');
  });

  test('disconnects the Facebook account that created it when its address was never confirmed', async () => {
    const email = 'claimed@example.test';
    people.set('fb-claimer', { id: '501', name: 'Claimer', email });
    const claimer = await login('facebook', 'fb-claimer');
    expect(claimer.status).toBe(200);
    const owner = await login('google', await token({ sub: 'g-claimed', email }));
    expect(owner.body.user?.id).toBe(claimer.body.user?.id);
    expect((await login('facebook', 'fb-claimer')).status).toBe(422);
  });

  test('disconnects earlier social accounts when a password reset confirms the address [social.reset-confirms]', async () => {
    const email = 'reset@example.test';
    people.set('fb-squatter', { id: '502', name: 'Squatter', email });
    const squatter = await login('facebook', 'fb-squatter');
    expect(squatter.status).toBe(200);
    await reset(email, 'a new password');
    expect((await login('facebook', 'fb-squatter')).status).toBe(422);
    // The address is confirmed now, so a Google token with it links the account and keeps the password.
    expect((await login('google', await token({ sub: 'g-reset', email }))).status).toBe(200);
    expect((await manual(email, 'a new password')).status).toBe(200);
  });

  test('is deleted with a fresh credential of its own when it has no password [social.delete-account] [delete-account.proof]', async () => {
    const own = { sub: 'g-leaver', email: 'no-password@example.test' };
    const { access, user } = (await login('google', await token(own))).body;
    const remove = (body: object) =>
      server.call('POST', '/api/web/delete-account', { body, token: String(access) });
    for (const body of [
      { password: 'a long password' },
      { credential: 'forged', nonce: NONCE },
      { credential: await token({ sub: 'g-other', email: 'eve@example.test' }), nonce: NONCE },
      { credential: await token({ sub: 'g-other', email: own.email }), nonce: NONCE },
      { credential: await token(own), nonce: 'of another browser' },
      { credential: await token(own) },
    ]) {
      const response = await remove(body);
      expect(response.status).toBe(422);
      expect(Object.keys(response.body.errors ?? {})).toHaveLength(1);
    }
    expect((await remove({ credential: await token(own), nonce: NONCE })).status).toBe(200);
    expect(await statusOf(String(access))).toBe(401);
    // The social account now creates a new account without the old data.
    const again = (await login('google', await token(own))).body;
    expect(again.user?.id).toEqual(expect.any(Number));
    expect(again.user?.id).not.toBe(user?.id);
  });

  test('does not open an existing account by a Google account without its mailbox [social.unverified-address]', async () => {
    const email = 'former@example.test';
    await register(email);
    await reset(email, 'a long password');
    const claims = { sub: 'g-former', email, hd: undefined };
    expect(missingFields(await login('google', await token(claims)))).toEqual(['password']);
    const credential = await token(claims);
    expect(missingFields(await login('google', credential, { password: 'a guess' }))).toEqual(['password']);
    expect(missingFields(await login('google', credential, { address: email }))).toEqual(['otp']);
    const connected = await login('google', credential, { address: email, otp: await codeTo(email) });
    expect([connected.status, connected.body.user?.email]).toEqual([200, email]);
    expect((await login('google', await token(claims))).status).toBe(200);
  });

  test('stays closed to another Google account with the same address', async () => {
    await login('google', await token({ sub: 'g-old', email: 'desk@example.test' }));
    const next = await login('google', await token({ sub: 'g-new', email: 'desk@example.test' }));
    expect(next.status).toBe(422);
    expect(next.body.message).toMatch(/another Google account/);
  });
});

describe('facebook: sign-in with an access token that Facebook confirms for this app', () => {
  test('creates an account with the identity from Facebook [social.facebook]', async () => {
    people.set('fb-1', { id: '1001', name: 'Fiona Reyes', email: 'fiona@example.test' });
    const response = await login('facebook', 'fb-1');
    expect(response.status).toBe(200);
    expect(response.body.user).toMatchObject({
      email: 'fiona@example.test',
      first_name: 'Fiona Reyes',
      dp: 'https://platform-lookaside.fbsbx.com/p',
    });
    expect((await login('facebook', 'fb-1')).body.user?.id).toBe(response.body.user?.id);
  });

  test('treats the same id at both providers as two accounts [social.two-providers]', async () => {
    people.set('fb-same', { id: '4242', name: 'At Facebook', email: 'same-f@example.test' });
    const one = await login('facebook', 'fb-same');
    const two = await login('google', await token({ sub: '4242', email: 'same-g@example.test' }));
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(one.body.user?.id).not.toBe(two.body.user?.id);
  });

  test('does not open an existing account by an unverified Facebook address [social.unverified-address]', async () => {
    people.set('fb-attacker', { id: '666', name: 'Attacker', email: 'mentor@openbell.test' });
    const response = await login('facebook', 'fb-attacker');
    expect(response.status).toBe(422);
    expect(missingFields(response)).toEqual(['password']);
    const guesses = await Promise.all(
      ['', 'guess', 'Opening-bell-8'].map((password) => login('facebook', 'fb-attacker', { password })),
    );
    expect(guesses.map(({ status }) => status)).toEqual([422, 422, 422]);
    expect(guesses.map(missingFields)).toEqual([['password'], ['password'], ['password']]);
    const own = 'attacker@example.test';
    await login('facebook', 'fb-attacker', { address: own });
    // A code confirms only the address it was mailed to: it opens the attacker's own account.
    const stolen = { address: 'mentor@openbell.test', otp: await codeTo(own) };
    expect(missingFields(await login('facebook', 'fb-attacker', stolen))).toEqual(['otp']);
    const opened = await login('facebook', 'fb-attacker', { address: own, otp: await codeTo(own) });
    expect(opened.body.user?.email).toBe(own);
  });

  test('connects an account by its password once, after which Facebook suffices [social.password-once]', async () => {
    const email = 'connects@example.test';
    await register(email);
    people.set('fb-connects', { id: '1010', name: 'Connects', email });
    expect(missingFields(await login('facebook', 'fb-connects'))).toEqual(['password']);
    const connected = await login('facebook', 'fb-connects', { password: 'a long password' });
    expect(connected.status).toBe(200);
    expect(connected.body.user).toMatchObject({ email, first_name: 'Somebody' });
    expect((await login('facebook', 'fb-connects')).body.user?.id).toBe(connected.body.user?.id);
    expect((await manual(email)).status).toBe(200);
    // The password proved ownership of the account, not of the address. Only the owner of the mailbox can confirm it.
    expect((await login('google', await token({ sub: 'g-connects', email }))).status).toBe(200);
    expect((await login('facebook', 'fb-connects')).status).toBe(422);
  });

  test('requests an address when Facebook shares none, and confirms it with a mailed code [social.no-address]', async () => {
    const address = 'silent@example.test';
    people.set('fb-silent', { id: '1002', name: 'Silent' });
    const first = await login('facebook', 'fb-silent');
    expect(first.status).toBe(422);
    expect(first.body.message).toMatch(/^Facebook did not share your e-mail address/);
    expect(missingFields(first)).toEqual(['address']);
    expect(missingFields(await login('facebook', 'fb-silent', { address: 'nonsense' }))).toEqual(['address']);

    const sent = await login('facebook', 'fb-silent', { address });
    expect(sent.status).toBe(422);
    expect(missingFields(sent)).toEqual(['otp']);
    expect(sent.body.retry_after).toBe(60);
    const otp = await codeTo(address);
    const wrong = otp === '000000' ? '111111' : '000000';
    expect(missingFields(await login('facebook', 'fb-silent', { address, otp: wrong }))).toEqual(['otp']);
    const done = await login('facebook', 'fb-silent', { address, otp });
    expect(done.status).toBe(200);
    expect(done.body.user).toMatchObject({ email: address, first_name: 'Silent' });
    expect(missingFields(await login('facebook', 'fb-silent', { address, otp }))).toEqual([]);
    expect((await login('facebook', 'fb-silent')).body.user?.id).toBe(done.body.user?.id);
    // The address is confirmed, so a Google token with it opens the same account and removes nothing.
    const google = await login('google', await token({ sub: 'g-silent', email: address }));
    expect(google.body.user?.id).toBe(done.body.user?.id);
    expect((await login('facebook', 'fb-silent')).status).toBe(200);
  });

  test('invalidates a code after five wrong attempts [social.no-address]', async () => {
    const address = 'five@example.test';
    people.set('fb-five', { id: '1004', name: 'Five' });
    const otp = await askCode('fb-five', address);
    const wrong = otp === '000000' ? '111111' : '000000';
    await Promise.all(Array.from({ length: 5 }, () => login('facebook', 'fb-five', { address, otp: wrong })));
    expect(missingFields(await login('facebook', 'fb-five', { address, otp }))).toEqual(['otp']);
  });

  test('accepts a code only for the social account that requested it, and for ten minutes', async () => {
    const address = 'bound@example.test';
    people.set('fb-bound', { id: '1005', name: 'Bound' });
    people.set('fb-thief', { id: '1006', name: 'Thief' });
    const otp = await askCode('fb-bound', address);
    await login('facebook', 'fb-thief');
    expect(missingFields(await login('facebook', 'fb-thief', { address, otp }))).toEqual(['otp']);
    server.clock.advance(10 * 60_000 + 1);
    expect(missingFields(await login('facebook', 'fb-bound', { address, otp }))).toEqual(['otp']);
  });

  test('connects an existing account by code, and clears its password and sessions if unconfirmed', async () => {
    people.set('fb-late', { id: '1007', name: 'Late' });
    const email = 'hijacked@example.test';
    await register(email);
    const squatter = String((await manual(email)).body.access);
    const otp = await askCode('fb-late', email);
    const opened = await login('facebook', 'fb-late', { address: email, otp });
    expect(opened.status).toBe(200);
    expect((await manual(email)).status).toBe(422);
    expect(await statusOf(squatter)).toBe(401);
  });

  test('connects an account without a password by a code sent to its address', async () => {
    const email = 'only-google@example.test';
    const owner = await login('google', await token({ sub: 'g-only', email }));
    people.set('fb-only', { id: '1008', name: 'Only', email });
    expect(missingFields(await login('facebook', 'fb-only'))).toEqual(['address']);
    await login('facebook', 'fb-only', { address: email });
    const opened = await login('facebook', 'fb-only', { address: email, otp: await codeTo(email) });
    expect(opened.body.user?.id).toBe(owner.body.user?.id);
  });

  test('returns 503 and starts no session when Facebook fails [social.provider-down]', async () => {
    people.set('fb-down', { id: '1003', name: 'Down', email: 'down@example.test' });
    facebook.fail((_request, _url, response) => json(response, 500, { error: { code: 2 } }));
    const response = await login('facebook', 'fb-down');
    facebook.fail(null);
    expect(response.status).toBe(503);
    expect(response.body.access).toBeUndefined();
  });
});

test('starts no session when the account is deleted during a social sign-in', async () => {
  const claims = { sub: '7007', email: 'leaver@example.test' };
  const { db } = server.context;
  const first = await login('google', await token(claims));
  expect(first.status, first.text).toBe(200);
  const userId = Number(first.body.user?.id);
  const transaction = db.transaction.bind(db);
  let deletion = 0;
  // The first transaction finds the account, the second one creates the session.
  const spy = vi
    .spyOn(db, 'transaction')
    .mockImplementationOnce(transaction)
    .mockImplementationOnce(async (work, options) => {
      const body = { credential: await token(claims), nonce: NONCE };
      const credentials = { token: String(first.body.access), body };
      deletion = (await server.call('POST', '/api/web/delete-account', credentials)).status;
      return transaction(work, options);
    });
  const second = await login('google', await token(claims));
  spy.mockRestore();
  expect([deletion, second.status, second.body.access]).toEqual([200, 422, undefined]);
  const open = (await db.select().from(sessions)).filter((session) => session.userId === userId);
  expect(open).toEqual([]);
});
