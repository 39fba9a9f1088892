import { randomUUID } from 'node:crypto';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoAccounts } from '../../../examples/sandbox/src/demo-data/accounts.ts';
import { insertSubscription } from '../../../examples/server/src/billing/insert-subscription.ts';
import { users } from '../../../examples/server/src/db/schema/accounts.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';
import { tinyImages } from '../files/tiny-images.ts';
import { operate, send } from './support.ts';

const DAY = 86_400_000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ frozen: true });
});
afterAll(() => server.close());

const profileOf = async (token: string) =>
  (await server.call('GET', '/api/web/profile', { token })).body.user as unknown as {
    expired_at: string | null;
    active_subscription: { provider: string } | null;
  };
const alertsStatus = async (token: string) => (await server.call('GET', '/api/web/alerts', { token })).status;

test('finds and shows a member [operate.member]', async () => {
  const { rows } = await operate(server, 'member find', { text: 'SUBSCRIBER@' });
  expect(rows).toMatchObject([
    { email: demoAccounts.subscriber.email, access: expect.stringMatching(/^until /) },
  ]);
  expect((await operate(server, 'member find', { text: '%' })).rows).toEqual([]);
  const shown = await operate(server, 'member show', { member: String(rows?.[0]?.member) });
  expect(shown.details?.email).toBe(demoAccounts.subscriber.email);
  expect(shown.rows?.[0]).toMatchObject({ provider: 'stripe' });
});

test.each([
  ['zoe strauss', 'Zoë Strauß'],
  ['ΓΙΩΡΓΟΣ', 'Γιώργος'],
  ['jose', 'Jose\u0301'],
  ['o’neil', "Sean O'Neil"],
])('finds by %s the member %s [operate.member]', async (text, firstName) => {
  const email = `${randomUUID()}@example.com`;
  const at = new Date(server.clock.now());
  await server.context.db.insert(users).values({ email, firstName, createdAt: at, updatedAt: at });
  expect((await operate(server, 'member find', { text })).rows).toMatchObject([{ email }]);
});

test('finds the oldest of more than a thousand members, and at most fifty [operate.member]', async () => {
  const at = new Date(server.clock.now());
  const many = Array.from({ length: 2_000 }, (_, index) => ({
    email: `crowd-${index}@example.com`,
    firstName: 'Crowd',
    createdAt: at,
    updatedAt: at,
  }));
  await server.context.db.insert(users).values(many);
  const email = demoAccounts.mentor.email;
  expect((await operate(server, 'member find', { text: email })).rows).toMatchObject([{ email }]);
  const { rows = [], message } = await operate(server, 'member find', { text: 'crowd' });
  expect(message).toBe('The newest 50 members:');
  expect([rows.length, rows[0]?.email]).toEqual([50, 'crowd-1999@example.com']);
});

test('grants access as a manual plan and revokes it [operate.grant]', async () => {
  const member = demoAccounts.member.email;
  const token = await server.signIn('member');
  expect(await alertsStatus(token)).toBe(403);
  const events: number[] = [];
  const stop = server.context.bus.subscribe('entitlement-changed', ({ userId }) => events.push(userId));
  await operate(server, 'member grant', { member, days: '30' });
  expect(await alertsStatus(token)).toBe(200);
  const profile = await profileOf(token);
  expect(profile.active_subscription?.provider).toBe('manual');
  expect(Date.parse(profile.expired_at ?? '')).toBe(server.clock.now() + 30 * DAY);
  expect((await operate(server, 'member show', { member })).rows).toMatchObject([
    { provider: 'manual', status: 'granted' },
  ]);
  // Nothing to cancel at a provider.
  expect((await server.call('POST', '/api/web/cancel-subscription-request', { token })).status).toBe(404);

  await operate(server, 'member revoke', { member }, true);
  expect(await alertsStatus(token)).toBe(200);
  await operate(server, 'member revoke', { member });
  stop();
  expect(await alertsStatus(token)).toBe(403);
  expect(events).toHaveLength(2);
  expect(await send(server, 'member revoke', { member })).toMatchObject({ ok: false });
});

test('leaves a paid plan unchanged when access is granted and revoked [operate.grant-paid]', async () => {
  const member = demoAccounts.subscriber.email;
  const token = await server.signIn('subscriber');
  const before = await profileOf(token);
  await operate(server, 'member grant', { member, until: '2030-01-01' });
  expect((await profileOf(token)).expired_at).toBe('2030-01-01T00:00:00.000Z');
  await operate(server, 'member revoke', { member });
  expect(await profileOf(token)).toMatchObject({
    expired_at: before.expired_at,
    active_subscription: { provider: before.active_subscription?.provider },
  });
});

