// Limits on member sockets per user and per network address.
import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { closeNotSubscribed, closeReplaced, closeTooMany } from '@openbell/core/contract';
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { rateLimits } from '../../../../examples/server/src/db/schema/accounts.ts';
import { limits, OPEN_SOCKETS } from '../../../../examples/server/src/security/limits.ts';
import { openSocket, sharedWorld, type TestSocket, type TestUser, usersOf } from '../support.ts';

let chatId: number;
const sockets: TestSocket[] = [];

const world = sharedWorld({
  config: { rateLimits: true, trustProxy: true },

  frozen: true,
});
const [ann, bob] = usersOf(world, beforeEach, 'Ann', 'Bob');
beforeEach(async () => {
  await world.server.context.db.delete(rateLimits);
  chatId = await world.chat('GR', 'Group', [ann, bob]);
});
afterAll(() => {
  for (const { ws } of sockets) ws.terminate();
});

/** Opens a socket of a user. */
async function connect(user: TestUser, address = '203.0.113.1'): Promise<TestSocket> {
  const socket = openSocket(world.url, ['openbell.v1', `bearer.${user.token}`], {
    'x-forwarded-for': address,
  });
  sockets.push(socket);
  await socket.opened;
  return socket;
}

test('closes the oldest socket when a user opens a sixth, and still sends events to the others [socket.replaced]', async () => {
  const open = [await connect(ann)];
  for (let count = 1; count <= OPEN_SOCKETS; count += 1) open.push(await connect(ann));
  const [oldest, ...others] = open;
  expect((await oldest?.closed)?.code).toBe(closeReplaced);
  const other = await connect(bob);
  await world.say(bob, chatId, 'Hello.');
  for (const socket of [...others, other]) {
    expect((await socket.nextOf('WebFetchMessage')).message?.message).toBe('Hello.');
  }
  expect(oldest?.frames).toEqual([]);
  // A closed socket frees its slot, so no other socket is closed.
  const [first, ...rest] = others;
  first?.ws.close();
  await first?.closed;
  await other.settled();
  const another = await connect(ann);
  for (const socket of [...rest, another]) expect(await socket.closedAtOnce()).toBeNull();
});

test('closes with 4429 after ten connections of a user in a minute; others still connect [socket.too-many]', async () => {
  const { limit, windowMs } = limits['socket.user'];
  for (let count = 0; count < limit; count += 1) {
    const socket = await connect(ann);
    socket.ws.close();
    await socket.closed;
  }
  expect((await (await connect(ann)).closed).code).toBe(closeTooMany);
  expect(await (await connect(bob)).closedAtOnce()).toBeNull();
  world.server.clock.advance(windowMs);
  expect(await (await connect(ann)).closedAtOnce()).toBeNull();
});

/** Failing connections: without a token, with a malformed one, and with an unknown one. */
const failing = [[], ['bearer.not-a-token'], [`bearer.${'A'.repeat(43)}`]];
/** The close code of a failed connection, or the error if it was rejected before it opened. */
async function fail(index: number, address = '203.0.113.1'): Promise<number | string> {
  const offered = failing[index % failing.length] ?? [];
  const socket = openSocket(world.url, ['openbell.v1', ...offered], { 'x-forwarded-for': address });
  sockets.push(socket);
  return socket.opened.then(
    async () => (await socket.closed).code,
    (error: Error) => error.message,
  );
}
const refused = 'Unexpected server response: 429';

test('returns 429 after thirty failed connections from a network address in a minute [socket.too-many]', async () => {
  const { limit, windowMs } = limits['socket-failed.address'];
  for (let count = 0; count < limit; count += 1) expect(await fail(count)).toBe(4401);
  for (const index of failing.keys()) expect(await fail(index)).toBe(refused);
  expect(await fail(0, '203.0.113.2')).toBe(4401);
  world.server.clock.advance(windowMs);
  expect(await fail(0)).toBe(4401);
});

test('lets members connect from an address that floods the server with failed connections', async () => {
  const address = '203.0.113.3';
  const codes = await Promise.all(Array.from({ length: 150 }, (_, index) => fail(index, address)));
  expect(codes.filter((code) => code === refused)).toHaveLength(150 - limits['socket-failed.address'].limit);
  for (const user of [ann, bob]) expect(await (await connect(user, address)).closedAtOnce()).toBeNull();
});

test('does not write failed connections to the database', async () => {
  for (let count = 0; count < 3; count += 1) await fail(count, '203.0.113.4');
  await connect(ann, '203.0.113.4');
  const rows = await world.server.context.db.select().from(rateLimits);
  expect(rows.map(({ key }) => key)).toEqual([`socket.user:${ann.id}`]);
});

test('lets 200 members behind one address reconnect within a minute', async () => {
  const names = Array.from({ length: 200 }, (_, index) => `Member ${index}`);
  const members = await Promise.all(names.map((name) => world.user(name)));
  const opened = await Promise.all(members.map((member) => connect(member, '203.0.113.5')));
  const codes = await Promise.all(opened.map((socket) => socket.closedAtOnce()));
  expect(codes).toEqual(Array(200).fill(null));
});

test('counts a connection without a subscription for the user and not for the address', async () => {
  const lapsed = await world.user('Lee', null);
  const { limit } = limits['socket.user'];
  for (let count = 0; count < limit; count += 1)
    expect((await (await connect(lapsed, '203.0.113.6')).closed).code).toBe(closeNotSubscribed);
  expect((await (await connect(lapsed, '203.0.113.6')).closed).code).toBe(closeTooMany);
  const failures = limits['socket-failed.address'].limit;
  for (let count = 0; count < failures; count += 1) expect(await fail(count, '203.0.113.6')).toBe(4401);
});

test('terminates the connection of a rejected client that never returns the close frame', {
  timeout: 10_000,
}, async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { hostname, port } = new URL(world.url);
  const client = connectTcp(Number(port), hostname);
  onTestFinished(() => void client.destroy());
  const headers = [
    'GET /api/ws HTTP/1.1',
    'Host: localhost',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Protocol: openbell.v1',
  ];
  client.write(`${headers.join('\r\n')}\r\n\r\n`);
  // The server accepts the client and closes it in the same turn.
  await once(client, 'data');
  const closed = once(client, 'close');
  vi.advanceTimersByTime(2_000);
  await closed;
});
