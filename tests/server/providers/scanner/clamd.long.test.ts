// Uploads are scanned with clamd's protocol before they can be downloaded.
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClamdScanner } from '../../../../examples/server/src/providers/scanner/clamd.ts';
import { type ChatWorld, startWorld, type TestUser } from '../../chat/support.ts';
import { tinyImages } from '../../files/tiny-images.ts';
import { type FakeClamd, harmfulWords, startClamd } from './fake-clamd.ts';

let clamd: FakeClamd;
let world: ChatWorld;
let ann: TestUser;
let chatId: number;

beforeAll(async () => {
  clamd = await startClamd();
  world = await startWorld({ config: { clamd: { host: '127.0.0.1', port: clamd.port } } });
  ann = await world.user('Ann');
  chatId = await world.chat('GR', 'Group', [ann]);
});
afterAll(async () => {
  await world.close();
  await clamd.close();
});

const pdf = (more = ''): File =>
  new File([`%PDF-1.7\n1 0 obj\n<<>>\nendobj\n${more}\n%%EOF\n`], 'report.pdf', { type: 'application/pdf' });
const send = (file: File) => world.form(`/web/chat/${chatId}`, ann, { message: '' }, [file]);
const messages = async () => {
  const { body } = await world.get(`/web/chat/${chatId}?min_id=-1`, ann);
  return (body.data as unknown as { messages: unknown[] }).messages;
};
/** Stored files, and leftover temporary files. */
const files = async () => {
  const { dataFolder } = world.server.context.config;
  const all = await readdir(dataFolder, { recursive: true, withFileTypes: true });
  return all.filter((entry) => entry.isFile() && /^[0-9a-f-]{32,36}$/.test(entry.name));
};

test('scans the whole file, stores it when it is clean, and rejects it when it is harmful [chat.file-scanner]', async () => {
  const long = 'words '.repeat(50_000);
  expect((await send(pdf(long))).status).toBe(201);
  expect(clamd.seen[0]?.equals(Buffer.from(await pdf(long).arrayBuffer()))).toBe(true);
  const refused = await send(pdf(harmfulWords));
  expect(refused).toMatchObject({
    status: 422,
    body: { errors: { files: ['This file may be harmful, so it was not accepted.'] } },
  });
  expect(await messages()).toHaveLength(1);
  expect(await files()).toHaveLength(1);
});

test('returns 503 when the scanner is down, hangs up or cannot scan the file [chat.file-scanner]', async () => {
  const { port } = clamd;
  const large = pdf('x'.repeat(2_000_000));
  const before = { messages: await messages(), files: await files() };
  const refusal = {
    status: 503,
    body: { message: 'Files cannot be scanned right now. Please try again later.', retry_after: 30 },
  };
  expect(await send(large)).toMatchObject(refusal);
  await clamd.close();
  expect(await send(pdf())).toMatchObject(refusal);
  const mute = await startClamd({ port, host: '127.0.0.1' }, { isMute: true });
  expect(await send(large)).toMatchObject(refusal);
  await mute.close();
  expect(world.server.logLines.join('\n')).toContain('file-not-scanned');
  expect({ messages: await messages(), files: await files() }).toEqual(before);
  clamd = await startClamd({ port, host: '127.0.0.1' });
  expect((await send(pdf())).status).toBe(201);
});

test('scans a profile picture and rejects it when it is harmful or was not scanned [profile.avatar-scanner]', async () => {
  const picture = Buffer.from(tinyImages.jpegWithExif, 'base64');
  const save = (...parts: readonly (string | Buffer)[]) => {
    const form = new FormData();
    form.append('profile_image', new File([Buffer.concat(parts.map((part) => Buffer.from(part)))], 'me.jpg'));
    return world.server.call('POST', '/api/web/update-profile', { token: ann.token, body: form });
  };
  const avatars = () =>
    readdir(join(world.server.context.config.dataFolder, 'media', 'avatars')).catch(() => [] as string[]);
  expect(await save(picture, harmfulWords)).toMatchObject({
    status: 422,
    body: { errors: { profile_image: ['This file may be harmful, so it was not accepted.'] } },
  });
  const { port } = clamd;
  await clamd.close();
  expect(await save(picture)).toMatchObject({ status: 503, body: { retry_after: 30 } });
  clamd = await startClamd({ port, host: '127.0.0.1' });
  expect(await avatars()).toEqual([]);
  expect(await save(picture)).toMatchObject({ status: 200 });
  expect(clamd.seen[0]?.equals(picture)).toBe(true);
  expect(await avatars()).toHaveLength(1);
});

test('connects to a scanner that listens on a Unix socket', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'clamd-'));
  const daemon = await startClamd({ path: join(folder, 'clamd.ctl') });
  const scanner = createClamdScanner({ path: join(folder, 'clamd.ctl') });
  await writeFile(join(folder, 'clean'), 'words');
  await writeFile(join(folder, 'harmful'), harmfulWords);
  expect(await scanner.scan(join(folder, 'clean'))).toBeNull();
  expect(await scanner.scan(join(folder, 'harmful'))).toBe('Stand-In-Signature');
  await daemon.close();
  await rm(folder, { recursive: true });
});
