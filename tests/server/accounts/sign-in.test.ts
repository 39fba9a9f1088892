import { createHash } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { rateLimits, sessions } from '../../../examples/server/src/db/schema/accounts.ts';
import { sharedServer } from '../../support/test-server.ts';

const password = 'Opening-bell-9';
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const server = sharedServer({ config: { rateLimits: true } });
beforeEach(() => server.context.db.delete(rateLimits));

const signIn = (username: unknown, given: unknown = password, remember: unknown = true) =>
  server.call('POST', '/api/web/login', {
    body: { type: 'manual', username, password: given, remember },
  });
const profile = (token: string) => server.call('GET', '/api/web/profile', { token });

test('returns the token, the user and a message for the right password', async () => {
  const response = await signIn('Mentor@OpenBell.test');
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(Object.keys(response.body).sort()).toEqual(['access', 'message', 'user']);
  expect(Object.keys(response.body.user ?? {}).sort()).toEqual(
    [
      'about',
      'active_subscription',
      'dp',
      'email',
      'expired_at',
      'first_name',
      'id',
      'phone',
      'push_notification',
      'email_notification',
    ].sort(),
  );
});

test('issues a new 256-bit base64url token each time and stores only its digest [session.token-format]', async () => {
  const tokens = await Promise.all([server.signIn('member'), server.signIn('member')]);
  expect(new Set(tokens).size).toBe(2);
  const rows = await server.context.db.select().from(sessions);
  for (const token of tokens) {
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(rows.map((row) => row.tokenSha256)).toContain(createHash('sha256').update(token).digest('hex'));
    expect(JSON.stringify(rows)).not.toContain(token);
  }
});

test('returns the same 422 for a wrong password and for an unknown address [sign-in.same-response]', async () => {
  const wrong = await signIn('other@openbell.test', 'wrong-password');
  const unknown = await signIn('nobody@openbell.test', 'wrong-password');
  expect(wrong.status).toBe(422);
  expect(unknown.status).toBe(422);
  expect(unknown.body).toEqual(wrong.body);
});

test('throttles an account after five failures in 15 minutes, even with the right password [sign-in.throttle]', async () => {
  for (let failure = 0; failure < 5; failure += 1) {
    expect((await signIn('lapsed@openbell.test', 'wrong-password')).status).toBe(422);
  }
  const refused = await signIn('lapsed@openbell.test');
  expect(refused.status).toBe(429);
  const seconds = Number(refused.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(14 * 60);
  expect(seconds).toBeLessThanOrEqual(15 * 60);
  expect(refused.body.retry_after).toBe(seconds);
  expect((await signIn('LAPSED@openbell.test')).status).toBe(429);
  expect((await signIn('other@openbell.test')).status).toBe(200);
  server.clock.advance(15 * minute);
  expect((await signIn('lapsed@openbell.test')).status).toBe(200);
});

test('throttles an unknown address like a known one [sign-in.throttle]', async () => {
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 6; attempt += 1) {
    statuses.push((await signIn('ghost@openbell.test', 'wrong-password')).status);
  }
  expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
});

test('evaluates only five of many wrong passwords sent at once [sign-in.throttle-parallel]', async () => {
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => signIn('flood@openbell.test', 'wrong-password')),
  );
  expect(responses.filter(({ status }) => status === 422)).toHaveLength(5);
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(15);
});

test('resets the count of failures after a successful sign-in', async () => {
  for (let round = 0; round < 2; round += 1) {
    for (let failure = 0; failure < 4; failure += 1)
      await signIn('subscriber@openbell.test', 'wrong-password');
    expect((await signIn('subscriber@openbell.test')).status).toBe(200);
  }
});

test('ends a remembered session after 30 days, used or not [session.remembered-30-days]', async () => {
  const [used, unused] = [await server.signIn('mentor'), await server.signIn('mentor')];
  server.clock.advance(15 * day);
  expect((await profile(used)).status).toBe(200);
  server.clock.advance(15 * day - minute);
  expect((await profile(used)).status).toBe(200);
  expect((await profile(unused)).status).toBe(200);
  server.clock.advance(minute);
  expect((await profile(used)).status).toBe(401);
  expect((await profile(unused)).status).toBe(401);
});

test('ends a session that is not remembered after 15 minutes idle, or after twelve hours [session.idle-15-minutes]', async () => {
  const begin = async () => String((await signIn('mentor@openbell.test', password, false)).body.access);
  const idle = await begin();
  server.clock.advance(15 * minute);
  expect((await profile(idle)).status).toBe(401);
  const used = await begin();
  for (let elapsed = 14 * minute; elapsed < 12 * hour; elapsed += 14 * minute) {
    server.clock.advance(14 * minute);
    expect((await profile(used)).status).toBe(200);
  }
  server.clock.advance(14 * minute);
  expect((await profile(used)).status).toBe(401);
});

test('ends only the session that logs out, and publishes session-ended [session.log-out-one]', async () => {
  const endings: unknown[] = [];
  const off = server.context.bus.subscribe('session-ended', (detail) => endings.push(detail));
  const [here, elsewhere] = [await server.signIn('mentor'), await server.signIn('mentor')];
  expect((await server.call('POST', '/api/web/logout', { token: here })).status).toBe(200);
  off();
  expect((await profile(here)).status).toBe(401);
  expect((await profile(elsewhere)).status).toBe(200);
  expect(endings).toEqual([{ userId: expect.any(Number), sessionId: expect.any(Number) }]);
});

test('returns 401 for an invalid token on protected routes, and ignores it on public routes', async () => {
  for (const authorization of [
    'Bearer ',
    'Bearer x',
    `Bearer ${'a'.repeat(43)}`,
    'Basic bWU6bWU=',
    'Bearer a b',
  ]) {
    const headers = { authorization };
    const refused = await server.call('GET', '/api/web/profile', { headers });
    expect(refused.status, authorization).toBe(401);
    expect(refused.body.message).toBe('Please sign in.');
    const open = await server.call('GET', '/api/captcha/challenge', { headers });
    expect(open.status, authorization).toBe(200);
  }
});

test('returns 422 with field errors for malformed sign-ins, never 500', async () => {
  const bodies = [
    {},
    { type: 'manual' },
    { type: 'owner', username: 'a@b.co', password },
    { type: 'manual', username: ['mentor@openbell.test'], password },
    { type: 'manual', username: 'mentor@openbell.test', password: { $ne: '' } },
    { type: 'manual', username: 'mentor@openbell.test\u0000', password },
    { type: 'manual', username: 'mentor@openbell.test', password: `a\u0000b` },
    { type: 'manual', username: `${'a'.repeat(300)}@b.co`, password },
    { type: 'manual', username: 'mentor@openbell.test', password: 'x'.repeat(20_000) },
    { type: 'manual', username: 'mentor@openbell.test', password, captcha: 5 },
  ];
  for (const body of bodies) {
    const response = await server.call('POST', '/api/web/login', { body });
    expect(response.status, JSON.stringify(body).slice(0, 80)).toBe(422);
    expect(Object.keys(response.body.errors ?? {}).length).toBeGreaterThan(0);
    expect(typeof response.body.message).toBe('string');
  }
});

test('logs no passwords and no tokens', async () => {
  const token = await server.signIn('mentor');
  await profile(token);
  const log = server.logLines.join('\n');
  expect(log).toContain('"event":"signed-in"');
  expect(log).not.toContain(password);
  expect(log).not.toContain(token);
});
