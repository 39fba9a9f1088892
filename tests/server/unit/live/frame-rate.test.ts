import { expect, test } from 'vitest';
import { openMemberConnection } from '../../../../examples/server/src/chat/socket/member-connection.ts';
import { limitFrameRate } from '../../../../examples/server/src/live/frame-rate.ts';
import { createLogger } from '../../../../examples/server/src/log.ts';
import { createFeedConnection } from '../../../../examples/server/src/market/options-feed/feed-connection.ts';
import { noMetrics } from '../../../../examples/server/src/metrics/metrics.ts';
import { FakeSocket, fakeTimers } from '../market/options-feed/support.ts';

const burst = 1_000;

function flood(socket: FakeSocket, frames: number, kind: 'message' | 'ping' | 'pong' = 'message'): void {
  for (let index = 0; index < frames; index += 1) socket.emit(kind, Buffer.alloc(0), false);
}

test('reads a socket on after a burst, and pauses it beyond until its frames are within the rate', () => {
  const [socket, timers] = [new FakeSocket(), fakeTimers()];
  limitFrameRate(socket.asSocket(), { timers, now: timers.now });
  flood(socket, burst);
  expect(socket.isPaused).toBe(false);
  // What was read with the last frame arrives after the pause.
  flood(socket, 1_000);
  expect(socket.isPaused).toBe(true);
  timers.pass(1_999);
  expect(socket.isPaused).toBe(true);
  timers.pass(2);
  expect(socket.isPaused).toBe(false);
  flood(socket, 2);
  expect(socket.isPaused).toBe(true);
});

test.each(['ping', 'pong'] as const)('counts each %s', (kind) => {
  const [socket, timers] = [new FakeSocket(), fakeTimers()];
  limitFrameRate(socket.asSocket(), { timers, now: timers.now });
  flood(socket, burst + 1, kind);
  expect(socket.isPaused).toBe(true);
});

test('ends its timer when a paused socket closes', () => {
  const [socket, timers] = [new FakeSocket(), fakeTimers()];
  limitFrameRate(socket.asSocket(), { timers, now: timers.now });
  flood(socket, burst + 1);
  socket.emit('close');
  expect(timers.pending()).toBe(0);
});

test('pauses a member socket and a feed socket that flood the server [socket.typing-flood]', () => {
  const timers = fakeTimers();
  const [member, feed] = [new FakeSocket(), new FakeSocket()];
  const clock = { now: timers.now };
  openMemberConnection({
    context: { clock, log: createLogger({ clock, write: () => undefined }), metrics: noMetrics },
    ws: member.asSocket(),
    userId: 1,
    sessionId: 1,
    onFrame: async () => undefined,
    onClosed: () => undefined,
  });
  createFeedConnection({
    socket: feed.asSocket(),
    source: { listen: () => () => undefined, close: () => undefined },
    timers,
    now: timers.now,
    admit: async () => 'signed-out',
    onAdmitted: () => undefined,
    onClosed: () => undefined,
    onError: () => undefined,
  });
  const typing = Buffer.from(JSON.stringify({ type: 'WebMeesageTyping', chat_id: 1, typing: true }));
  for (let index = 0; index <= burst; index += 1) member.emit('message', typing, false);
  flood(feed, burst + 1, 'ping');
  expect([member.isPaused, member.closed, feed.isPaused]).toEqual([true, null, true]);
  member.emit('close');
});
