import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { publishDueAlerts, storeAlertPicture } from '../../../examples/server/src/content/index.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';
import { tinyImages } from '../files/tiny-images.ts';
import { operate, patientWorkers, send, uploadOne } from './support.ts';

let server: TestServer;
let subscriber: string;
let folder: string;
beforeAll(async () => {
  server = await startTestServer({ frozen: true, fileWorkers: patientWorkers });
  folder = await mkdtemp(join(tmpdir(), 'openbell-alert-'));
  subscriber = await server.signIn('subscriber');
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Uploads a picture with the place of the photograph, unless other bytes are passed. */
const upload = async (bytes = Buffer.from(tinyImages.jpegWithExif, 'base64')) => {
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
    picture: await upload(),
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
    (await operate(server, 'alert publish', { text: 'Chart', picture: await upload(), at })).details;
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
    { text: 'x', picture: await upload(Buffer.from('%PDF-1.4 no picture')) },
    { text: 'x', picture: await upload(Buffer.from(tinyImages.gif, 'base64')) },
    { text: 'x'.repeat(1_990), picture: await upload() },
    { text: 'x', picture: await upload(), at: '2020-01-01' },
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
  const { details } = await operate(server, 'alert publish', { text: 'Kept', picture: await upload() });
  const alert = String(details?.alert);
  const failing = vi.spyOn(server.context.files, 'delete').mockRejectedValueOnce(new Error('offline'));
  expect(await send(server, 'alert retract', { alert })).toMatchObject({ ok: false });
  failing.mockRestore();
  expect((await alerts())[0]?.message).toContain('Kept');
  await operate(server, 'alert retract', { alert });
  expect(await storedPictures()).toEqual([]);
});
