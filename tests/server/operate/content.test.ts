// Alerts and courses, as an operator publishes them. One server, and so one process that decodes their images.
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { Agent, createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  publishAlert,
  publishDueAlerts,
  retractAlert,
  storeAlertPicture,
} from '../../../examples/server/src/content/index.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { sharedServer } from '../../support/test-server.ts';
import { until } from '../../support/until.ts';
import { tinyImages } from '../files/tiny-images.ts';
import { ask, exampleCourse, operate, patientWorkers, send, upload, uploadOne } from './support.ts';

let subscriber: string;
const server = sharedServer({ frozen: true, fileWorkers: patientWorkers });
beforeAll(async () => {
  subscriber = await server.signIn('subscriber');
});

describe('alerts', () => {
  const folder = temporaryFolder();

  /** Uploads a picture with the place of the photograph, unless other bytes are passed. */
  const uploadPicture = async (bytes = Buffer.from(tinyImages.jpegWithExif, 'base64')) => {
    const path = join(folder, 'chart.jpg');
    await writeFile(path, bytes);
    return uploadOne(server, path);
  };
  const storedPictures = async () => {
    const keys = [];
    for await (const { key } of server.context.files.list('alerts')) keys.push(key);
    return keys;
  };
  const pictureOf = (message = '') => new URL(message.split('\n')[1] ?? '').pathname;

  const alerts = async () => {
    const { body } = await server.call('GET', '/api/web/alerts', { token: subscriber });
    return body.data as unknown as { id: number; message: string; created_at: string }[];
  };

  test('publishes an alert with its link to the list, its page and push [operate.alert]', async () => {
    const events: number[] = [];
    const stop = server.context.bus.subscribe('alert-created', ({ alertId }) => events.push(alertId));
    const link = 'https://example.com/live?a=1';
    const { details } = await operate(server, 'alert publish', { text: '<b>SPY</b> 520C', link });
    stop();
    const [first] = await alerts();
    expect(first?.message).toBe(`<b>SPY</b> 520C\n${link}`);
    expect(events).toEqual([first?.id]);
    const page = new URL(String(details?.page));
    expect(page.pathname).toBe('/alerts');
    const byCode = await server.call('GET', `/api/web/alert/${page.searchParams.get('code')}`);
    expect(byCode.body.alert?.id).toBe(first?.id);
  });

  test('rejects a link that is no web address, a long text and a time in the past', async () => {
    for (const inputs of [
      { text: 'x', link: 'javascript:alert(1)' },
      { text: 'x'.repeat(2_001) },
      { text: 'x', at: '2020-01-01' },
    ]) {
      expect(await send(server, 'alert publish', inputs)).toMatchObject({ ok: false });
    }
  });

  test('publishes a scheduled alert once when its time has come [operate.alert-schedule]', async () => {
    const before = (await alerts()).length;
    const at = new Date(server.clock.now() + 3_600_000).toISOString().replace('.000', '');
    const { details } = await operate(server, 'alert publish', {
      text: 'In an hour',
      at: at.replace(/\.\d+/, ''),
    });
    await publishDueAlerts(server.context);
    expect((await alerts())[0]?.message).not.toBe('In an hour');
    const { rows = [] } = await operate(server, 'alert list', { limit: '1' });
    expect(rows).toContainEqual(expect.objectContaining({ alert: details?.alert, state: 'scheduled' }));
    server.clock.advance(3_600_000);
    await Promise.all([publishDueAlerts(server.context), publishDueAlerts(server.context)]);
    const after = await alerts();
    expect(after.filter(({ message }) => message === 'In an hour')).toHaveLength(1);
    expect(after.length).toBeGreaterThanOrEqual(Math.min(before, 10));
    expect((await operate(server, 'alert list')).rows?.every((row) => row.state === 'published')).toBe(true);
  });

  test('retracts a published and a scheduled alert, and changes nothing in a dry run [operate.alert-retract]', async () => {
    const { details } = await operate(server, 'alert publish', { text: 'Wrong ticker' });
    const alert = String(details?.alert);
    const preview = await operate(server, 'alert retract', { alert }, true);
    expect(preview.message).toContain('Would remove');
    expect((await alerts())[0]?.message).toBe('Wrong ticker');
    await operate(server, 'alert retract', { alert });
    expect((await alerts())[0]?.message).not.toBe('Wrong ticker');
    expect(await send(server, 'alert retract', { alert })).toMatchObject({ ok: false });

    const at = new Date(server.clock.now() + 60_000).toISOString().replace(/\.\d+/, '');
    const scheduled = String((await operate(server, 'alert publish', { text: 'Later', at })).details?.alert);
    await operate(server, 'alert retract', { alert: scheduled });
    server.clock.advance(120_000);
    await publishDueAlerts(server.context);
    expect((await alerts()).some(({ message }) => message === 'Later')).toBe(false);
  });

  test('serves the picture of an alert without metadata until it is retracted [operate.alert-picture]', async () => {
    const link = 'https://example.com/live';
    const { details } = await operate(server, 'alert publish', {
      text: 'SPY 520C',
      picture: await uploadPicture(),
      link,
    });
    const [first] = await alerts();
    const lines = first?.message.split('\n');
    expect(lines).toEqual(['SPY 520C', details?.picture, link]);
    const path = pictureOf(first?.message);
    expect(path).toMatch(/^\/media\/alert-pictures\/[0-9a-f]{32}\.jpg$/);
    const shown = await fetch(server.url + path);
    expect(shown.headers.get('content-type')).toBe('image/jpeg');
    expect(shown.headers.get('cache-control')).toBe('no-store');
    expect(shown.headers.get('referrer-policy')).toBe('no-referrer');
    expect(Buffer.from(await shown.arrayBuffer()).toString('latin1')).not.toContain('SecretPlace');
    await operate(server, 'alert retract', { alert: String(details?.alert) });
    expect((await fetch(server.url + path)).status).toBe(404);
    expect(await storedPictures()).toEqual([]);
    expect((await server.call('GET', '/media/alert-pictures/..%2Favatars%2Fx.jpg')).status).toBe(404);
  });

  test('publishes a scheduled alert with its picture, or removes both [operate.alert-picture]', async () => {
    const at = new Date(server.clock.now() + 60_000).toISOString().replace(/\.\d+/, '');
    const schedule = async () =>
      (await operate(server, 'alert publish', { text: 'Chart', picture: await uploadPicture(), at })).details;
    const [kept, canceled] = [await schedule(), await schedule()];
    await operate(server, 'alert retract', { alert: String(canceled?.alert) });
    expect(await storedPictures()).toHaveLength(1);
    server.clock.advance(60_000);
    await publishDueAlerts(server.context);
    const [first] = await alerts();
    expect(first?.message).toBe(`Chart\n${kept?.picture}`);
    expect((await fetch(server.url + pictureOf(first?.message))).status).toBe(200);
    await operate(server, 'alert retract', { alert: String(first?.id) });
    expect(await storedPictures()).toEqual([]);
  });

  test('stores no picture when the alert or the picture is refused [operate.alert-picture]', async () => {
    const before = await alerts();
    for (const inputs of [
      { text: 'x', picture: await uploadPicture(Buffer.from('%PDF-1.4 no picture')) },
      { text: 'x', picture: await uploadPicture(Buffer.from(tinyImages.gif, 'base64')) },
      { text: 'x'.repeat(1_990), picture: await uploadPicture() },
      { text: 'x', picture: await uploadPicture(), at: '2020-01-01' },
      { text: 'x', picture: 'chart.jpg' },
    ]) {
      expect(await send(server, 'alert publish', inputs)).toMatchObject({ ok: false });
    }
    const scanner = { scan: () => Promise.resolve('A-Virus') };
    const scanned = { ...server.context, scanner };
    await expect(
      storeAlertPicture(scanned, { name: 'a.jpg', path: join(folder, 'chart.jpg'), bytes: 1 }),
    ).rejects.toMatchObject({ status: 422 });
    expect(await storedPictures()).toEqual([]);
    expect(await alerts()).toEqual(before);
  });

  test('keeps an alert whose picture cannot be removed, so that it can be retracted again', async () => {
    const { details } = await operate(server, 'alert publish', {
      text: 'Kept',
      picture: await uploadPicture(),
    });
    const alert = String(details?.alert);
    const failing = vi.spyOn(server.context.files, 'delete').mockRejectedValueOnce(new Error('offline'));
    expect(await send(server, 'alert retract', { alert })).toMatchObject({ ok: false });
    failing.mockRestore();
    expect((await alerts())[0]?.message).toContain('Kept');
    await operate(server, 'alert retract', { alert });
    expect(await storedPictures()).toEqual([]);
  });
});

