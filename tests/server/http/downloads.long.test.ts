// Limits on downloads per network address, in parallel and per minute, and on clients that stop reading.
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { dirname } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { mediaLinksOf } from '../../../examples/server/src/chat/media-links.ts';
import { messageFiles, messages } from '../../../examples/server/src/db/schema/chat.ts';
import { defaultDownloadLimits } from '../../../examples/server/src/http/limits/downloads.ts';
import { limits } from '../../../examples/server/src/security/limits.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';
import { until } from '../../support/until.ts';
import { mediaPath } from '../media-path.ts';

let server: TestServer;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server.close();
});

/** Stores a video larger than the socket buffers of a connection and returns its URL. */
async function storeFilm(bytes = 32 * 1024 * 1024): Promise<string> {
  const { context } = server;
  const [message] = await context.db.select({ id: messages.id }).from(messages).limit(1);
  const file = { id: 'f'.repeat(32), name: 'film.mp4', mime: 'video/mp4', bytes };
  const row = { ...file, messageId: message?.id ?? 0, position: 9, width: null, height: null };
  await context.db.insert(messageFiles).values(row);
  await mkdir(dirname(mediaPath(context, file.id)), { recursive: true });
  await writeFile(mediaPath(context, file.id), Buffer.alloc(bytes));
  return (await mediaLinksOf(context)).url(row.id);
}

/** Starts a download, reads the head of the response and stops reading. */
async function stall(path: string): Promise<{ socket: Socket; head: string }> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  socket.on('error', () => socket.destroy());
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  socket.pause();
  return { socket, head: chunk.toString('latin1', 0, 400) };
}

const firstPart = { headers: { range: 'bytes=0-9' } };

test('cuts off a download when its client stops reading', async () => {
  server = await startTestServer({ timeouts: { nextPartMs: 100 } });
  const bytes = 32 * 1024 * 1024;
  const path = await storeFilm(bytes);
  const { socket } = await stall(path);
  await until(() => expect(server.logLines.join()).toContain('"reason":"stalled"'));
  let received = 0;
  socket.on('data', (chunk: Buffer) => {
    received += chunk.length;
  });
  socket.resume();
  await once(socket, 'close');
  expect(received).toBeLessThan(bytes);
  expect((await fetch(server.url + path, firstPart)).status).toBe(206);
});

test('ends a download whose file is truncated while it is sent', async () => {
  server = await startTestServer();
  const path = await storeFilm();
  const { socket } = await stall(path);
  // Runs before the file is truncated: the server may close the connection during the write.
  const closed = once(socket, 'close');
  await writeFile(mediaPath(server.context, 'f'.repeat(32)), '');
  socket.resume();
  await closed;
  expect(server.logLines.join()).toContain('"reason":"unreadable"');
});

test('rejects further parallel downloads from one address with 429 until one ends', async () => {
  server = await startTestServer({ config: { trustProxy: true } });
  const path = await storeFilm();
  const begun = await Promise.all(
    Array.from({ length: defaultDownloadLimits.perAddress }, () => stall(path)),
  );
  for (const { head } of begun) expect(head).toContain('HTTP/1.1 200');
  const refused = await fetch(server.url + path, firstPart);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
  expect(await refused.json()).toMatchObject({
    message: 'Too many downloads at once. Please wait a moment.',
  });
  const head = await fetch(server.url + path, { method: 'HEAD' });
  expect(head.status).toBe(200);
  const elsewhere = { headers: { ...firstPart.headers, 'x-forwarded-for': '203.0.113.7' } };
  expect((await fetch(server.url + path, elsewhere)).status).toBe(206);
  begun[0]?.socket.destroy();
  await until(async () => expect((await fetch(server.url + path, firstPart)).status).toBe(206));
});

test('rejects media requests of an address beyond the limit of a minute with 429', async () => {
  server = await startTestServer({ frozen: true, config: { rateLimits: true, trustProxy: true } });
  const path = await storeFilm(1_000);
  const { limit, windowMs } = limits['media.address'];
  const ask = (address: string, asked = path) =>
    server.call('GET', asked, { headers: { 'x-forwarded-for': address, range: 'bytes=0-9' } });
  for (let sent = 0; sent < limit; sent += 20)
    await Promise.all(Array.from({ length: 20 }, () => ask('203.0.113.1')));
  const refused = await ask('203.0.113.1');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, String(windowMs / 1000)]);
  // All kinds of media share one limit.
  expect((await ask('203.0.113.1', '/media/tickers/AAPL')).status).toBe(429);
  expect((await ask('203.0.113.2')).status).toBe(206);
  server.clock.advance(windowMs);
  expect((await ask('203.0.113.1')).status).toBe(206);
});