test('rejects a grant without an end, with two, or in the past', async () => {
  const member = demoAccounts.member.email;
  const until = '2030-01-01';
  for (const inputs of [
    {},
    { days: '1', until },
    { until: '2020-01-01' },
    { days: '9999' },
    { days: '999999999' },
  ])
    expect(await send(server, 'member grant', { member, ...inputs })).toMatchObject({
      ok: false,
      message: expect.stringMatching(/^Set either|^The access must end/),
    });
});

test('lists the devices of a member and signs them out [operate.sessions]', async () => {
  const member = demoAccounts.lapsed.email;
  const first = await server.signIn('lapsed');
  const second = await server.signIn('lapsed');
  const { rows = [] } = await operate(server, 'member sessions', { member });
  expect(rows).toHaveLength(2);
  await operate(server, 'member sign-out', { member, session: String(rows[0]?.session) });
  const statuses = [];
  for (const token of [first, second])
    statuses.push((await server.call('GET', '/api/web/profile', { token })).status);
  expect(statuses.sort()).toEqual([200, 401]);
  await operate(server, 'member sign-out', { member });
  expect((await operate(server, 'member sessions', { member })).rows).toEqual([]);
});

test('cancels the renewal of a banned member, and refuses sign-ins until the ban ends [operate.ban]', async () => {
  const member = demoAccounts.subscriber.email;
  const token = await server.signIn('subscriber');
  await operate(server, 'member ban', { member }, true);
  expect((await server.call('GET', '/api/web/profile', { token })).status).toBe(200);
  await operate(server, 'member ban', { member });
  expect((await server.call('GET', '/api/web/profile', { token })).status).toBe(401);
  await expect(server.signIn('subscriber')).rejects.toThrow('suspended');
  const { rows = [] } = await operate(server, 'member show', { member });
  expect(rows.find(({ provider }) => provider === 'stripe')?.status).toBe('canceled');
  await operate(server, 'member unban', { member });
  expect(await alertsStatus(await server.signIn('subscriber'))).toBe(200);
});

test('bans nobody during a purchase, and refuses purchases of banned members [operate.ban]', async () => {
  const { db, clock } = server.context;
  const member = demoAccounts.lapsed.email;
  const [user] = (await operate(server, 'member find', { text: member })).rows ?? [];
  const token = await server.signIn('lapsed');
  const at = new Date(clock.now());
  const purchase = {
    userId: Number(user?.member),
    programId: 1,
    provider: 'stripe',
    status: 'pending',
    period: 1,
    createdAt: at,
    updatedAt: at,
  } as const;
  expect(await insertSubscription(db, purchase)).toMatchObject({ status: 'pending' });
  expect(await send(server, 'member ban', { member })).toMatchObject({
    ok: false,
    message: expect.stringContaining('Repeat the command'),
  });
  expect((await server.call('GET', '/api/web/profile', { token })).status).toBe(200);
  await db.execute(`delete from subscriptions where status = 'pending'`);
  await operate(server, 'member ban', { member });
  expect(await insertSubscription(db, purchase)).toBe('no-account');
  await operate(server, 'member unban', { member });
});

test('leaves no file of a failed export, and keeps a file that exists [operate.export]', async () => {
  const { context } = server;
  const token = await server.signIn('member');
  const form = new FormData();
  form.append('profile_image', new File([Buffer.from(tinyImages.gif, 'base64')], 'a.gif'));
  expect((await server.call('POST', '/api/web/update-profile', { token, body: form })).status).toBe(200);
  const to = join(context.config.dataFolder, 'member.zip');
  const input = { member: demoAccounts.member.email, to };
  const { files } = context;
  const fail = () => Promise.reject(new Error('The storage is away.'));
  Object.assign(context, { files: { ...files, open: fail } });
  expect(await send(server, 'member export', input)).toMatchObject({ ok: false });
  await expect(stat(to)).rejects.toThrow('ENOENT');
  await writeFile(to, 'mine');
  for (const broken of [{ open: fail }, { stat: fail }]) {
    Object.assign(context, { files: { ...files, ...broken } });
    expect(await send(server, 'member export', input)).toMatchObject({ ok: false });
    expect(await readFile(to, 'utf8')).toBe('mine');
  }
  Object.assign(context, { files });
  await rm(to);
  await operate(server, 'member export', input);
  expect((await stat(to)).size).toBeGreaterThan(1_000);
});

test('deletes an account as the member can [operate.delete]', async () => {
  const member = demoAccounts.lapsed.email;
  const token = await server.signIn('lapsed');
  await operate(server, 'member delete', { member }, true);
  expect((await server.call('GET', '/api/web/profile', { token })).status).toBe(200);
  await operate(server, 'member delete', { member });
  expect((await server.call('GET', '/api/web/profile', { token })).status).toBe(401);
  expect(await send(server, 'member show', { member })).toMatchObject({ ok: false });
});
