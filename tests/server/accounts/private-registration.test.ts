import { beforeEach, expect, test } from 'vitest';
import { rateLimits } from '../../../examples/server/src/db/schema/accounts.ts';
import { registration } from '../../support/account-bodies.ts';
import { sharedServer } from '../../support/test-server.ts';
import { recoveryOf } from './otp-support.ts';

const hour = 3_600_000;
const server = sharedServer({
  config: { rateLimits: true, registration: 'private', trustProxy: true },
  frozen: true,
});
beforeEach(async () => {
  await server.context.db.delete(rateLimits);
});

const register = (email: string, password = 'a long password', network = '203.0.113.1') =>
  server.call('POST', '/api/web/register', {
    headers: { 'x-forwarded-for': network },
    body: registration({ email, password }),
  });
const mailsTo = (email: string) => recoveryOf(server).mailsTo(email);

test('returns the same response for a registered address and mails its owner how to sign in [sign-up.private]', async () => {
  const created = await register('ada@example.com');
  const again = await register('ADA@example.com', 'another password');
  expect([created.status, created.body]).toEqual([201, again.body]);
  expect(again.status).toBe(201);
  const [mail, ...others] = await mailsTo('ada@example.com');
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('You already have an Openbell account');
  expect(mail?.text).toContain(`${server.context.config.publicUrl}/signin`);
  expect(mail?.text).toContain(`${server.context.config.publicUrl}/forget-password`);
  expect(mail?.text).not.toContain('Ada');
});

test('keeps the password of the existing account [sign-up.private]', async () => {
  await register('grace@example.com');
  await register('grace@example.com', 'another password');
  const signIn = async (password: string) => {
    const body = { type: 'manual', username: 'grace@example.com', password, remember: false };
    return (await server.call('POST', '/api/web/login', { body })).status;
  };
  expect(await signIn('another password')).toBe(422);
  expect(await signIn('a long password')).toBe(200);
});

test('mails an owner at most three times a day, however many networks register the address', async () => {
  const email = 'flooded@example.com';
  await register(email);
  await server.context.db.delete(rateLimits);
  for (let network = 0; network < 6; network += 1)
    expect((await register(email, 'a long password', `198.51.100.${network}`)).status).toBe(201);
  expect(await mailsTo(email)).toHaveLength(3);
  server.clock.advance(24 * hour);
  await register(email);
  expect(await mailsTo(email)).toHaveLength(4);
});

test('limits registrations to five an hour from one network address [sign-up.limit]', async () => {
  for (let time = 0; time < 5; time += 1) {
    expect((await register(`person${time}@example.com`)).status).toBe(201);
  }
  const refused = await register('person5@example.com');
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('3600');
  server.clock.advance(hour);
  expect((await register('person5@example.com')).status).toBe(201);
});
