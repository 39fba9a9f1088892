// HTTP pipelining: requests that are sent before earlier responses are read.
import { expect, onTestFinished, test } from 'vitest';
import { headOf, openRaw } from '../../support/raw-connection.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { sharedServer } from '../../support/test-server.ts';

const webFolder = temporaryFolder({
  'index.html': '<!doctype html><title>Site</title>',
  // Larger than the buffers of a connection.
  'assets/big.bin': 'x'.repeat(16 * 1024 * 1024),
});
const server = sharedServer({ webFolder });

const request = (path: string, ...headers: readonly string[]) =>
  headOf(`GET ${path} HTTP/1.1`, 'Host: localhost', ...headers);

test('responds to pipelined requests of a connection in their order', async () => {
  const sent = request('/healthz').repeat(3) + request('/api/web/nothing', 'Connection: close');
  const { ended } = await openRaw(server.url, sent);
  const statuses = [...(await ended).matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
  expect(statuses).toEqual([200, 200, 200, 404]);
});

test('does not process a request while the previous response of its connection is unread', async () => {
  const { socket } = await openRaw(server.url, request('/assets/big.bin') + request('/api/web/program'));
  onTestFinished(() => void socket.destroy());
  // The client does not read, so the first response stays incomplete.
  socket.pause();
  for (let call = 0; call < 20; call += 1) await server.call('GET', '/healthz');
  const worked = () => server.logLines.filter((line) => line.includes('"/api/web/program"'));
  expect(server.logLines.some((line) => line.includes('/assets/big.bin'))).toBe(true);
  expect(worked()).toHaveLength(0);
  socket.resume();
  while (worked().length === 0) await server.call('GET', '/healthz');
  expect(worked()).toHaveLength(1);
});

test('closes a connection that sends more requests than it may have waiting', async () => {
  const sent = 2_000;
  const { socket, ended } = await openRaw(server.url, request('/healthz').repeat(sent));
  socket.write(request('/healthz', 'Connection: close'));
  expect((await ended).split('HTTP/1.1 200').length - 1).toBeLessThan(sent);
  expect((await server.call('GET', '/healthz')).status).toBe(200);
});
