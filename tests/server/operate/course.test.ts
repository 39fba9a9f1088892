import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../support/test-server.ts';
import { until } from '../../support/until.ts';
import { ask, exampleCourse, operate, patientWorkers, send, upload } from './support.ts';

let server: TestServer;
let web: Server;
let webUrl: string;
let folder: string;
let token: string;
beforeAll(async () => {
  server = await startTestServer({ fileWorkers: patientWorkers });
  token = await server.signIn('subscriber');
  // /get responds to GET only, as some sites do.
  web = createServer(({ url, method }, response) => {
    if (url === '/slow') return;
    const isFound = url === '/ok' || (url === '/get' && method === 'GET');
    response.writeHead(isFound ? 200 : 404).end();
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  webUrl = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await server.close();
  web.close();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openbell-course-'));
  await cp(exampleCourse, folder, { recursive: true });
  return () => rm(folder, { recursive: true, force: true });
});

interface ShownCourse {
  readonly id: number;
  readonly name: string;
  readonly details: string;
  readonly image: string;
  readonly video: string;
  readonly captions: string;
  readonly documents: readonly { readonly name: string; readonly file: string }[];
}
const courses = async () =>
  (await server.call('GET', '/api/app/courses', { token })).body as unknown as ShownCourse[];
const stored = async () => {
  const keys = [];
  for await (const { key } of server.context.files.list('courses')) keys.push(key);
  return keys.length;
};
const edit = async (change: (text: string) => string) => {
  const path = join(folder, 'course.md');
  await writeFile(path, change(await readFile(path, 'utf8')));
};
const add = async (inputs = {}) =>
  operate(server, 'course add', { folder: await upload(server, folder), ...inputs });

test('adds the example course, which members see when it is published [operate.course]', async () => {
  const { details } = await add();
  const course = String(details?.course);
  const find = async () => (await courses()).find(({ id }) => String(id) === course);
  expect(await find()).toBeUndefined();
  await operate(server, 'course publish', { course });
  const shown = await find();
  expect(shown).toMatchObject({
    name: 'Your first trade plan',
    documents: [{ name: 'Trade plan worksheet' }],
  });
  expect(shown?.details).toContain('<td>2.40</td>');
  expect(shown?.details).toContain('<a href="/terms">');
  for (const [path, type] of [
    [shown?.image, 'image/webp'],
    [shown?.video, 'video/webm'],
    [shown?.captions, 'text/vtt; charset=utf-8'],
    [shown?.documents[0]?.file, 'application/pdf'],
  ] as const) {
    const response = await server.call('GET', String(path));
    expect(response.status, type).toBe(200);
    expect(response.headers.get('content-type')).toBe(type);
  }
  const film = await readFile(join(exampleCourse, 'first-trade.webm'));
  const range = await server.call('GET', String(shown?.video), { headers: { range: 'bytes=0-3' } });
  expect(range.headers.get('content-range')).toBe(`bytes 0-3/${film.length}`);

  await operate(server, 'course publish', { course, hide: true });
  expect(await find()).toBeUndefined();
});

test('replaces the texts and files of a course and removes the former files [operate.course-edit]', async () => {
  const course = String((await add()).details?.course);
  const before = await stored();
  await edit((text) =>
    text.replace('name: Your first', 'name: Your second').replace(/^video: .*\ncaptions: .*\n/m, ''),
  );
  await operate(server, 'course edit', { course, folder: await upload(server, folder) });
  expect(await stored()).toBe(before - 2);
  const { rows = [] } = await operate(server, 'course list');
  expect(rows.find((row) => String(row.course) === course)).toMatchObject({
    name: 'Your second trade plan',
    video: false,
  });
});

test('adds a course when its client is gone while the command runs [operate.uploads]', async () => {
  await edit((text) => `${text.replace('name: Your first', 'name: Your last')}\n[a](${webUrl}/slow)\n`);
  const agent = new Agent({ keepAlive: true });
  const put = async (name: string) => {
    const response = await ask(server, 'PUT /uploads', await readFile(join(folder, name)), { agent });
    return { name, upload: JSON.parse(response.body).upload };
  };
  const uploads = [];
  for (const name of await readdir(folder)) uploads.push(await put(name));
  const asked = once(web, 'request');
  const inputs = { folder: uploads };
  const command = { command: 'course add', operator: 'ada', inputs, dryRun: false };
  const headers = { 'content-type': 'application/json' };
  const failed = expect(
    ask(server, 'POST /commands', JSON.stringify(command), { agent, headers }),
  ).rejects.toThrow();
  const [, response] = (await asked) as [unknown, ServerResponse];
  agent.destroy();
  await failed;
  // The server handles the end of that connection first.
  await operate(server, 'course list');
  response.writeHead(200).end();
  await until(async () => {
    const { rows = [] } = await operate(server, 'course list');
    expect(rows.map(({ name }) => name)).toContain('Your last trade plan');
  });
});

test('reports each broken link and adds nothing, unless that is allowed [operate.course-links]', async () => {
  const count = (await operate(server, 'course list')).rows?.length;
  const files = await stored();
  await edit(
    (text) =>
      `${text}\n[a](${webUrl}/ok) [b](${webUrl}/get) [c](${webUrl}/gone) [d](worksheet.pdf) [e](http://127.0.0.1:1/)\n`,
  );
  const answer = await send(server, 'course add', { folder: await upload(server, folder) });
  expect(answer.ok).toBe(false);
  expect(answer.message).toContain(`${webUrl}/gone  The response is 404.`);
  expect(answer.message).toContain('worksheet.pdf  It is relative to the page.');
  expect(answer.message).toContain('http://127.0.0.1:1/  The server cannot be reached.');
  expect(answer.message).not.toContain('/ok');
  expect(answer.message).not.toContain('/get');
  expect((await operate(server, 'course list')).rows?.length).toBe(count);
  expect(await stored()).toBe(files);
  await add({ 'allow-broken-links': true });
});

test('says what is wrong with a folder and stores none of its files', async () => {
  const files = await stored();
  const problems: [change: () => Promise<void>, message: string][] = [
    [() => rm(join(folder, 'course.md')), 'The folder has no file course.md.'],
    [() => edit((text) => text.slice(4)), 'It must begin with the lines "---"'],
    [() => edit((text) => text.replace('name: Your', 'nam: Your')), 'The field nam'],
    [() => rm(join(folder, 'worksheet.pdf')), 'names worksheet.pdf, which is not in the folder.'],
    [() => writeFile(join(folder, 'worksheet.pdf'), '<html>'), 'worksheet.pdf must be a PDF document.'],
    [() => writeFile(join(folder, 'first-trade.webp'), 'no image'), 'first-trade.webp must be an image'],
    [() => cp(join(folder, 'worksheet.pdf'), join(folder, 'first-trade.webm')), 'must be a video'],
    [() => writeFile(join(folder, 'first-trade.vtt'), '1\n00:00'), 'must be captions (WebVTT)'],
  ];
  for (const [change, message] of problems) {
    await rm(folder, { recursive: true, force: true });
    await cp(exampleCourse, folder, { recursive: true });
    await change();
    const response = await send(server, 'course add', { folder: await upload(server, folder) });
    expect(response.message).toContain(message);
    expect(response.ok).toBe(false);
  }
  expect(await stored()).toBe(files);
});

test('orders the courses, the named ones first [operate.course-order]', async () => {
  const ids = ((await operate(server, 'course list')).rows ?? []).map(({ course }) => String(course));
  const [last = ''] = ids.slice(-1);
  await operate(server, 'course order', { courses: [last] });
  const { rows = [] } = await operate(server, 'course list');
  expect(rows.map(({ course }) => String(course))).toEqual([last, ...ids.slice(0, -1)]);
  expect(await send(server, 'course order', { courses: ['999999'] })).toMatchObject({ ok: false });
});
