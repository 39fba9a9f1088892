// Only WebSocket upgrades are accepted. curl --http2 and Java's client offer h2c with ordinary requests.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { demoAccounts } from '../../../examples/sandbox/src/demo-data/accounts.ts';
import { attachUpgrades } from '../../../examples/server/src/live/upgrade.ts';
import { signInBody } from '../../support/account-bodies.ts';
import { sharedServer } from '../../support/test-server.ts';

const server = sharedServer();

const h2c = [
  'Connection: Upgrade, HTTP2-Settings',
  'Upgrade: h2c',
  'HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA',
];
const webSocket = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
];
const lines = (...parts: readonly string[]) => [...parts, '', ''].join('\r\n');

/** Sends raw requests over one connection, each after the previous response; returns everything received. */
async function send(requests: readonly string[], isAnswered = endsInJson): Promise<string> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  const left = [...requests];
  let received = '';
  const next = () => {
    const request = left.shift();
    if (request === undefined) socket.destroy();
    else socket.write(request);
  };
  socket.on('data', (chunk) => {
    received += String(chunk);
    if (isAnswered(received)) next();
  });
  next();
  await once(socket, 'close');
  return received;
}
const endsInJson = (received: string) => received.endsWith('}');
const statuses = (responses: string) =>
  [...responses.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));

const signIn = JSON.stringify(signInBody(demoAccounts.subscriber.email));

describe('a request that offers h2c', () => {
  test('is handled without the upgrade when it has no body, and the connection stays open', async () => {
    const health = lines('GET /healthz HTTP/1.1', 'Host: localhost', ...h2c);
    const responses = await send([health, health]);
    expect(statuses(responses)).toEqual([200, 200]);
    expect(responses).not.toMatch(/^upgrade:/im);
  });

  test.each([
    ['a length', [`Content-Length: ${signIn.length}`], signIn],
    ['chunks', ['Transfer-Encoding: chunked'], `${signIn.length.toString(16)}\r\n${signIn}\r\n0\r\n\r\n`],
  ])('is handled with its body when the body has %s', async (_, headers, body) => {
    const login = lines(
      'POST /api/web/login HTTP/1.1',
      'Host: localhost',
      'Content-Type: application/json',
      ...h2c,
      ...headers,
    );
    const response = await send([login + body]);
    expect(statuses(response)).toEqual([200]);
    expect(response).toContain('You are signed in.');
  });

  test('returns the usual errors for invalid JSON and unknown paths', async () => {
    const wrong = lines(
      'POST /api/web/login HTTP/1.1',
      'Host: localhost',
      'Content-Type: application/json',
      'Content-Length: 1',
      ...h2c,
    );
    expect(statuses(await send([`${wrong}{`]))).toEqual([400]);
    const nowhere = lines('GET /api/nowhere HTTP/1.1', 'Host: localhost', ...h2c);
    expect(statuses(await send([nowhere]))).toEqual([404]);
  });
});

test('ignores an Upgrade header with another protocol or none', async () => {
  for (const name of ['TLS/1.0', 'h2c, foo/2', '']) {
    const health = lines(
      'GET /healthz HTTP/1.1',
      'Host: localhost',
      'Connection: Upgrade',
      `Upgrade: ${name}`,
    );
    expect(statuses(await send([health])), name).toEqual([200]);
  }
});

test('accepts WebSocket in any letter case, and returns 404 on other paths', async () => {
  for (const name of ['websocket', 'WebSocket']) {
    const opening = webSocket.map((line) => line.replace('websocket', name));
    const response = await send([lines('GET /options HTTP/1.1', 'Host: localhost', ...opening)], (received) =>
      received.includes('connected'),
    );
    expect(statuses(response)).toEqual([101]);
  }
  const nowhere = lines('GET /api/nowhere HTTP/1.1', 'Host: localhost', ...webSocket);
  expect(statuses(await send([nowhere]))).toEqual([404]);
});

test('closes a rejected WebSocket even when the client keeps its half open', async () => {
  const front = createServer();
  const detach = attachUpgrades(front, [], server.context.config);
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  const accepted = once(front, 'connection').then(([socket]) => once(socket, 'close'));
  const client = connect({ port: (front.address() as AddressInfo).port, allowHalfOpen: true });
  client.resume();
  client.write(lines('GET /nowhere HTTP/1.1', 'Host: localhost', ...webSocket));
  await accepted;
  client.destroy();
  detach();
  await new Promise((done) => front.close(done));
});
