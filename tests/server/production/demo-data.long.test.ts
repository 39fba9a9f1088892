// A production server refuses to start with demo data until a command has removed them.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { seeds } from '../../../examples/sandbox/src/demo-data/index.ts';
import { seedOnce } from '../../../examples/sandbox/src/demo-data/seed.ts';
import { createSandbox, sandboxMigrations } from '../../../examples/sandbox/src/index.ts';
import { endOfAccess } from '../../../examples/server/src/billing/subscription-state.ts';
import { newAlertCode } from '../../../examples/server/src/content/alerts.ts';
import type { Database } from '../../../examples/server/src/db/database.ts';
import {
  claimForProduction,
  DatabaseUseError,
  refuseProductionData,
  removeDemoData,
} from '../../../examples/server/src/db/demo-data.ts';
import { migrate, readMigrations } from '../../../examples/server/src/db/migrate.ts';
import { openDatabase } from '../../../examples/server/src/db/open-database.ts';
import { users } from '../../../examples/server/src/db/schema/accounts.ts';
import { messages } from '../../../examples/server/src/db/schema/chat.ts';
import { siteAlerts } from '../../../examples/server/src/db/schema/content.ts';
import { startServer } from '../../../examples/server/src/start-server.ts';
import { hasPostgres, startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { productionConfig } from '../../support/production-config.ts';
import { readDump } from '../../support/read-dump.ts';
import { SNAPSHOT_AT } from '../../support/snapshot-at.ts';
import { testConfig } from '../../support/test-config.ts';

const later = new Date(SNAPSHOT_AT + 60_000);

async function count(database: Database, table: string): Promise<number> {
  const [row] = await database.transaction((run) => run(`select count(*)::int as count from ${table}`));
  return Number(row?.count);
}

/** A member who registered besides the demo data, with an alert and a message. */
async function addMember(database: Database): Promise<number> {
  const { db } = database;
  const [row] = await db
    .insert(users)
    .values({
      email: 'real@member.example',
      firstName: 'Rhea',
      expiredAt: new Date(SNAPSHOT_AT + 30 * 86_400_000),
      createdAt: later,
      updatedAt: later,
    })
    .returning({ id: users.id });
  const id = row?.id ?? 0;
  await db
    .insert(siteAlerts)
    .values({ message: 'Ours', code: newAlertCode(), createdAt: later, codeExpiresAt: null });
  const run = (query: string) => database.transaction((raw) => raw(query));
  const [chat] = await run(
    `insert into chats (chat_type, name, created_at) values ('GR', 'Ours', now()) returning id`,
  );
  await run(`insert into chat_members (chat_id, user_id, joined_at) values (${chat?.id}, ${id}, now())`);
  await db.insert(messages).values({
    chatId: Number(chat?.id),
    senderId: id,
    messageType: 'TXT',
    body: 'Ours',
    createdAt: later,
  });
  return id;
}

/** Moves the plan that the Stripe sandbox sold to a demo account to a member. */
async function moveSandboxPlan(database: Database, userId: number): Promise<void> {
  await database.transaction((run) =>
    run(
      `update subscriptions set user_id = ${userId} where id =
         (select id from subscriptions where provider = 'stripe' and status = 'active' order by id limit 1)`,
    ),
  );
}

function removesDemoData(open: () => Promise<Database>): void {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  test('rejects a production start and names the command', async () => {
    await expect(claimForProduction(database.db, SNAPSHOT_AT)).rejects.toThrow(DatabaseUseError);
    await expect(claimForProduction(database.db, SNAPSHOT_AT)).rejects.toThrow(
      /\d+ demo accounts.*npm start -- --remove-demo-data/,
    );
  });

  test('removes demo data and keeps what members made', async () => {
    const member = await addMember(database);
    const removed = await removeDemoData(database.db, endOfAccess);
    expect(removed).toMatchObject({ accounts: 11, chats: 3, courses: 5, alerts: 23 });
    const left = await database.db.select().from(users);
    expect(left.map(({ id, expiredAt }) => [id, expiredAt === null])).toEqual([[member, false]]);
    for (const [table, rows] of [
      ['site_alerts', 1],
      ['chats', 1],
      ['messages', 1],
      ['courses', 0],
      ['subscriptions', 0],
      ['sandbox_card_objects', 0],
      ['billing_customers', 0],
      ['trial_claims', 0],
    ] as const) {
      expect([table, await count(database, table)]).toEqual([table, rows]);
    }
    await claimForProduction(database.db, SNAPSHOT_AT);
  });

  test('rejects a development server on a database that production has used', async () => {
    await expect(refuseProductionData(database.db)).rejects.toThrow(/belongs to a production server/);
  });
}

const seeded = async () => openDatabase({ memory: true, snapshot: await readDump(inject('serverSnapshot')) });

describe('on PGlite', () => removesDemoData(seeded));

describe.runIf(hasPostgres)('on PostgreSQL', () => {
  let postgres: TestPostgres;
  removesDemoData(async () => {
    postgres = await startPostgres();
    const database = await openDatabase({ url: await postgres.createDatabase() });
    await migrate(database, await readMigrations(sandboxMigrations));
    const config = testConfig({ dataFolder: '/nowhere' });
    await seedOnce({ db: database.db, clock: { now: () => SNAPSHOT_AT }, config }, seeds);
    return database;
  });
  afterAll(() => postgres.stop());
});

describe('on a server', () => {
  let folder = '';
  let closing: (() => Promise<void>) | undefined;
  afterEach(async () => {
    await closing?.();
    await rm(folder, { recursive: true, force: true });
  });

  const open = async (database: Database, env: Readonly<Record<string, string>> = {}) => {
    folder = await mkdtemp(join(tmpdir(), 'openbell-demo-'));
    const server = await startServer({
      config: { ...productionConfig(env), dataFolder: join(folder, 'data') },
      sandbox: createSandbox(),
      database,
      background: false,
      webFolder: join(folder, 'no-site'),
    });
    closing = () => server.close();
    return server;
  };

  test('does not start in production with demo data, even with all sandboxes allowed', async () => {
    await expect(open(await seeded(), { SANDBOX: 'push,market,feed,news,captcha' })).rejects.toThrow(
      DatabaseUseError,
    );
  });

  test('starts with a member whose address ends like a demo account', async () => {
    const database = await seeded();
    await removeDemoData(database.db, endOfAccess);
    await database.db.insert(users).values({
      email: 'visitor@xopenbell.test',
      firstName: 'Vera',
      createdAt: later,
      updatedAt: later,
    });
    const server = await open(database);
    expect(await removeDemoData(server.context.db, endOfAccess)).toMatchObject({ accounts: 0, chats: 0 });
    const left = await server.context.db.select().from(users);
    expect(left.map(({ email }) => email)).toEqual(['visitor@xopenbell.test']);
  });

  test('keeps a chat that members made and a demo account joined', async () => {
    const database = await seeded();
    await addMember(database);
    await database.transaction((run) =>
      run(
        `insert into chat_members (chat_id, user_id, joined_at)
         select chats.id, users.id, now() from chats, users where name = 'Ours' and email = 'mentor@openbell.test'`,
      ),
    );
    expect(await removeDemoData(database.db, endOfAccess)).toMatchObject({ chats: 3 });
    expect(await count(database, 'messages')).toBe(1);
    await database.close();
  });

  test('removes access paid in a sandbox, and starts after that', async () => {
    const database = await seeded();
    const member = await addMember(database);
    await moveSandboxPlan(database, member);
    await removeDemoData(database.db, endOfAccess);
    const server = await open(database);
    const left = await server.context.db.select().from(users);
    expect(left.map(({ id, expiredAt }) => [id, expiredAt])).toEqual([[member, null]]);
  });
});
