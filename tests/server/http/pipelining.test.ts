// HTTP pipelining: requests that are sent before earlier responses are read.
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../support/test-server.ts';

let server: TestServer;
let socket: Socket;
afterEach(async () => {
  socket.destroy();
  await server.close();
});

async function send(text: string): Promise<void> {
  const { hostname, port } = new URL(server.url);
  socket = connect(Number(port), hostname);
  socket.on('error', () => socket.destroy());
  await once(socket, 'connect');
  socket.write(text);
}

const request = (path: string, ...headers: readonly string[]) =>
  [`GET ${path} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n');

test('responds to pipelined requests of a connection in their order', async () => {
  server = await startTestServer();
  await send(request('/healthz').repeat(3) + request('/api/web/nothing', 'Connection: close'));
  let received = '';
  for await (const chunk of socket) received += String(chunk);
  const statuses = [...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
  expect(statuses).toEqual([200, 200, 200, 404]);
});

test('does not process a request while the previous response of its connection is unread', async () => {
  const webFolder = await mkdtemp(join(tmpdir(), 'openbell-site-'));
  try {
    await mkdir(join(webFolder, 'assets'));
    await writeFile(join(webFolder, 'index.html'), '<!doctype html><title>Site</title>');
    // Larger than the buffers of the connection.
    await writeFile(join(webFolder, 'assets/big.bin'), Buffer.alloc(16 * 1024 * 1024));
    server = await startTestServer({ webFolder });
    await send(request('/assets/big.bin') + request('/api/web/program'));
    // The client does not read, so the first response stays incomplete.
    for (let call = 0; call < 20; call += 1) await server.call('GET', '/healthz');
    const worked = () => server.logLines.filter((line) => line.includes('"/api/web/program"'));
    expect(server.logLines.some((line) => line.includes('/assets/big.bin'))).toBe(true);
    expect(worked()).toHaveLength(0);
    socket.resume();
    while (worked().length === 0) await server.call('GET', '/healthz');
    expect(worked()).toHaveLength(1);
  } finally {
    await rm(webFolder, { recursive: true, force: true });
  }
});

test('closes a connection that sends more requests than it may have waiting', async () => {
  server = await startTestServer();
  const sent = 2_000;
  await send(request('/healthz').repeat(sent));
  let received = '';
  socket.on('data', (chunk) => {
    received += String(chunk);
  });
  socket.write(request('/healthz', 'Connection: close'));
  await new Promise((resolve) => socket.once('close', resolve));
  expect(received.split('HTTP/1.1 200').length - 1).toBeLessThan(sent);
  expect((await server.call('GET', '/healthz')).status).toBe(200);
});
