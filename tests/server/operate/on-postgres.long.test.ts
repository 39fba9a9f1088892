// The commands on PostgreSQL, with two server processes on one database.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { publishDueAlerts } from '../../../examples/server/src/content/index.ts';
import { openDatabase } from '../../../examples/server/src/db/open-database.ts';
import { sendDueDigest } from '../../../examples/server/src/operate/digest.ts';
import { hasPostgres } from '../../support/postgres.ts';
import { createSeededDatabase } from '../../support/seeded-postgres.ts';
import { type ChatWorld, startWorld } from '../chat/support.ts';
import { tinyImages } from '../files/tiny-images.ts';
import { exampleCourse, operate, patientWorkers, upload, uploadOne } from './support.ts';

describe.runIf(hasPostgres)('on PostgreSQL, with two processes', () => {
  let [here, there]: [ChatWorld, ChatWorld] = [] as never;
  beforeAll(async () => {
    const url = await createSeededDatabase(inject('seededPostgres') ?? '');
    const config = { ownerEmail: 'owner@example.com' };
    here = await startWorld({
      database: await openDatabase({ url }),
      config,
      fileWorkers: patientWorkers,
    });
    there = await startWorld({ database: await openDatabase({ url }), config });
  });
  afterAll(async () => {
    await here.close();
    await there.close();
  });

  test('changes by a command reach the sockets of the other process [operate.processes]', async () => {
    const [ann, bob] = [await here.user('Ann'), await here.user('Bob')];
    const socket = await there.socket(bob);
    const member = [String(ann.id), String(bob.id)];
    const { details } = await operate(here.server, 'chat create', { name: 'Shared', member });
    await socket.nextOf('WebFetchChat');
    const chat = Number(details?.chat);
    await here.tell(ann, chat, 'hello');
    expect((await socket.nextOf('WebFetchMessage')).message).toMatchObject({ message: 'hello' });
    await operate(here.server, 'member ban', { member: String(bob.id) });
    expect((await socket.closed).code).toBe(4401);
    const { rows } = await operate(there.server, 'audit', { limit: '3' });
    expect(rows?.map(({ command }) => command)).toEqual(['audit', 'member ban', 'chat create']);
  });

  test('a scheduled alert and the digest are sent once', async () => {
    const at = new Date(here.server.clock.now() + 60_000).toISOString().replace(/\.\d+/, '');
    await operate(here.server, 'alert publish', { text: 'Once', at });
    here.server.clock.advance(61_000);
    there.server.clock.advance(61_000);
    const contexts = [here.server.context, there.server.context];
    await Promise.all(contexts.flatMap((context) => [publishDueAlerts(context), sendDueDigest(context)]));
    const { rows = [] } = await operate(there.server, 'alert list');
    expect(rows.filter(({ text }) => text === 'Once')).toMatchObject([{ state: 'published' }]);
    const mails = await here.server.call('GET', '/dev/mail.json?to=owner@example.com');
    expect(mails.body).toHaveLength(1);
  });

  test('an alert with a picture is published and retracted by different processes [operate.alert-picture]', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'openbell-alert-'));
    const path = join(folder, 'chart.jpg');
    await writeFile(path, Buffer.from(tinyImages.jpeg, 'base64'));
    const picture = await uploadOne(here.server, path);
    const at = new Date(here.server.clock.now() + 60_000).toISOString().replace(/\.\d+/, '');
    const { details } = await operate(here.server, 'alert publish', { text: 'Chart', picture, at });
    here.server.clock.advance(61_000);
    there.server.clock.advance(61_000);
    await Promise.all([publishDueAlerts(here.server.context), publishDueAlerts(there.server.context)]);
    const { rows = [] } = await operate(there.server, 'alert list');
    const alert = rows.find(({ text }) => text === `Chart\n${details?.picture}`);
    const file = new URL(String(details?.picture)).pathname;
    expect((await here.server.call('GET', file)).status).toBe(200);
    await operate(here.server, 'alert retract', { alert: String(alert?.alert) });
    expect((await here.server.call('GET', file)).status).toBe(404);
    await rm(folder, { recursive: true });
  });

  test('one personal chat is created by parallel commands', async () => {
    const [first, second] = [String((await here.user('Cy')).id), String((await here.user('Di')).id)];
    const created = await Promise.allSettled([
      operate(here.server, 'chat personal', { first, second }),
      operate(there.server, 'chat personal', { first: second, second: first }),
    ]);
    expect(created.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('each kind of command works', async () => {
    const member = String((await here.user('Eve', null)).id);
    await operate(here.server, 'member grant', { member, days: '1' });
    expect((await operate(here.server, 'member show', { member })).rows).toHaveLength(1);
    await operate(here.server, 'member find', { text: 'Eve' });
    await operate(here.server, 'billing find', { text: member });
    await operate(here.server, 'report list', { all: true });
    const { details } = await operate(here.server, 'course add', {
      folder: await upload(here.server, exampleCourse),
    });
    await operate(here.server, 'course order', { courses: [String(details?.course)] });
    await operate(here.server, 'chat list');
    const { rows = [] } = await operate(here.server, 'doctor');
    expect(rows.filter(({ state }) => state === 'failed')).toEqual([]);
    await operate(here.server, 'digest');
    await operate(here.server, 'member delete', { member });
  });
});
