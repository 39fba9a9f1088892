// Requests for files leave no file or connection open in the server's process, however they end.
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { runDataExports } from '../../../examples/server/src/accounts/personal-data/data-exports.ts';
import { mediaLinksOf } from '../../../examples/server/src/chat/media-links.ts';
import { mediaKey } from '../../../examples/server/src/chat/message-files.ts';
import { alertPicturePath, storeAlertPicture } from '../../../examples/server/src/content/alert-pictures.ts';
import { mails } from '../../../examples/server/src/db/schema/accounts.ts';
import { messageFiles, messages } from '../../../examples/server/src/db/schema/chat.ts';
import { otherRoutes } from '../../support/other-routes.ts';
import { headOf } from '../../support/raw-connection.ts';
import { startS3 } from '../../support/s3.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';
import { sharedServer, startTestServer, type TestServer } from '../../support/test-server.ts';
import { until } from '../../support/until.ts';
import { tinyImages } from '../files/tiny-images.ts';
import { mediaPath } from '../media-path.ts';

const MIB = 1024 * 1024;
const requestsOfEach = 12;

const server = sharedServer();
const s3 = sharedByTests(startS3);
/** A server whose uploaded files are in a bucket, and the paths of its files. */
const bucketServer = sharedByTests(() => startTestServer({ config: { s3: s3.access } }));
let bucketPaths: readonly string[];
/** A path for each route that sends files or images. */
let paths: Readonly<Record<string, string>>;

