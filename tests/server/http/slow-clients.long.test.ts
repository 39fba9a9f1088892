// Who sends slowly, for ever, or too much holds nobody up (ASVS 15.2.2).
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../support/test-server.ts';

let server: TestServer;
afterEach(() => server.close());

/** A connection that has sent this, and will be read to its end. */
async function begin(text: string): Promise<{ socket: Socket; answer: Promise<string> }> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  let heard = '';
  socket.on('data', (chunk) => {
    heard += String(chunk);
  });
  // A connection that is cut off is one that has ended.
  socket.on('error', () => socket.destroy());
  const answer = once(socket, 'close').then(() => heard);
  await once(socket, 'connect');
  socket.write(text);
  return { socket, answer };
}

const head = (path: string, ...more: readonly string[]) =>
  [`POST ${path} HTTP/1.1`, 'Host: localhost', ...more, '', ''].join('\r\n');
const json = (length: number) => ['Content-Type: application/json', `Content-Length: ${length}`];
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);

test('returns 408 when headers never end, and serves other requests meanwhile', async () => {
  server = await startTestServer({ timeouts: { headersMs: 200, requestMs: 60_000, checkMs: 50 } });
  const slow = await begin('GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: a');
  expect((await server.call('GET', '/healthz')).status).toBe(200);
  expect(statusOf(await slow.answer)).toBe(408);
});

test.each(['/api/web/login', '/api/webhooks/stripe', '/api/webhooks/paypal'])(
  'returns 408 with a message and closes the connection when a small body to %s never ends',
  async (path) => {
    server = await startTestServer({ timeouts: { smallBodyMs: 100 } });
    const answer = await (await begin(`${head(path, ...json(500))}{"a"`)).answer;
    expect(statusOf(answer)).toBe(408);
    expect(answer).toContain('The request took too long.');
    expect(answer).toMatch(/^connection: close$/im);
  },
);

const boundary = 'x'.repeat(10);
const form = ['first_name', 'about'].map(
  (name) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nText\r\n`,
);
const formHead = (token: string) =>
  head(
    '/api/web/update-profile',
    `Authorization: Bearer ${token}`,
    `Content-Type: multipart/form-data; boundary=${boundary}`,
    `Content-Length: ${form.join('').length + boundary.length + 6}`,
    'Connection: close',
  );

test('gives an upload more time than a small body', async () => {
  server = await startTestServer({ timeouts: { smallBodyMs: 100 } });
  const upload = await begin(formHead(await server.signIn('member')) + form[0]);
  // By the time that a small body was given up, the upload has waited as long.
  expect(statusOf(await (await begin(`${head('/api/web/login', ...json(9))}{`)).answer)).toBe(408);
  upload.socket.write(`${form[1]}--${boundary}--\r\n`);
  expect(statusOf(await upload.answer)).toBe(200);
});

test('cuts off an upload that never ends', async () => {
  server = await startTestServer({ timeouts: { headersMs: 300, requestMs: 300, checkMs: 50 } });
  const upload = await begin(formHead(await server.signIn('member')) + form[0]);
  expect(await upload.answer).not.toContain('HTTP/1.1 200');
  expect((await server.call('GET', '/healthz')).status).toBe(200);
});

test.each(['stripe', 'paypal'])(
  'returns 413 for a webhook of %s over 1 MiB, with or without a length',
  async (name) => {
    server = await startTestServer();
    const path = `/api/webhooks/${name}`;
    const body = JSON.stringify({ padding: 'x'.repeat(1024 * 1024) });
    expect((await server.call('POST', path, { body })).status).toBe(413);
    const response = await fetch(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: new Blob([body]).stream(),
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(413);
    const fits = `{"padding":"${'x'.repeat(1024 * 1024 - 14)}"}`;
    expect(fits).toHaveLength(1024 * 1024);
    expect((await server.call('POST', path, { body: fits })).status).toBe(400);
  },
);

test('delays the ninth parallel upload of a user until another one ends', async () => {
  server = await startTestServer();
  const token = await server.signIn('member');
  const folder = join(server.context.config.dataFolder, 'tmp');
  const picture = `--${boundary}\r\nContent-Disposition: form-data; name="profile_image"; filename="a.png"\r\n\r\nx`;
  const start = () =>
    begin(
      head(
        '/api/web/update-profile',
        `Authorization: Bearer ${token}`,
        `Content-Type: multipart/form-data; boundary=${boundary}`,
        'Content-Length: 10000',
      ) + picture,
    );
  const stored = async () => (await readdir(folder)).length;
  const uploads = await Promise.all(Array.from({ length: 9 }, start));
  while ((await stored()) < 8) await server.call('GET', '/healthz');
  // The calls of others, and this person's own calls without files, are answered meanwhile.
  for (let call = 0; call < 10; call += 1)
    expect((await server.call('GET', '/api/web/profile', { token })).status).toBe(200);
  expect(await stored()).toBe(8);
  const [waiting] = uploads.splice(8);
  for (const { socket } of uploads) socket.destroy();
  while ((await stored()) !== 1) await server.call('GET', '/healthz');
  waiting?.socket.destroy();
});

test('closes a connection whose response is not read', async () => {
  const webFolder = await mkdtemp(join(tmpdir(), 'openbell-site-'));
  try {
    await writeFile(join(webFolder, 'index.html'), '<!doctype html><title>Site</title>');
    // Larger than the buffers of the connection itself.
    await writeFile(join(webFolder, 'big.bin'), Buffer.alloc(64 * 1024 * 1024));
    server = await startTestServer({ webFolder, timeouts: { stalledMs: 100 } });
    const { socket, answer } = await begin('GET /big.bin HTTP/1.1\r\nHost: localhost\r\n\r\n');
    socket.pause();
    await timedOut();
    socket.resume();
    expect((await answer).length).toBeLessThan(64 * 1024 * 1024);
  } finally {
    await rm(webFolder, { recursive: true, force: true });
  }
});

/** Resolves when the server has closed a connection on which nothing moved. */
async function timedOut(): Promise<void> {
  while (!server.logLines.some((line) => line.includes('connection-timed-out')))
    await new Promise((done) => setImmediate(done));
}
