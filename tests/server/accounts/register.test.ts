import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { demoPassword } from '../../../examples/sandbox/src/demo-data/accounts.ts';
import { TERMS_VERSION } from '../../../examples/server/src/accounts/agreement.ts';
import { ownRegisterSchema } from '../../../examples/server/src/accounts/own-schemas.ts';
import { register as makeAccount } from '../../../examples/server/src/accounts/register.ts';
import { users } from '../../../examples/server/src/db/schema/accounts.ts';
import { validate } from '../../../examples/server/src/http/validate.ts';
import { registration, signInBody } from '../../support/account-bodies.ts';
import { sharedServer } from '../../support/test-server.ts';

const server = sharedServer();

let count = 0;
function newUser(changes: Readonly<Record<string, unknown>> = {}) {
  count += 1;
  const own = { first_name: 'Ada Trader', phone: '(303) 555-0142', email: `ada${count}@example.com` };
  return { ...registration({ ...own, referralCode: '' }), ...changes };
}
const register = (body: unknown) => server.call('POST', '/api/web/register', { body });
async function find(email: string) {
  const rows = await server.context.db.select().from(users);
  return rows.find((row) => row.email.toLowerCase() === email.toLowerCase());
}

test('returns 201 for a new account, which can sign in [sign-up.created]', async () => {
  const body = newUser();
  const response = await register(body);
  expect(response.status).toBe(201);
  expect(typeof response.body.message).toBe('string');
  const sent = signInBody(body.email, body.password);
  const signedIn = await server.call('POST', '/api/web/login', { body: sent });
  expect(signedIn.status).toBe(200);
  expect(signedIn.body.user).toMatchObject({ expired_at: null, active_subscription: null, dp: null });
});

test('stores the phone as E.164 and the password as an argon2id hash [sign-up.phone]', async () => {
  const body = newUser();
  await register(body);
  const user = await find(body.email);
  expect(user?.phone).toBe('+13035550142');
  expect(user?.passwordHash).toMatch(/^\$argon2id\$v=19\$/);
  expect(user?.termsAgreedAt).toBeInstanceOf(Date);
});

test('stores time and version of the accepted terms, and the network address only as a keyed hash [sign-up.agreement]', async () => {
  const body = newUser();
  const before = server.clock.now();
  await register(body);
  const { termsAgreedAt, termsVersion, termsAgreedIpHmac } = (await find(body.email)) ?? {};
  expect(termsAgreedAt?.getTime()).toBeGreaterThanOrEqual(before);
  expect(termsVersion).toBe(TERMS_VERSION);
  const key = await server.context.installationKey('agreement');
  const digest = (address: string) => createHmac('sha256', key).update(address).digest('hex');
  expect([digest('127.0.0.1'), digest('::ffff:127.0.0.1'), digest('::1')]).toContain(termsAgreedIpHmac);
  // The legal pages state the same date.
  const page = await readFile('examples/web/src/pages/legal/terms-page.tsx', 'utf8');
  const day = new Date(TERMS_VERSION).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  expect(page).toContain(`effective="${day}"`);
});

test('returns field errors as lists by field [sign-up.field-errors]', async () => {
  const cases: readonly [string, Readonly<Record<string, unknown>>][] = [
    ['first_name', { first_name: '  ' }],
    ['first_name', { first_name: 'x'.repeat(101) }],
    ['first_name', { first_name: 'nul\u0000' }],
    ['first_name', { first_name: ['Ada'] }],
    ['phone', { phone: 'call me' }],
    ['phone', { phone: '12' }],
    ['email', { email: 'not an address' }],
    ['email', { email: 'a@b.co, c@d.co' }],
    ['email', { email: 'a@b.co\r\nBcc: c@d.co' }],
    ['email', { email: `${'a'.repeat(250)}@b.co` }],
    ['password', { password: 'short', password_confirmation: 'short' }],
    ['password', { password: 'x'.repeat(129), password_confirmation: 'x'.repeat(129) }],
    ['password_confirmation', { password_confirmation: 'another password' }],
    ['agree', { agree: false }],
    ['agree', { agree: undefined }],
    ['referralCode', { referralCode: 'x'.repeat(101) }],
  ];
  for (const [field, change] of cases) {
    const response = await register(newUser(change));
    expect(response.status, `${field} ${JSON.stringify(change).slice(0, 60)}`).toBe(422);
    expect(Object.keys(response.body.errors ?? {})).toEqual([field]);
    expect(response.body.errors?.[field]).toEqual([expect.any(String)]);
  }
});

test('accepts passwords of exactly 8 and 128 characters, with spaces and emoji as typed [sign-up.password-length]', async () => {
  const longest = Array.from({ length: 32 }, (_, index) => `${((index * 7919) % 9000) + 1000}`).join('');
  expect(longest).toHaveLength(128);
  for (const password of ['tG7kq2xz', ' b7 Q#k ', longest, '🔔🦉🌵🎻🪁🍋🧭🛶']) {
    const body = newUser({ password, password_confirmation: password });
    expect((await register(body)).status, password).toBe(201);
    const signedIn = await server.call('POST', '/api/web/login', { body: signInBody(body.email, password) });
    expect(signedIn.status, password).toBe(200);
  }
});