beforeAll(async () => {
  const token = await server.signIn('subscriber');
  const read = async (path: string) => (await server.call('GET', path, { token })).body;
  const courses = JSON.parse((await server.call('GET', '/api/app/courses', { token })).text);
  const news = JSON.parse((await server.call('GET', '/api/app/news-list', { token })).text);
  const invoice = JSON.stringify(await read('/api/web/profile')).match(/\/media\/invoices\/[^"]+/)?.[0];
  paths = {
    'GET /media/alert-pictures/:file': await saveAlertPicture(server),
    'GET /media/avatars/:file': await savePicture(server),
    'GET /media/chat/:file': await postLargeFile(server),
    'GET /media/courses/:file': courses[0].video,
    'GET /media/data-exports/:file': await requestData(server, token),
    'GET /media/course-pictures/:file': courses[0].image,
    'GET /media/invoices/:id': invoice ?? '/media/invoices/1',
    'GET /media/news/:file': news[0].image,
    'GET /media/sandbox.css': '/media/sandbox.css',
    'GET /media/tickers/:file': '/media/tickers/AAPL',
  };
  bucketPaths = [await savePicture(bucketServer), await postLargeFile(bucketServer)];
});

/** Saves a profile picture and returns its URL. */
async function savePicture(of: TestServer): Promise<string> {
  const body = new FormData();
  body.append('profile_image', new File([Buffer.from(tinyImages.jpeg, 'base64')], 'me.jpg'));
  const token = await of.signIn('subscriber');
  const saved = await of.call('POST', '/api/web/update-profile', { token, body });
  return String(saved.body.user?.dp);
}

/** Stores the picture of an alert and returns its path. */
async function saveAlertPicture({ context }: TestServer): Promise<string> {
  const path = join(context.config.dataFolder, 'tmp', 'a'.repeat(32));
  const bytes = Buffer.from(tinyImages.jpeg, 'base64');
  await writeFile(path, bytes);
  return alertPicturePath(await storeAlertPicture(context, { path, name: 'chart.jpg', bytes: bytes.length }));
}

/** Stores a file larger than the buffers of a connection and returns its URL. */
async function postLargeFile({ context }: TestServer): Promise<string> {
  const [message] = await context.db.select({ id: messages.id }).from(messages).limit(1);
  const file = {
    id: 'f'.repeat(32),
    name: 'film.mp4',
    mime: 'video/mp4',
    bytes: 8 * MIB,
    width: null,
    height: null,
  };
  await context.db.insert(messageFiles).values({ ...file, messageId: message?.id ?? 0, position: 9 });
  const path = join(context.config.dataFolder, 'tmp', file.id);
  await writeFile(path, Buffer.alloc(file.bytes));
  await context.files.put(mediaKey(file.id), { path, mime: file.mime });
  return (await mediaLinksOf(context)).url(file.id);
}

/** Requests a copy of the member's data and returns the URL that is mailed. */
async function requestData({ call, context }: TestServer, token: string): Promise<string> {
  await call('POST', '/api/web/data-export', { token });
  await runDataExports(context, new AbortController().signal);
  const bodies = await context.db.select({ body: mails.body }).from(mails);
  return bodies.map(({ body }) => /\/media\/data-exports\/\S+/.exec(body)?.[0]).find(Boolean) ?? '';
}

const openDescriptors = () => readdirSync('/proc/self/fd').length;

interface RequestOptions {
  readonly url: string;
  readonly method: string;
  readonly path: string;
  readonly range: string | null;
  /** Whether the client disconnects after the first bytes of the response. */
  readonly cut: boolean;
}

/** Sends one request on a new connection; resolves when the connection has ended. */
async function ask({ url, method, path, range, cut }: RequestOptions): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('data', () => {
    if (cut) socket.destroy();
  });
  socket.on('error', () => socket.destroy());
  const ranges = range === null ? [] : [`Range: ${range}`];
  socket.write(headOf(`${method} ${path} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...ranges));
  await once(socket, 'close');
}

test('covers every media route', () => {
  const routes = Object.keys(otherRoutes).filter((route) => route.startsWith('GET /media/'));
  expect(Object.keys(paths).sort()).toEqual(routes.sort());
});

const ranges = {
  none: null,
  part: 'bytes=0-99',
  end: 'bytes=-1',
  'out of range': 'bytes=999999999-',
  broken: 'bytes=x',
};
const cases = ['GET', 'HEAD', 'POST', 'DELETE'].flatMap((method) =>
  Object.keys(ranges).flatMap((range) => [false, true].map((cut) => ({ method, range, cut }))),
);

test.skipIf(process.platform !== 'linux').each(cases)(
  'leaves no file descriptor open after $method with range $range, cut off: $cut',
  async ({ method, range, cut }) => {
    const request = { method, range: ranges[range as keyof typeof ranges], cut };
    const asked = [
      ...Object.values(paths).map((path) => ({ ...request, url: server.url, path })),
      ...bucketPaths.map((path) => ({ ...request, url: bucketServer.url, path })),
    ];
    await Promise.all(asked.map(ask));
    const before = openDescriptors();
    for (let round = 0; round < requestsOfEach; round += 1) await Promise.all(asked.map(ask));
    await until(() => expect(openDescriptors()).toBeLessThanOrEqual(before));
  },
);

test('responds to HEAD with the headers of GET and without a body', async () => {
  for (const path of Object.values(paths)) {
    const get = await fetch(server.url + path, { redirect: 'manual' });
    const head = await fetch(server.url + path, { method: 'HEAD', redirect: 'manual' });
    const headersOf = (response: Response) => [response.status, response.headers.get('content-type')];
    expect(headersOf(head), path).toEqual(headersOf(get));
    if (get.headers.get('accept-ranges') === 'bytes')
      expect(head.headers.get('content-length'), path).toBe(get.headers.get('content-length'));
    expect(await head.text()).toBe('');
    await get.body?.cancel();
  }
});

test('returns 200 and no bytes for an empty file', async () => {
  const path = paths['GET /media/chat/:file'] ?? '';
  await writeFile(mediaPath(server.context, 'f'.repeat(32)), '');
  const response = await fetch(server.url + path);
  expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([
    200,
    '0',
    '',
  ]);
});

test('closes the connection to the bucket when a client disconnects during a download', async () => {
  const [, path = ''] = bucketPaths;
  const request = { url: bucketServer.url, method: 'GET', path, range: null, cut: true };
  for (let round = 0; round < requestsOfEach; round += 1) {
    await Promise.all(Array.from({ length: 4 }, () => ask(request)));
  }
  // Idle connections are kept: at most one of each of four parallel requests for the size.
  await until(() => expect(s3.connections()).toBeLessThanOrEqual(4));
});
