import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../support/test-server.ts';
import { until } from '../../support/until.ts';
import { ask, operate, send, socketOf } from './support.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const raw = (method: string, path: string, body: string, headers: Record<string, string> = {}) =>
  ask(server, `${method} ${path}`, body, { headers });

test('is only for the user of the server [operate.socket]', async () => {
  const path = socketOf(server);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await stat(dirname(path))).mode & 0o777).toBe(0o700);
});

test('has no route on the port of the site [operate.socket]', async () => {
  for (const path of ['/commands', '/api/commands', '/uploads']) {
    expect((await server.call('POST', path, { body: {} })).status).toBe(404);
  }
});

test('rejects other routes, bodies and commands', async () => {
  expect((await raw('GET', '/commands', '')).status).toBe(404);
  expect((await raw('POST', '/commands', '{}', { 'content-type': 'text/plain' })).status).toBe(415);
  const json = { 'content-type': 'application/json' };
  expect((await raw('POST', '/commands', '{', json)).status).toBe(400);
  expect((await raw('POST', '/commands', '{}', json)).status).toBe(422);
  const unknown = JSON.stringify({ command: 'toString', operator: 'ada', inputs: {}, dryRun: false });
  expect(await raw('POST', '/commands', unknown, json)).toMatchObject({ status: 404 });
});

test('checks the inputs by the table of commands', async () => {
  const problems: [Parameters<typeof send>[1], Parameters<typeof send>[2], string][] = [
    ['alert publish', {}, 'text is missing.'],
    ['alert publish', { text: ' ' }, 'text must not be empty.'],
    ['alert publish', { text: 'x', at: '2027-02-30' }, 'at must be a time like'],
    ['alert publish', { text: 'x', volume: '1' }, 'volume is not an input of this command.'],
    ['alert list', { limit: '0' }, 'limit must be a positive whole number.'],
    ['report resolve', { report: '1', action: 'burn' }, 'action must be one of hide, mute, ban, dismiss.'],
    ['course list', { all: true }, 'all is not an input'],
    ['member show', { member: 'nobody@openbell.test' }, 'There is no member nobody@openbell.test.'],
    ['course add', { folder: [{ name: 'course.md', upload: '../../etc/passwd' }] }, 'not an uploaded file'],
  ];
  for (const [command, inputs, message] of problems) {
    const response = await send(server, command, inputs);
    expect(response, command).toMatchObject({ ok: false, message: expect.stringContaining(message) });
  }
  expect(await send(server, 'alert list', {}, true)).toMatchObject({ ok: false });
});

test('stores who, when, what and the outcome of each command, without personal texts [operate.audit]', async () => {
  await operate(server, 'member show', { member: 'member@openbell.test' });
  await operate(server, 'member find', { text: 'lapsed@openbell' });
  await operate(server, 'member ban', { member: 'member@openbell.test' }, true);
  await send(server, 'mail test', { address: 'not an address of a@openbell.test' });
  await send(server, 'alert retract', { alert: '999999' }, true);
  const { rows = [] } = await operate(server, 'audit', { limit: '6' });
  const [own, retract, mail, ban, find, show] = rows;
  expect(own).toMatchObject({ command: 'audit', outcome: 'unfinished' });
  expect(retract).toMatchObject({
    operator: 'ada',
    command: 'alert retract',
    arguments: '{"alert":"999999"}',
    dry_run: true,
    outcome: 'refused',
  });
  expect(mail).toMatchObject({ command: 'mail test', outcome: 'refused', message: null });
  expect(ban).toMatchObject({ command: 'member ban', dry_run: true, message: null });
  expect(find).toMatchObject({ arguments: '{"text":"[redacted]"}', outcome: 'done' });
  expect(show?.arguments).toMatch(/^\{"member":\d+\}$/);
  expect(JSON.stringify(rows)).not.toContain('@openbell.test');
});

const temporaryFiles = () => readdir(join(server.context.config.dataFolder, 'tmp'));

test('removes an upload whose client is gone before its end [operate.uploads]', async () => {
  const upload = request({ socketPath: socketOf(server), method: 'PUT', path: '/uploads' });
  const failed = once(upload, 'error');
  upload.write('the first part');
  await until(async () => expect(await temporaryFiles()).toHaveLength(1));
  upload.destroy(new Error('killed'));
  await failed;
  await until(async () => expect(await temporaryFiles()).toEqual([]));
});

test('removes an upload whose client is gone before its command [operate.uploads]', async () => {
  const agent = new Agent({ keepAlive: true });
  expect(await ask(server, 'PUT /uploads', 'a film', { agent })).toMatchObject({ status: 201 });
  expect(await temporaryFiles()).toHaveLength(1);
  agent.destroy();
  await until(async () => expect(await temporaryFiles()).toEqual([]));
});

test('ends a running upload at the stop, and removes the socket', async () => {
  const own = await startTestServer();
  const path = socketOf(own);
  const temporary = join(own.context.config.dataFolder, 'tmp');
  const upload = request({ socketPath: path, method: 'PUT', path: '/uploads' });
  const failed = once(upload, 'error');
  upload.write('the first part');
  await until(async () => expect(await readdir(temporary)).toHaveLength(1));
  const closed = own.close();
  await failed;
  await closed;
  await expect(stat(path)).rejects.toThrow();
});
