// Requests for files leave no file or connection open in the server's process, whatever becomes of them.
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { otherRoutes } from '../../../examples/server/src/access.ts';
import { mediaLinksOf } from '../../../examples/server/src/chat/media-links.ts';
import { mediaPath } from '../../../examples/server/src/chat/message-files.ts';
import { messageFiles, messages } from '../../../examples/server/src/db/schema/chat.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';
import { tinyImages } from '../chat/tiny-images.ts';

const MIB = 1024 * 1024;
const requestsOfEach = 12;

let server: TestServer;
/** A path of each route that sends files or pictures, by its route. */
let paths: Readonly<Record<string, string>>;

beforeAll(async () => {
  server = await startTestServer();
  const token = await server.signIn('subscriber');
  const read = async (path: string) => (await server.call('GET', path, { token })).body;
  const courses = JSON.parse((await server.call('GET', '/api/app/courses', { token })).text);
  const news = JSON.parse((await server.call('GET', '/api/app/news-list', { token })).text);
  const form = new FormData();
  form.append('profile_image', new File([Buffer.from(tinyImages.jpeg, 'base64')], 'me.jpg'));
  const saved = await server.call('POST', '/api/web/update-profile', { token, body: form });
  const invoice = JSON.stringify(await read('/api/web/profile')).match(/\/media\/invoices\/[^"]+/)?.[0];
  paths = {
    'GET /media/avatars/:file': String(saved.body.user?.dp),
    'GET /media/chat/:file': await postLargeFile(),
    'GET /media/courses/:file': courses[0].video,
    'GET /media/course-pictures/:file': courses[0].image,
    'GET /media/invoices/:id': invoice ?? '/media/invoices/1',
    'GET /media/news/:file': news[0].image,
    'GET /media/sandbox.css': '/media/sandbox.css',
    'GET /media/tickers/:file': '/media/tickers/AAPL',
  };
});
afterAll(() => server.close());

/** Stores a file that does not fit into what a connection buffers, and gives its address. */
async function postLargeFile(): Promise<string> {
  const { context } = server;
  const [message] = await context.db.select({ id: messages.id }).from(messages).limit(1);
  const file = {
    id: 'f'.repeat(32),
    name: 'film.mp4',
    mime: 'video/mp4',
    bytes: 32 * MIB,
    width: null,
    height: null,
  };
  await context.db.insert(messageFiles).values({ ...file, messageId: message?.id ?? 0, position: 9 });
  await mkdir(dirname(mediaPath(context, file.id)), { recursive: true });
  await writeFile(mediaPath(context, file.id), Buffer.alloc(file.bytes));
  return (await mediaLinksOf(context)).url(file.id);
}

const openDescriptors = () => readdirSync('/proc/self/fd').length;

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly range: string | null;
  /** Whether the connection is cut once the first bytes of the answer have come. */
  readonly cut: boolean;
}

/** Makes one request on a connection of its own, and gives the status when the connection has ended. */
async function ask({ method, path, range, cut }: Asked): Promise<number> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  let head = '';
  socket.on('data', (chunk) => {
    if (head === '') head = chunk.toString('latin1', 0, 20);
    if (cut) socket.destroy();
  });
  socket.on('error', () => socket.destroy());
  socket.write(
    [
      `${method} ${path} HTTP/1.1`,
      'Host: localhost',
      'Connection: close',
      ...(range === null ? [] : [`Range: ${range}`]),
      '',
      '',
    ].join('\r\n'),
  );
  await once(socket, 'close');
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]);
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
    const asked = Object.values(paths).map((path) => ({
      method,
      path,
      range: ranges[range as keyof typeof ranges],
      cut,
    }));
    await Promise.all(asked.map(ask));
    const before = openDescriptors();
    for (let round = 0; round < requestsOfEach; round += 1) await Promise.all(asked.map(ask));
    await vi.waitFor(() => expect(openDescriptors()).toBeLessThanOrEqual(before), 20_000);
  },
);

test('responds to HEAD with the headers of GET and without a body', async () => {
  for (const path of Object.values(paths)) {
    const get = await fetch(server.url + path, { redirect: 'manual' });
    const head = await fetch(server.url + path, { method: 'HEAD', redirect: 'manual' });
    const told = (answer: Response) => [answer.status, answer.headers.get('content-type')];
    expect(told(head), path).toEqual(told(get));
    if (get.headers.get('accept-ranges') === 'bytes')
      expect(head.headers.get('content-length'), path).toBe(get.headers.get('content-length'));
    expect(await head.text()).toBe('');
    await get.body?.cancel();
  }
});

test('returns 200 and no bytes for an empty file', async () => {
  const path = paths['GET /media/chat/:file'] ?? '';
  await writeFile(mediaPath(server.context, 'f'.repeat(32)), '');
  const answer = await fetch(server.url + path);
  expect([answer.status, answer.headers.get('content-length'), await answer.text()]).toEqual([200, '0', '']);
});
