// Answers to calls that the client does not read stay in the server's memory.
import { randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sessions } from '../../../examples/server/src/db/schema/accounts.ts';
import { CALLS_AT_ONCE } from '../../../examples/server/src/security/limits.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';
import { until } from '../../support/until.ts';

const path = '/api/app/marketdata/time-sale';

let server: TestServer;
let sockets: Socket[];
beforeEach(() => {
  sockets = [];
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await server.close();
});

const MIB = 1024 * 1024;

/** Starts a server whose tape is larger than the buffers of a connection. */
async function start(text = 'x'.repeat(11 * MIB), responseMs?: number): Promise<string> {
  server = await startTestServer({ timeouts: responseMs === undefined ? {} : { responseMs } });
  const tape = { data: [text], biggest_data: [] };
  return serveTape(async () => tape);
}

/** Replaces the market data, and returns a subscriber's token. */
function serveTape(timeSales: () => Promise<unknown>): Promise<string> {
  const market = { timeSalesVersion: () => '', timeSales };
  Object.assign(server.context, { market });
  return server.signIn('subscriber');
}

/** Requests the tape on a connection that is not read. */
function send(token: string, encoding = 'identity'): Socket {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  socket.on('error', () => socket.destroy());
  const body = '{"ticker":"AAPL"}';
  const headers = [
    'Host: localhost',
    `Authorization: Bearer ${token}`,
    `Accept-Encoding: ${encoding}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ];
  socket.write([`POST ${path} HTTP/1.1`, ...headers, '', body].join('\r\n'));
  return socket;
}

/** Like `send`. Resolves when the answer begins. */
async function request(token: string, encoding?: string): Promise<Socket> {
  const socket = send(token, encoding);
  await once(socket, 'readable');
  return socket;
}

test('does not process a further call while a member leaves eight responses unread [calls.unread-responses]', async () => {
  const token = await start();
  const other = await server.signIn('mentor');
  for (let count = 0; count < CALLS_AT_ONCE; count += 1) await request(token);
  let isAnswered = false;
  const ninth = server.call('GET', '/api/web/factors', { token }).then(({ status }) => {
    isAnswered = true;
    return status;
  });
  for (let count = 0; count < 20; count += 1)
    expect((await server.call('GET', '/api/web/factors', { token: other })).status).toBe(200);
  expect(isAnswered).toBe(false);
  sockets[0]?.destroy();
  expect(await ninth).toBe(200);
});

test('rejects a call that waited while its session ended [calls.unread-responses]', async () => {
  const token = await start();
  const other = await server.signIn('subscriber');
  for (let count = 0; count < CALLS_AT_ONCE; count += 1) await request(token);
  // Of the same user, so that it waits.
  const waiting = server.call('GET', '/api/web/factors', { token: other });
  const mark = server.logLines.length;
  for (let count = 0; count < 20; count += 1) await server.call('GET', '/api/web/program');
  await server.context.db.delete(sessions);
  expect(server.logLines.slice(mark).join()).not.toContain('/api/web/factors');
  sockets[0]?.destroy();
  expect((await waiting).status).toBe(401);
});

test('closes the connection of a client that does not read a response in time [calls.unread-responses]', async () => {
  // Compression does not make it smaller than the buffers. A list fits into 16 MiB.
  const token = await start(randomBytes(11 * MIB).toString('base64'), 100);
  const socket = await request(token, 'gzip');
  const closed = once(socket, 'close');
  await until(() => expect(server.logLines.join()).toContain('"response-aborted"'));
  socket.resume();
  await closed;
});

test('works on further calls when the clients of eight calls have left', async () => {
  server = await startTestServer();
  const events = new EventEmitter();
  const token = await serveTape(async () => {
    events.emit('begun');
    await once(events, 'left');
    return { data: [], biggest_data: [] };
  });
  const begun = once(events, 'begun');
  for (let count = 0; count < CALLS_AT_ONCE; count += 1) send(token);
  await begun;
  for (const socket of sockets) socket.destroy();
  events.emit('left');
  expect((await server.call('GET', '/api/web/factors', { token })).status).toBe(200);
});