test('removes the picture of an alert outside the transaction, which would wait for a slow storage', async () => {
  const { bus } = server.context;
  const { alert } = await publishAlert(server.context, { message: 'Chart', picture: 'chart.jpg' });
  const steps: string[] = [];
  const transact: typeof bus.transact = async (work) => {
    steps.push('begin');
    const result = await bus.transact(work);
    steps.push('commit');
    return result;
  };
  const files = { ...server.context.files, delete: async (key: string) => void steps.push(key) };
  expect(await retractAlert({ ...server.context, bus: { ...bus, transact }, files }, alert.id)).toBe(true);
  expect(steps).toEqual(['alerts/chart.jpg', 'begin', 'commit']);
});

describe('courses', () => {
  let web: Server;
  let webUrl: string;
  let folder: string;
  beforeAll(async () => {
    // /get responds to GET only, as some sites do.
    web = createServer(({ url, method }, response) => {
      if (url === '/slow') return;
      const isFound = url === '/ok' || (url === '/get' && method === 'GET');
      response.writeHead(isFound ? 200 : 404).end();
    });
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
    webUrl = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
  });
  afterAll(() => {
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
    (await server.call('GET', '/api/app/courses', { token: subscriber })).body as unknown as ShownCourse[];
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

  test('adds a course that lists one document under two names', async () => {
    await edit((text) => text.replace(/^documents:\n/m, '$&- name: Copy\n  file: worksheet.pdf\n'));
    const course = String((await add()).details?.course);
    await operate(server, 'course publish', { course });
    const shown = (await courses()).find(({ id }) => String(id) === course);
    expect(shown?.documents.map(({ name }) => name)).toEqual(['Copy', 'Trade plan worksheet']);
    for (const { file } of shown?.documents ?? []) {
      expect((await server.call('GET', file)).status).toBe(200);
    }
    await operate(server, 'course publish', { course, hide: true });
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

  test('uploads the target of a symbolic link to a file, and ignores a link to a folder', async () => {
    await mkdir(join(folder, 'shared'));
    await rename(join(folder, 'worksheet.pdf'), join(folder, 'shared', 'paper.pdf'));
    await symlink(join('shared', 'paper.pdf'), join(folder, 'worksheet.pdf'));
    await symlink('shared', join(folder, 'linked'));
    const names = (await upload(server, folder)).map(({ name }) => name);
    expect(names).toContain('worksheet.pdf');
    expect(names).not.toContain('linked');
    await add();
  });

  test('orders the courses, the named ones first [operate.course-order]', async () => {
    const ids = ((await operate(server, 'course list')).rows ?? []).map(({ course }) => String(course));
    const [last = ''] = ids.slice(-1);
    await operate(server, 'course order', { courses: [last] });
    const { rows = [] } = await operate(server, 'course list');
    expect(rows.map(({ course }) => String(course))).toEqual([last, ...ids.slice(0, -1)]);
    expect(await send(server, 'course order', { courses: ['999999'] })).toMatchObject({ ok: false });
  });
});
