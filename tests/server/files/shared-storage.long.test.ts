// Servers whose uploaded files are in a bucket, or on a disk that fails.
import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sweepUploads } from '../../../examples/server/src/chat/uploads/sweep-uploads.ts';
import { openDatabase } from '../../../examples/server/src/db/open-database.ts';
import { messageFiles } from '../../../examples/server/src/db/schema/chat.ts';
import { createS3Storage } from '../../../examples/server/src/storage/s3-storage.ts';
import type { FileStorage } from '../../../examples/server/src/storage/storage.types.ts';
import { StorageUnavailableError } from '../../../examples/server/src/storage/storage-error.ts';
import { firstChatOf } from '../../support/first-chat.ts';
import { hasPostgres, startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { type FakeS3, startS3 } from '../../support/s3.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';
import { tinyImages } from './tiny-images.ts';

const HOUR = 3_600_000;
let s3: FakeS3;
const servers: TestServer[] = [];

beforeEach(async () => {
  s3 = await startS3();
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
  await s3.close();
});

async function start(options: Parameters<typeof startTestServer>[0]): Promise<TestServer> {
  const server = await startTestServer(options);
  servers.push(server);
  return server;
}

const notes = 'quarterly notes, page by page';
const noteFile = () => new File([notes], 'notes.txt', { type: 'text/plain' });
const picture = () => new File([Buffer.from(tinyImages.jpeg, 'base64')], 'me.jpg');

/** Posts a file to the first group chat of the subscriber. */
async function post(server: TestServer, files: readonly File[], clientId?: string) {
  const token = await server.signIn('subscriber');
  const chatId = await firstChatOf(server, token);
  const body = new FormData();
  body.append('chat_id', String(chatId));
  body.append('message', 'see the file');
  if (clientId !== undefined) body.append('client_id', clientId);
  for (const file of files) body.append('files[]', file);
  return server.call('POST', `/api/web/chat/${chatId}`, { token, body });
}

const pathIn = (text: string) => /\/media\/chat\/[^"\\]+/.exec(text)?.[0] ?? '';
const temporaryFiles = (server: TestServer) => readdir(join(server.context.config.dataFolder, 'tmp'));

describe.runIf(hasPostgres)('two servers on one PostgreSQL and one bucket', () => {
  let postgres: TestPostgres;
  let a: TestServer;
  let b: TestServer;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.stop());
  beforeEach(async () => {
    const url = await postgres.createDatabase();
    const config = { s3: s3.access };
    a = await start({ config, database: await openDatabase({ url }) });
    b = await start({ config, database: await openDatabase({ url }) });
  });

  test('serves a file of one server at the other, whole and by range', async () => {
    const posted = await post(a, [noteFile()]);
    expect(posted.status).toBe(201);
    const path = pathIn(posted.text);
    const whole = await b.call('GET', path);
    expect([whole.status, whole.text]).toEqual([200, notes]);
    const part = await b.call('GET', path, { headers: { range: 'bytes=10-14' } });
    expect([part.status, part.text, part.headers.get('content-range')]).toEqual([
      206,
      'notes',
      `bytes 10-14/${notes.length}`,
    ]);
    const beyond = await b.call('GET', path, { headers: { range: 'bytes=999-' } });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${notes.length}`]);
  });

  test('serves a profile picture of one server at the other, and removes the replaced one', async () => {
    const token = await a.signIn('subscriber');
    const save = async (server: TestServer) => {
      const body = new FormData();
      body.append('profile_image', picture());
      return String((await server.call('POST', '/api/web/update-profile', { token, body })).body.user?.dp);
    };
    const first = await save(a);
    expect((await b.call('GET', first)).status).toBe(200);
    const second = await save(b);
    expect((await a.call('GET', second)).status).toBe(200);
    expect((await a.call('GET', first)).status).toBe(404);
    expect([...s3.objects.keys()].map((key) => key.replace(/[0-9a-f]{32}/, 'id'))).toEqual([
      'site/files/avatars/id.webp',
    ]);
  });

  test('removes the file of an unsent message from the bucket', async () => {
    const posted = await post(a, [picture(), picture()]);
    expect(s3.objects.size).toBe(2);
    const token = await b.signIn('subscriber');
    const body = { type: 'unsend' };
    const unsent = await b.call('POST', `/api/web/chat/${posted.body.id}/action`, { token, body });
    expect(unsent.status).toBe(200);
    expect(s3.objects.size).toBe(0);
  });

  test('sweeps old files without a message, and keeps recent and used ones of other servers', async () => {
    await post(a, [noteFile()]);
    const [used = ''] = s3.objects.keys();
    const key = (letter: string) => used.replace(/[0-9a-f]{32}$/, letter.repeat(32));
    const object = { bytes: Buffer.from('x'), type: '', modifiedAt: Date.now() - 2 * HOUR };
    for (const letter of 'abcd') s3.objects.set(key(letter), object);
    s3.objects.set(key('e'), { ...object, modifiedAt: Date.now() - HOUR / 2 });
    s3.objects.set('site/files/chat/README', object);
    s3.objects.set('another-site/chat/aaaa', object);
    const found = s3.objects.get(used);
    if (found !== undefined) found.modifiedAt = Date.now() - 2 * HOUR;
    await Promise.all([a, b].map(({ context }) => sweepUploads(context, Date.now())));
    expect([...s3.objects.keys()].sort()).toEqual(
      [used, key('e'), 'site/files/chat/README', 'another-site/chat/aaaa'].sort(),
    );
  });
});

describe('a server with a bucket', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await start({ config: { s3: s3.access } });
  });

  test.each([
    ['slow-down', 3],
    ['reset', 3],
    ['lost-response', 3],
    ['denied', 1],
  ] as const)(
    'rejects a post with 503 while uploads fail by %s, and stores it on a retry',
    async (kind, times) => {
      const clientId = randomUUID();
      s3.fail({ method: 'PUT', times, kind });
      const failed = await post(server, [picture(), picture()], clientId);
      expect([failed.status, failed.headers.get('retry-after')]).toEqual([503, '5']);
      expect(failed.body.message).toBe('Files are unavailable at the moment. Please try again.');
      expect(s3.objects.size).toBe(0);
      expect(await server.context.db.select().from(messageFiles)).toEqual([]);
      expect(await temporaryFiles(server)).toEqual([]);
      const log = server.logLines.join('\n');
      expect(log).toContain('storage-unavailable');
      expect(log).not.toContain(s3.access.secretAccessKey);
      expect(log).not.toContain(s3.access.accessKeyId);
      expect((await post(server, [picture(), picture()], clientId)).status).toBe(201);
      expect(s3.objects.size).toBe(2);
    },
  );

  test('rejects a picture with 503 while uploads fail, and keeps the profile', async () => {
    s3.fail({ method: 'PUT', times: 3, kind: 'slow-down' });
    const token = await server.signIn('subscriber');
    const body = new FormData();
    body.append('profile_image', picture());
    body.append('about', 'changed');
    const failed = await server.call('POST', '/api/web/update-profile', { token, body });
    expect([failed.status, failed.headers.get('retry-after')]).toEqual([503, '5']);
    expect(s3.objects.size).toBe(0);
    expect(await temporaryFiles(server)).toEqual([]);
    expect((await server.call('GET', '/api/web/profile', { token })).text).not.toContain('changed');
  });

  test('responds with 503 to a download while the bucket fails, and with 404 to a missing file', async () => {
    const path = pathIn((await post(server, [noteFile()])).text);
    for (const method of ['HEAD', 'GET'] as const) {
      s3.fail({ method, times: 3, kind: 'slow-down' });
      const failed = await server.call('GET', path);
      expect([failed.status, failed.headers.get('retry-after')]).toEqual([503, '5']);
    }
    expect((await server.call('GET', path)).text).toBe(notes);
    s3.objects.clear();
    expect((await server.call('GET', path)).status).toBe(404);
  });

  test('responds to HEAD without opening the body', async () => {
    const path = pathIn((await post(server, [noteFile()])).text);
    s3.requests.length = 0;
    const head = await server.call('HEAD', path);
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(notes.length)]);
    expect(s3.requests.map(({ line }) => line.split(' ')[0])).toEqual(['HEAD']);
  });

  test('posts a text while the bucket fails', async () => {
    s3.fail({ method: 'PUT', times: 99, kind: 'reset' });
    expect((await post(server, [])).status).toBe(201);
  });
});

describe('a server with a full disk', () => {
  const full: FileStorage = {
    ...createS3Storage({
      bucket: 'unused',
      endpoint: null,
      region: 'x',
      accessKeyId: '',
      secretAccessKey: '',
      prefix: '',
    }),
    put: async () => {
      throw new StorageUnavailableError('store a file', Object.assign(new Error(), { code: 'ENOSPC' }));
    },
    delete: async () => undefined,
  };

  test('rejects a file with 507 and still posts texts', async () => {
    const server = await start({ files: full });
    expect((await post(server, [noteFile()])).status).toBe(507);
    expect(await temporaryFiles(server)).toEqual([]);
    expect((await post(server, [])).status).toBe(201);
    expect(server.logLines.join()).toContain('"code":"ENOSPC"');
  });

  test('rejects a file with 503 when it cannot be written to the temporary folder', async () => {
    const server = await start({});
    await rm(join(server.context.config.dataFolder, 'tmp'), { recursive: true });
    const large = new File([Buffer.alloc(8 * 1024 * 1024, 'a')], 'large.txt');
    for (const files of [[noteFile()], [large, noteFile()]]) {
      const failed = await post(server, files);
      expect([failed.status, failed.headers.get('retry-after')]).toEqual([503, '5']);
    }
    expect((await post(server, [])).status).toBe(201);
  });
});
