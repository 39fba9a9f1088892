// How many member sockets one person, and one network address, may have (traps 3, Rate limits).
import { closeReplaced, closeTooMany } from '@openbell/core/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { rateLimits } from '../../../examples/server/src/db/schema/accounts.ts';
import { limits, OPEN_SOCKETS } from '../../../examples/server/src/security/limits.ts';
import { type ChatWorld, openSocket, type Person, startWorld, type TestSocket } from './support.ts';

let world: ChatWorld;
let ann: Person;
let bob: Person;
let chatId: number;
const sockets: TestSocket[] = [];

beforeAll(async () => {
  world = await startWorld({ config: { rateLimits: true, trustProxy: true }, frozen: true });
});
beforeEach(async () => {
  await world.server.context.db.delete(rateLimits);
  ann = await world.person('Ann');
  bob = await world.person('Bob');
  chatId = await world.chat('GR', 'Group', [ann, bob]);
});
afterAll(async () => {
  for (const { ws } of sockets) ws.terminate();
  await world.close();
});

/** A socket of somebody; resolves when it is open. */
async function connect(person: Person, address = '203.0.113.1'): Promise<TestSocket> {
  const socket = openSocket(world.url, ['openbell.v1', `bearer.${person.token}`], {
    'x-forwarded-for': address,
  });
  sockets.push(socket);
  await socket.opened;
  return socket;
}

test('a sixth socket takes the place of the oldest, and what happens then reaches the five [socket.replaced]', async () => {
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
  // One that closes makes room: nobody has to go.
  const [first, ...rest] = others;
  first?.ws.close();
  await first?.closed;
  await other.settled();
  const another = await connect(ann);
  for (const socket of [...rest, another]) expect(await socket.closedAtOnce()).toBeNull();
});

test('ten connections a minute a person, then 4429; others are not concerned [socket.too-many]', async () => {
  const { limit, windowMs } = limits['socket.person'];
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

test('thirty a minute from one network address, whoever asks and with whatever token [socket.too-many]', async () => {
  const { limit, windowMs } = limits['socket.address'];
  const nobody = { ...ann, token: 'not-a-token' };
  for (let count = 0; count < limit; count += 1)
    expect((await (await connect(nobody)).closed).code).toBe(4401);
  for (const who of [nobody, ann]) expect((await (await connect(who)).closed).code).toBe(closeTooMany);
  expect(await (await connect(ann, '203.0.113.2')).closedAtOnce()).toBeNull();
  world.server.clock.advance(windowMs);
  expect(await (await connect(ann)).closedAtOnce()).toBeNull();
});
