import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ServerContext } from '../../../examples/server/src/context.ts';
import { mails } from '../../../examples/server/src/db/schema/accounts.ts';
import { subscriptions, webhookEvents } from '../../../examples/server/src/db/schema/billing.ts';
import { messageReports } from '../../../examples/server/src/db/schema/chat.ts';
import { listMails } from '../../../examples/server/src/mail/outbox.ts';
import { sendDueDigest } from '../../../examples/server/src/operate/digest.ts';
import { examine } from '../../../examples/server/src/operate/doctor.ts';
import { createErrorCounts } from '../../../examples/server/src/operate/error-counts.ts';
import { StorageUnavailableError } from '../../../examples/server/src/storage/storage-error.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';
import { newUser } from '../billing/billing-support.ts';
import { silentLog } from '../billing/support.ts';
import { operate, send } from './support.ts';

const DAY = 86_400_000;
const ownerEmail = 'owner@example.com';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ frozen: true, config: { ownerEmail } });
});
afterAll(() => server.close());

const digests = async () => listMails(server.context.db, ownerEmail);

test('checks the installation and says what to do [operate.doctor]', async () => {
  const { rows = [] } = await operate(server, 'doctor');
  const stateOf = (check: string) => rows.find((row) => row.check === check)?.state;
  expect(rows.filter(({ state }) => state === 'failed')).toEqual([]);
  for (const check of ['migrations', 'storage', 'card payments', 'outgoing mail', 'digest'])
    expect(stateOf(check), check).toBe('ok');
  expect(stateOf('keys: cards')).toBe('warning');

  const at = new Date(server.clock.now());
  await server.context.db.insert(mails).values({
    toAddress: 'a@example.com',
    subject: 'x',
    body: 'x',
    createdAt: at,
    nextAttemptAt: at,
    lastError: 'Error ECONNREFUSED',
  });
  const sick = (await operate(server, 'doctor')).rows?.find(({ check }) => check === 'outgoing mail');
  expect(sick).toMatchObject({ state: 'failed', result: expect.stringContaining('SMTP_URL') });
});

describe('the doctor', () => {
  const unavailable = () => Promise.reject(new StorageUnavailableError('store a file', { code: 'EACCES' }));
  const webhook = { provider: 'stripe', eventId: 'evt_1', type: 'invoice.paid', lastError: 'x' };
  /** Changes to the context or, in a transaction that is rolled back, to the database. */
  type Change = (context: ServerContext) => Partial<ServerContext> | Promise<Partial<ServerContext>>;
  test.each<[check: string, state: string, advice: string, change: Change]>([
    ['address', 'warning', 'set NODE_ENV=production', () => ({})],
    ['keys: cards', 'warning', 'set its keys', () => ({})],
    ['digest', 'warning', 'Set OWNER_EMAIL', ({ config }) => ({ config: { ...config, ownerEmail: null } })],
    ['clock', 'warning', 'has moved the clock', () => ({ clock: { now: () => Date.now() + 60_000 } })],
    [
      'storage',
      'failed',
      'Check that the user of the server can write there',
      ({ files }) => ({ files: { ...files, put: unavailable } }),
    ],
    [
      'storage',
      'failed',
      'Check S3_BUCKET, its keys',
      ({ files, config }) => ({
        files: { ...files, put: unavailable },
        config: { ...config, s3: { bucket: 'films' } as NonNullable<typeof config.s3> },
      }),
    ],
    [
      'card payments',
      'failed',
      'Check STRIPE_SECRET_KEY',
      ({ cards }) => ({
        cards: { ...cards, findSubscription: () => Promise.reject(new Error('Invalid key')) },
      }),
    ],
    [
      'webhooks: stripe',
      'failed',
      'See billing.webhook-failed in the log',
      async ({ db, clock }) => {
        await db.insert(webhookEvents).values({ ...webhook, receivedAt: new Date(clock.now()) });
        return {};
      },
    ],
    [
      'migrations',
      'warning',
      'Finish the upgrade',
      async ({ db }) => {
        await db.execute(`insert into schema_migrations (name, sha256) values ('9999-next.sql', 'x')`);
        return {};
      },
    ],
    [
      'migrations',
      'failed',
      'Restart the server',
      async ({ db }) => {
        await db.execute('delete from schema_migrations');
        return {};
      },
    ],
  ])('reports %s as %s with what to do: %s [operate.doctor]', async (check, state, advice, change) => {
    const undo = new Error('undo');
    const diagnosis = server.context.db.transaction(async (tx) => {
      const context: ServerContext = { ...server.context, db: tx };
      const checks = await examine({ ...context, ...(await change(context)) });
      expect(checks.find((row) => row.check === check)).toMatchObject({
        state,
        result: expect.stringContaining(advice),
      });
      throw undo;
    });
    await expect(diagnosis).rejects.toBe(undo);
  });
});

