import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  runDataExports,
  sweepDataExports,
} from '../../../examples/server/src/accounts/personal-data/data-exports.ts';
import { eq } from '../../../examples/server/src/db/query.ts';
import { mails, users } from '../../../examples/server/src/db/schema/accounts.ts';
import { dataExports } from '../../../examples/server/src/db/schema/data-exports.ts';
import { operatorLog } from '../../../examples/server/src/db/schema/operate.ts';
import { engines } from '../../support/test-server.ts';
import { sharedWorld, type TestUser } from '../chat/support.ts';
import { tinyImages } from '../files/tiny-images.ts';
import { patientWorkers } from '../operate/support.ts';

const DAY = 86_400_000;
const never = new AbortController().signal;

describe.each(engines)('the export of a user on %s', (engine) => {
  let ann: TestUser;
  let bob: TestUser;
  let room: number;
  const world = sharedWorld({ config: { rateLimits: true }, fileWorkers: patientWorkers, engine });
  beforeAll(async () => {
    [ann, bob] = [await world.user('Ann'), await world.user('Bob')];
    room = await world.chat('GR', 'Room', [ann, bob]);
  });

  const request = (user: TestUser | null) =>
    world.server.call('POST', '/api/web/data-export', user ? { token: user.token } : {});
  const state = async (user: TestUser) => (await world.get('/web/data-export', user)).body;
  const emailOf = async ({ id }: TestUser) =>
    (await world.server.context.db.select().from(users).where(eq(users.id, id)))[0]?.email ?? '';
  /** The link in the newest mail to a user; null without one. */
  async function mailedLink(user: TestUser): Promise<string | null> {
    const rows = await world.server.context.db
      .select()
      .from(mails)
      .where(eq(mails.toAddress, await emailOf(user)));
    return rows.map(({ body }) => /\/media\/data-exports\/\S+/.exec(body)?.[0]).findLast(Boolean) ?? null;
  }
  const run = () => runDataExports(world.server.context, never);
  async function download(user: TestUser) {
    const response = await fetch(world.url + (await mailedLink(user)));
    const entries = unzipSync(new Uint8Array(await response.arrayBuffer()));
    const rows = (table: string): Readonly<Record<string, unknown>>[] =>
      JSON.parse(strFromU8(entries[`${table}.json`] as Uint8Array));
    return { response, entries, rows };
  }

  it('is 401 for a visitor [data-export.request]', async () => {
    expect((await request(null)).status).toBe(401);
    expect((await world.get('/web/data-export')).status).toBe(401);
  });

  it('contains own messages and files, and nothing that others wrote [data-export.content] [data-export.background]', async () => {
    const text = await world.tell(ann, room, 'My own words');
    await world.tell(bob, room, 'Words of Bob');
    const picture = new File([Buffer.from(tinyImages.gif, 'base64')], 'a chart.gif', { type: 'image/gif' });
    const sent = await world.form(
      `/web/chat/${room}`,
      ann,
      { chat_id: String(room), message: '', message_type: 'IMG' },
      [picture],
    );
    expect(sent.status).toBe(201);
    const theirs = await world.tell(bob, room, 'Spam of Bob');
    await world.act(ann, theirs, 'report');
    await world.act(ann, theirs, 'block');
    await world.act(bob, text, 'report');

    expect((await request(ann)).status).toBe(202);
    expect(await state(ann)).toMatchObject({ status: 'preparing', expires_at: null });
    expect(await mailedLink(ann)).toBeNull();
    expect(await run()).toBe(1);
    expect(await state(ann)).toMatchObject({ status: 'ready' });

    const { response, entries, rows } = await download(ann);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/zip');
    expect(response.headers.get('content-disposition')).toContain('attachment; filename="openbell-data.zip"');
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(rows('users')).toMatchObject([{ id: ann.id, first_name: 'Ann', banned_at: null }]);
    expect(rows('messages').map(({ body }) => body)).toEqual(['My own words', '']);
    expect(rows('chats')).toMatchObject([{ id: room, name: 'Room' }]);
    expect(rows('message_reports')).toMatchObject([{ message_id: theirs, user_id: ann.id }]);
    expect(rows('user_blocks')).toMatchObject([{ user_id: ann.id, blocked_id: bob.id }]);
    const file = Object.keys(entries).filter((name) => name.startsWith('message-files/'));
    expect(file).toEqual([`message-files/${sent.body.id}-0-a chart.gif`]);
    expect(entries[file[0] ?? '']?.length).toBeGreaterThan(10);
    const everything = Object.values(entries)
      .map((bytes) => strFromU8(bytes))
      .join('\n');
    expect(everything).not.toContain('of Bob');
    expect(everything).not.toContain(await emailOf(bob));
  }, 100_000);

  it('contains no secret [data-export.secrets]', async () => {
    const { entries } = await download(ann);
    const everything = Object.values(entries)
      .map((bytes) => strFromU8(bytes))
      .join('\n');
    expect(everything).not.toContain(ann.token);
    for (const word of ['password_hash', 'sha256', 'hmac', 'signature='])
      expect(everything).not.toContain(word);
  });

  it('shows commands of the operator about the user without their other inputs [data-export.content]', async () => {
    const at = new Date(world.server.clock.now());
    const entry = { operator: 'ada', dryRun: false, startedAt: at };
    const cleo = await world.user('Cleo');
    await world.server.context.db.insert(operatorLog).values([
      { ...entry, command: 'member unban', arguments: { member: cleo.id } },
      { ...entry, command: 'chat add', arguments: { chat: room, members: [bob.id, cleo.id] } },
      { ...entry, command: 'chat archive', arguments: { chat: cleo.id } },
    ]);
    await request(cleo);
    await run();
    const { rows } = await download(cleo);
    expect(rows('operator_log').map(({ command }) => command)).toEqual(['member unban', 'chat add']);
    expect(JSON.stringify(rows('operator_log'))).not.toContain('ada');
  });

  it('refuses a second request in a day with Retry-After [data-export.limit]', async () => {
    const dan = await world.user('Dan');
    const responses = await Promise.all([request(dan), request(dan)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([202, 429]);
    const again = await request(dan);
    expect(again.status).toBe(429);
    expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(86_000);
    expect(await Promise.all([run(), run()])).toEqual(expect.arrayContaining([1, 0]));
    expect((await request(bob)).status).toBe(202);
    await run();
  });

  it('refuses a link that is changed, of another user or expired [data-export.link]', async () => {
    const link = (await mailedLink(ann)) ?? '';
    const status = async (path: string) => (await fetch(world.url + path)).status;
    expect(await status(link)).toBe(200);
    expect(await status(link.replace(/member=\d+/, `member=${bob.id}`))).toBe(403);
    expect(await status(link.replace(/signature=.{4}/, 'signature=AAAA'))).toBe(403);
    expect(await status(link.replace(/\?.*/, ''))).toBe(403);
    world.server.clock.advance(7 * DAY - 60_000);
    expect(await status(link)).toBe(200);
    world.server.clock.advance(60_000);
    expect(await status(link)).toBe(403);
    expect((await state(ann)).status).toBe('none');
  });

  it('is removed by the sweep after it has expired [data-export.expiry]', async () => {
    const { context, clock } = world.server;
    const stored = async () => {
      const keys: string[] = [];
      for await (const { key } of context.files.list('data-exports')) keys.push(key);
      return keys;
    };
    expect((await stored()).length).toBeGreaterThan(1);
    await request(bob);
    await run();
    await sweepDataExports(context, clock.now());
    const rows = await context.db.select().from(dataExports);
    expect(rows.map(({ userId }) => userId)).toEqual([bob.id]);
    expect(await stored()).toEqual(rows.map(({ id }) => `data-exports/${id}`));
  });

  it('replaces the previous copy when another is ready [data-export.one-copy]', async () => {
    const gil = await world.user('Gil');
    const { context, clock } = world.server;
    const copies = () => context.db.select().from(dataExports).where(eq(dataExports.userId, gil.id));
    const status = async (path: string | null) => (await fetch(`${world.url}${path}`)).status;
    await request(gil);
    await run();
    const first = await mailedLink(gil);
    clock.advance(DAY);
    await request(gil);
    // The copy is kept until the next one is ready.
    expect(await status(first)).toBe(200);
    await run();
    expect([await status(first), await status(await mailedLink(gil))]).toEqual([403, 200]);
    const rows = await copies();
    expect(rows).toHaveLength(1);
    expect(await context.files.stat(`data-exports/${/exports\/(\w+)/.exec(first ?? '')?.[1]}`)).toBeNull();
  });

  it('tries again after a failure, and allows a new request after the last [data-export.failure]', async () => {
    const eve = await world.user('Eve');
    await request(eve);
    const { context, clock } = world.server;
    const files = { ...context.files, put: () => Promise.reject(new Error('The disk is full.')) };
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      expect((await state(eve)).status).toBe('preparing');
      expect(await runDataExports({ ...context, files }, never)).toBe(0);
      clock.advance(5 * 60_000);
    }
    expect((await state(eve)).status).toBe('failed');
    expect((await request(eve)).status).toBe(202);
    expect(await run()).toBe(1);
    expect((await state(eve)).status).toBe('ready');
  });

  it('fails without another attempt after five that ended with the process [data-export.failure]', async () => {
    const ivy = await world.user('Ivy');
    await request(ivy);
    const { context, clock } = world.server;
    // As five crashed attempts leave it.
    await context.db.update(dataExports).set({ attempts: 5 }).where(eq(dataExports.userId, ivy.id));
    clock.advance(3_600_000);
    expect(await run()).toBe(0);
    expect((await state(ivy)).status).toBe('failed');
    expect((await request(ivy)).status).toBe(202);
    expect(await run()).toBe(1);
  });

  it('is prepared again when the server stopped during its preparation [data-export.failure]', async () => {
    const fay = await world.user('Fay');
    await request(fay);
    const stopping = new AbortController();
    const { context } = world.server;
    const files = {
      ...context.files,
      put: async () => {
        stopping.abort();
        stopping.signal.throwIfAborted();
      },
    };
    expect(await runDataExports({ ...context, files }, stopping.signal)).toBe(0);
    expect(await run()).toBe(1);
  });

  it('is deleted with the account, also while it is prepared [data-export.deletion]', async () => {
    const { context } = world.server;
    const { removeAccount } = await import('../../../examples/server/src/accounts/index.ts');
    const remove = async (user: TestUser) => {
      const [row] = await context.db.select().from(users).where(eq(users.id, user.id));
      if (row !== undefined) await removeAccount(context, row);
    };
    const gail = await world.user('Gail');
    await request(gail);
    await run();
    const link = (await mailedLink(gail)) ?? '';
    expect((await fetch(world.url + link)).status).toBe(200);
    await remove(gail);
    expect((await fetch(world.url + link)).status).toBe(403);

    const hal = await world.user('Hal');
    await request(hal);
    const keys: string[] = [];
    const files = {
      ...context.files,
      put: async (key: string, file: { readonly path: string; readonly mime: string }) => {
        keys.push(key);
        await context.files.put(key, file);
        await remove(hal);
      },
    };
    await runDataExports({ ...context, files }, never);
    expect(keys).toHaveLength(1);
    expect(await context.files.stat(keys[0] ?? '')).toBeNull();
    expect(await context.db.select().from(dataExports).where(eq(dataExports.userId, hal.id))).toEqual([]);
  });
});
