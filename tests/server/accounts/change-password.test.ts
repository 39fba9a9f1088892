// POST /web/change-password.
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { rateLimits, users } from '../../../examples/server/src/db/schema/accounts.ts';
import { signInBody } from '../../support/account-bodies.ts';
import { sharedServer } from '../../support/test-server.ts';
import { recoveryOf } from './otp-support.ts';

const present = 'Opening-bell-9';
const email = 'member@openbell.test';
let hash: string | null;

const server = sharedServer({ config: { rateLimits: true } });
beforeAll(async () => {
  hash = await storedHash();
});
beforeEach(async () => {
  await server.context.db.delete(rateLimits);
  await server.context.db.update(users).set({ passwordHash: hash });
});

async function storedHash(): Promise<string | null> {
  const rows = await server.context.db.select().from(users);
  return rows.find((user) => user.email === email)?.passwordHash ?? null;
}
const change = (token: string, changes: Readonly<Record<string, unknown>> = {}) =>
  server.call('POST', '/api/web/change-password', {
    token,
    body: {
      current_password: present,
      password: 'a long password',
      confirm_password: 'a long password',
      ...changes,
    },
  });
const signIn = async (password: string) =>
  (await server.call('POST', '/api/web/login', { body: signInBody(email, password) })).status;
const profile = async (token: string) => (await server.call('GET', '/api/web/profile', { token })).status;

test('replaces the password, signs out all other sessions and sends a mail [password.change]', async () => {
  const [here, there] = [await server.signIn(email), await server.signIn(email)];
  const response = await change(here);
  expect(response.status, response.text).toBe(200);
  expect(Object.keys(response.body)).toEqual(['message']);
  expect([await profile(here), await profile(there)]).toEqual([200, 401]);
  expect([await signIn(present), await signIn('a long password')]).toEqual([422, 200]);
  const [mail, ...others] = await recoveryOf(server).mailsTo(email);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('Your Openbell password was changed');
  expect(mail?.text).toContain('Every other device has been signed out');
});

test('invalidates reset codes and reset tokens issued before the change', async () => {
  const recovery = recoveryOf(server);
  const token = await server.signIn(email);
  const code = await recovery.newCode(email);
  const resetToken = String((await recovery.verify(email, code)).body.reset_token);
  expect((await change(token)).status).toBe(200);
  expect((await recovery.resetWithToken(email, resetToken)).status).toBe(422);
  expect((await recovery.reset(email, code)).status).toBe(422);
  expect([await signIn('a long password'), await profile(token)]).toEqual([200, 200]);
});

test('changes nothing when the current password is wrong or the new one is rejected [password.change]', async () => {
  const token = await server.signIn(email);
  const cases: readonly [string, Readonly<Record<string, unknown>>][] = [
    ['current_password', { current_password: 'not the password' }],
    ['current_password', { current_password: '' }],
    ['password', { password: 'short', confirm_password: 'short' }],
    ['password', { password: 'password1', confirm_password: 'password1' }],
    ['password', { password: '123123123', confirm_password: '123123123' }],
    // The account's own first name and phone number.
    ['password', { password: 'morgan morgan', confirm_password: 'morgan morgan' }],
    ['password', { password: 'Morgan3035550103', confirm_password: 'Morgan3035550103' }],
    ['confirm_password', { confirm_password: 'another password' }],
  ];
  for (const [field, changes] of cases) {
    const response = await change(token, changes);
    expect([response.status, Object.keys(response.body.errors ?? {})]).toEqual([422, [field]]);
  }
  expect(await storedHash()).toBe(hash);
  expect(await signIn(present)).toBe(200);
});

test('returns 429 after five wrong attempts in 15 minutes, also when they arrive at once', async () => {
  const token = await server.signIn(email);
  const responses = await Promise.all(
    Array.from({ length: 7 }, (_, guess) => change(token, { current_password: `guess ${guess}` })),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([422, 422, 422, 422, 422, 429, 429]);
  expect((await change(token)).status).toBe(429);
});

test('accepts one of two changes at once', async () => {
  const token = await server.signIn(email);
  const other = { password: 'a different password', confirm_password: 'a different password' };
  const responses = await Promise.all([change(token), change(token, other)]);
  const [first, second] = responses.map(({ status }) => status);
  expect([first, second].filter((status) => status === 200)).toHaveLength(1);
  expect(await signIn(first === 200 ? 'a long password' : other.password)).toBe(200);
});

test('explains how to set a password when the user has none', async () => {
  const token = await server.signIn(email);
  await server.context.db.update(users).set({ passwordHash: null });
  const response = await change(token);
  expect(response.status).toBe(422);
  expect(String(response.body.errors?.current_password?.[0])).toMatch(/^Your account has no password yet/);
});