test('sends a test mail and reports the error of the mail server [operate.mail-test]', async () => {
  expect((await operate(server, 'mail test', { address: ownerEmail })).message).toContain('sandbox');
  expect(await send(server, 'mail test', { address: 'a@b.co, c@d.co' })).toMatchObject({ ok: false });
  const smtp = { url: 'smtp://127.0.0.1:1', from: { name: '', address: 'openbell@example.com' } };
  const broken = await startTestServer({ config: { smtp } });
  const response = await send(broken, 'mail test', { address: ownerEmail });
  await broken.close();
  expect(response).toMatchObject({ ok: false, message: expect.stringContaining('ECONNREFUSED') });
});

test('shows the new members, open reports and errors of the week [operate.digest]', async () => {
  const before = (await operate(server, 'digest')).details;
  const user = await newUser(server);
  await server.context.db
    .insert(messageReports)
    .values({ messageId: 1, userId: user.id, body: 'x', createdAt: new Date(server.clock.now()) });
  const counts = createErrorCounts();
  const log = counts.watch(silentLog);
  log.error('billing.webhook-failed');
  log.error('billing.webhook-failed');
  log.warn('mail-not-sent');
  await server.context.db.execute('alter table error_counts rename to counts_away');
  await expect(counts.store(server.context)).rejects.toThrow();
  await server.context.db.execute('alter table counts_away rename to error_counts');
  await counts.store(server.context);
  log.error('billing.webhook-failed');
  await counts.store(server.context);
  const digest = await operate(server, 'digest');
  expect(digest.details).toEqual({
    ...before,
    new_members: Number(before?.new_members) + 1,
    open_reports: Number(before?.open_reports) + 1,
  });
  expect(digest.rows).toEqual([{ event: 'billing.webhook-failed', count: 3 }]);
});

test('mails the trials that end this week and the plans with a failed payment [operate.digest]', async () => {
  const { context, clock } = server;
  const before = (await operate(server, 'digest')).details;
  const at = new Date(clock.now());
  for (const [status, days] of [
    ['trialing', 6],
    ['trialing', 8],
    ['past_due', null],
    ['unpaid', null],
    ['active', null],
  ] as const) {
    const { id: userId } = await newUser(server);
    await context.db.insert(subscriptions).values({
      userId,
      programId: 1,
      provider: 'stripe',
      status,
      period: 1,
      trialEnd: days === null ? null : new Date(clock.now() + days * DAY),
      createdAt: at,
      updatedAt: at,
    });
  }
  await operate(server, 'digest', { send: true });
  const text = (await digests())[0]?.text;
  expect(text).toContain(`New members: ${Number(before?.new_members) + 5}\n`);
  expect(text).toContain(`within seven days: ${Number(before?.trials_ending_this_week) + 1}\n`);
  expect(text).toContain(`a failed payment: ${Number(before?.plans_with_failed_payment) + 2}\n`);
  expect(text).toContain('\n  billing.webhook-failed: 3\n');
  await context.db.delete(mails);
});

test('mails the digest at the next attempt when the first one fails [operate.digest-mail]', async () => {
  const { context } = server;
  await context.db.execute('alter table mails rename to mails_away');
  await expect(sendDueDigest(context)).rejects.toThrow();
  await context.db.execute('alter table mails_away rename to mails');
  await sendDueDigest(context);
  expect(await digests()).toHaveLength(1);
});

test('mails the digest to the owner once a week [operate.digest-mail]', async () => {
  await Promise.all([sendDueDigest(server.context), sendDueDigest(server.context)]);
  await sendDueDigest(server.context);
  expect(await digests()).toHaveLength(1);
  server.clock.advance(7 * DAY);
  await sendDueDigest(server.context);
  const [newest, ...others] = await digests();
  expect(others).toHaveLength(1);
  expect(newest?.text).toContain('Open reports of messages: 1');
  await operate(server, 'digest', { send: true });
  expect(await digests()).toHaveLength(3);
});