test('rejects passwords that are common, easy to guess or contain the site name or address [sign-up.weak-password]', async () => {
  const email = 'Grace.Hopper@example.com';
  const cases: readonly [string, string][] = [
    ['12345678', 'most common'],
    ['PassWord1', 'most common'],
    ['my-OpenBell-2026', 'the name of this site'],
    ['grace.hopper!1', 'your e-mail address'],
    ['123123123', 'too easy to guess'],
    ['hopper-2026', 'too easy to guess'],
    ['Ada Trader 1', 'too easy to guess'],
    ['3035550142', 'too easy to guess'],
  ];
  for (const [password, words] of cases) {
    const response = await register(newUser({ email, password, password_confirmation: password }));
    expect(response.status, password).toBe(422);
    expect(Object.keys(response.body.errors ?? {}), password).toEqual(['password']);
    expect(String(response.body.errors?.password?.[0]), password).toContain(words);
  }
  expect(await find(email)).toBeUndefined();
  // Passwords may contain a short local part by chance, and the name of the demo.
  for (const [short, password] of [
    ['ada@example.com', 'canada and back'],
    ['grace.hopper@example.org', demoPassword],
  ]) {
    const response = await register(newUser({ email: short, password, password_confirmation: password }));
    expect(response.status, password).toBe(201);
  }
});

test('returns errors.email for an address in use, whatever its letter case [sign-up.address-in-use]', async () => {
  const body = newUser();
  await register(body);
  const again = await register(newUser({ email: body.email.toUpperCase() }));
  expect(again.status).toBe(422);
  expect(again.body.errors?.email).toEqual([expect.any(String)]);
});

test('creates one account when several registrations of one address arrive at once [sign-up.address-in-use]', async () => {
  const body = newUser();
  const responses = await Promise.all(Array.from({ length: 5 }, () => register(body)));
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422]);
});

test('rejects a malformed referral code, and ignores an unknown one [sign-up.referral-code] [sign-up.referral-applied]', async () => {
  const refused = await register(newUser({ referralCode: '<img src=x>' }));
  expect(refused.status).toBe(422);
  expect(refused.body.errors?.referralCode).toEqual([expect.stringContaining('capital letters')]);
  const known = { ...server.context, config: { ...server.context.config, referralCodes: ['BELL-2026'] } };
  const applied = async (referralCode: string) => {
    const body = validate(ownRegisterSchema, newUser({ referralCode }));
    return (await makeAccount(known, body, '127.0.0.1')).referral_applied;
  };
  expect(await applied('BELL-2026')).toBe(true);
  expect(await applied('BELL-2025')).toBe(false);
  expect(await applied('')).toBe(false);
  // Both responses have the same status and text.
  const without = await register(newUser());
  const unknown = await register(newUser({ referralCode: 'NOBODY-1' }));
  expect([unknown.status, unknown.body]).toEqual([without.status, without.body]);
  expect(unknown.body.referral_applied).toBe(false);
});

test('returns all errors at once, so that one captcha suffices [sign-up.all-at-once]', async () => {
  const wrong = { first_name: '', phone: 'call me', email: 'Somebody', password: 'password1', agree: false };
  const { status, body } = await register(newUser(wrong));
  expect(status).toBe(422);
  expect(Object.keys(body.errors ?? {}).sort()).toEqual(
    ['agree', 'email', 'first_name', 'password', 'password_confirmation', 'phone'].sort(),
  );
  expect(body.errors?.phone).toEqual(['Please enter a valid phone number.']);
  expect(String(body.errors?.password?.[0])).toMatch(/^This password is among the most common ones/);
  // A field that the contract rejects has only that error.
  const short = await register(newUser({ phone: '', password: 'openbel', password_confirmation: 'openbel' }));
  expect(short.body.errors?.phone).toEqual(['Please enter your phone number.']);
  expect(short.body.errors?.password).toHaveLength(1);
});

test('ignores fields that are not part of the form [sign-up.mass-assignment]', async () => {
  const body = newUser({
    id: 1,
    role: 'admin',
    expired_at: '2099-01-01T00:00:00Z',
    expiredAt: '2099-01-01T00:00:00Z',
    email_verified: true,
    password_hash: 'x',
    created_at: '1999-01-01',
    __proto__: { agree: true },
    constructor: { prototype: { polluted: true } },
  });
  expect((await register(body)).status).toBe(201);
  const user = await find(body.email);
  expect(user?.id).toBeGreaterThan(1);
  expect(user?.expiredAt).toBeNull();
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test('stores a name as plain text, whatever it contains', async () => {
  const body = newUser({ first_name: `<script>alert(1)</script> '; drop table users; -- 🙂` });
  expect((await register(body)).status).toBe(201);
  expect((await find(body.email))?.firstName).toBe(body.first_name);
});
