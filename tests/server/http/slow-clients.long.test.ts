// A client that sends slowly, endlessly or too much does not block others (ASVS 15.2.2).
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { headOf, openRaw, statusOf } from '../../support/raw-connection.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';

let server: TestServer;
afterEach(() => server.close());

const send = (text: string) => openRaw(server.url, text);
const head = (path: string, ...more: readonly string[]) =>
  headOf(`POST ${path} HTTP/1.1`, 'Host: localhost', ...more);
const json = (length: number) => ['Content-Type: application/json', `Content-Length: ${length}`];

test('returns 408 when headers never end, and serves other requests meanwhile', async () => {
  server = await startTestServer({ timeouts: { headersMs: 200, requestMs: 60_000, checkMs: 50 } });
  const slow = await send('GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: a');
  expect((await server.call('GET', '/healthz')).status).toBe(200);
  expect(statusOf(await slow.ended)).toBe(408);
});

test.each(['/api/web/login', '/api/webhooks/stripe', '/api/webhooks/paypal'])(
  'returns 408 with a message and closes the connection when a small body to %s never ends',
  async (path) => {
    server = await startTestServer({ timeouts: { smallBodyMs: 100 } });
    const response = await (await send(`${head(path, ...json(500))}{"a"`)).ended;
    expect(statusOf(response)).toBe(408);
    expect(response).toContain('The request took too long.');
    expect(response).toMatch(/^connection: close$/im);
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
  const upload = await send(formHead(await server.signIn('member')) + form[0]);
  // The upload has already lasted longer than the timeout of a small body.
  expect(statusOf(await (await send(`${head('/api/web/login', ...json(9))}{`)).ended)).toBe(408);
  upload.socket.write(`${form[1]}--${boundary}--\r\n`);
  expect(statusOf(await upload.ended)).toBe(200);
});

test('closes the connection when an upload never ends', async () => {
  server = await startTestServer({ timeouts: { headersMs: 300, requestMs: 300, checkMs: 50 } });
  const upload = await send(formHead(await server.signIn('member')) + form[0]);
  expect(await upload.ended).not.toContain('HTTP/1.1 200');
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
    send(
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
  // Calls of other users, and calls without files of the same user, get responses meanwhile.
  for (let call = 0; call < 10; call += 1)
    expect((await server.call('GET', '/api/web/profile', { token })).status).toBe(200);
  expect(await stored()).toBe(8);
  const [waiting] = uploads.splice(8);
  for (const { socket } of uploads) socket.destroy();
  while ((await stored()) !== 1) await server.call('GET', '/healthz');
  waiting?.socket.destroy();
});

test('closes a connection when its response is not read', async () => {
  // Larger than the buffers of the connection.
  const bytes = 64 * 1024 * 1024;
  const webFolder = temporaryFolder({ 'index.html': '<!doctype html>', 'big.bin': 'x'.repeat(bytes) });
  server = await startTestServer({ webFolder, timeouts: { stalledMs: 100 } });
  const { socket, ended } = await send('GET /big.bin HTTP/1.1\r\nHost: localhost\r\n\r\n');
  socket.pause();
  await timedOut();
  socket.resume();
  expect((await ended).length).toBeLessThan(bytes);
});

/** Resolves when the server has closed an idle connection. */
async function timedOut(): Promise<void> {
  while (!server.logLines.some((line) => line.includes('connection-timed-out')))
    await new Promise((done) => setImmediate(done));
}
