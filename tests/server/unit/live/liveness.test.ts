import { expect, test } from 'vitest';
import { createLiveness } from '../../../../examples/server/src/live/liveness.ts';
import { FakeSocket } from '../market/options-feed/support.ts';

function setUp() {
  const socket = new FakeSocket();
  return { socket, liveness: createLiveness(socket.asSocket()) };
}

test('keeps a socket that returns the content of each ping', () => {
  const { socket, liveness } = setUp();
  for (let count = 0; count < 5; count += 1) {
    liveness.beat();
    socket.emit('pong', socket.pings.at(-1));
  }
  expect([socket.pings.length, socket.terminated]).toEqual([5, false]);
  expect(new Set(socket.pings.map(String)).size).toBe(5);
});

test.each([
  ['without a pong', () => []],
  ['with pongs of another content', () => [Buffer.alloc(0), Buffer.from('guessed!')]],
  ['with the content of an earlier ping', (pings: readonly Buffer[]) => pings.slice(0, -1)],
] as const)('terminates a socket %s at the next beat', (_, pongs) => {
  const { socket, liveness } = setUp();
  liveness.beat();
  socket.emit('pong', socket.pings[0]);
  liveness.beat();
  for (const content of pongs(socket.pings)) socket.emit('pong', content);
  liveness.beat();
  expect(socket.terminated).toBe(true);
});

test('terminates a socket with too many unsent bytes', () => {
  const { socket, liveness } = setUp();
  socket.bufferedAmount = 4 * 1024 * 1024 + 1;
  liveness.beat();
  expect(socket.terminated).toBe(true);
});

test('sends nothing to a socket that is closing', () => {
  const { socket, liveness } = setUp();
  socket.readyState = 2;
  liveness.beat();
  liveness.beat();
  expect([socket.pings.length, socket.terminated]).toEqual([0, false]);
});
