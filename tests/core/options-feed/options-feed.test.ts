import { createOptionsFeed, type FrameReading } from '@openbell/core/options-feed';
import type { SocketEvents } from '@openbell/core/ports';
import {
  createFakePage,
  createFakeRandom,
  createFakeSockets,
  createFakeTime,
  recordStates,
} from '@openbell/testing';
import { describe, expect, test } from 'vitest';
import { socketAddress } from '../../../packages/core/src/options-feed/options-feed.rules.ts';

const status = (name: string, message = ''): unknown => [{ ev: 'status', status: name, message }];
const trade = (s: number, q = 1): unknown => ({
  ev: 'T',
  sym: 'O:SPY251219C00650000',
  x: 1,
  p: 1,
  s,
  c: [],
  t: 1,
  q,
});
const keepAll = { sizeOver: 0, conditions: new Set<number>() };

function setUp(token: string | null = 'token-1') {
  const sockets = createFakeSockets();
  const time = createFakeTime();
  const page = createFakePage();
  const readings: FrameReading[] = [];
  const logged: string[] = [];
  const feed = createOptionsFeed({
    url: 'wss://feed.test/options',
    auth: () => token,
    socketFactory: sockets.factory,
    scheduler: time.scheduler,
    clock: time.clock,
    page,
    random: createFakeRandom(),
    log: (message) => void logged.push(message),
  });
  feed.listen({ filter: keepAll, onFrame: (reading) => void readings.push(reading) });
  /** The provider's messages of the handshake. */
  const greet = (): void => {
    const socket = sockets.latest();
    socket.accept();
    socket.deliver(status('connected'));
    socket.deliver(status('auth_success'));
    socket.deliver(status('success', 'subscribed to: T.*'));
  };
  const state = () => feed.$state.get();
  return {
    sockets,
    time,
    page,
    feed,
    readings,
    logged,
    greet,
    state,
    /** The milliseconds until the next attempt. */
    wait: () => (state().retryAt ?? 0) - time.clock.now(),
  };
}

/** A started feed after the handshake. */
function setUpLive() {
  const parts = setUp();
  parts.feed.start();
  parts.greet();
  return parts;
}

describe('options feed', () => {
  test('opens nothing on creation', () => {
    const { sockets, time } = setUp();
    expect(sockets.connections).toHaveLength(0);
    expect(time.pending()).toBe(0);
  });

  test('connects, authenticates after connected, subscribes after auth_success, then is live [market.second-socket]', () => {
    const { sockets, feed } = setUp();
    const { states } = recordStates(feed.$state);
    feed.start();
    const socket = sockets.latest();
    expect(socket.url).toBe('wss://feed.test/options');
    socket.accept();
    expect(socket.sent).toEqual([]);
    socket.deliver(status('connected', 'Connected Successfully'));
    expect(socket.frames()).toEqual([{ action: 'auth', params: 'token-1' }]);
    socket.deliver(status('auth_success', 'authenticated'));
    expect(socket.frames()[1]).toEqual({ action: 'subscribe', params: 'T.*' });
    socket.deliver(status('success', 'subscribed to: T.*'));
    expect(states.map((one) => one.status)).toEqual([
      'idle',
      'connecting',
      'authenticating',
      'subscribing',
      'live',
    ]);
  });

  test('handles statuses and trades of one frame, and is live on the first trade [market.trade-event]', () => {
    const { sockets, feed, readings, state } = setUp();
    feed.start();
    const socket = sockets.latest();
    socket.accept();
    socket.deliver([
      ...(status('connected') as unknown[]),
      ...(status('auth_success') as unknown[]),
      trade(5),
    ]);
    expect(socket.frames()).toHaveLength(2);
    expect(state().status).toBe('live');
    expect(readings.map(({ trades }) => trades.length)).toEqual([1]);
  });

  test('retry() does not interrupt a pending attempt or a live connection', () => {
    const { sockets, feed, greet, state } = setUp();
    feed.start();
    feed.retry();
    sockets.latest().accept();
    sockets.latest().deliver(status('connected'));
    feed.retry();
    expect([state().status, sockets.connections.length]).toEqual(['authenticating', 1]);
    greet();
    feed.retry();
    expect([state().status, sockets.connections.length]).toEqual(['live', 1]);
  });

  test.each([4401, 4403])('a close with %i is final', async (code) => {
    const { sockets, time, state } = setUpLive();
    sockets.latest().drop(code);
    await time.advance(3_600_000);
    expect([state().status, sockets.connections.length]).toEqual(['refused', 1]);
  });

  test.each([null, ''])('opens no connection without a token (%j)', (token) => {
    const { sockets, feed, state } = setUp(token);
    feed.start();
    expect([state().status, sockets.connections.length]).toEqual(['refused', 0]);
  });

  test('an authentication error is final, and another error is logged without effect [market.refused]', async () => {
    const { sockets, time, state, logged } = setUpLive();
    sockets.latest().deliver(status('error', 'unknown channel: Q.*'));
    expect(state()).toMatchObject({ status: 'live', message: 'unknown channel: Q.*' });
    expect(logged).toEqual(['Options feed']);
    sockets.latest().deliver(status('error', 'Authentication failed.'));
    await time.advance(3_600_000);
    expect([state().status, sockets.connections.length]).toEqual(['refused', 1]);
    expect(logged).toHaveLength(2);
  });

  test('reconnects with growing delays, which reset after data, not after a handshake [market.eviction]', async () => {
    const { sockets, time, feed, greet, state, wait } = setUp();
    feed.start();
    const waits: number[] = [];
    for (let i = 0; i < 4; i++) {
      greet();
      sockets.latest().drop();
      waits.push(wait());
      await time.advance(wait());
    }
    expect(waits.map((ms) => Math.round(ms / 1000))).toEqual([1, 2, 4, 8]);
    greet();
    sockets.latest().deliver([trade(5)]);
    expect(state()).toMatchObject({ status: 'live', attempt: 0 });
    sockets.latest().drop();
    expect(Math.round(wait() / 1000)).toBe(1);
  });

  test('waits longer after max_connections [market.eviction]', async () => {
    const { sockets, time, greet, state } = setUpLive();
    sockets.latest().deliver(status('max_connections', 'Maximum number of websocket connections exceeded. '));
    sockets.latest().drop(1008);
    expect(state().status).toBe('evicted');
    await time.advance(29_000);
    expect(sockets.connections).toHaveLength(1);
    await time.advance(8_000);
    expect(sockets.connections).toHaveLength(2);
    greet();
    sockets.latest().deliver(status('max_connections'));
    sockets.latest().drop(1008);
    await time.advance(59_000);
    expect(sockets.connections).toHaveLength(2);
  });

  test('max_connections is an eviction even if the provider keeps the connection open [market.eviction]', async () => {
    const { sockets, time, greet, readings, state, wait } = setUpLive();
    sockets.latest().deliver([trade(5), ...(status('max_connections', 'Too many.') as unknown[])]);
    expect([state().status, state().message, sockets.live().length]).toEqual(['evicted', 'Too many.', 0]);
    expect(readings).toHaveLength(1);
    await time.advance(wait());
    greet();
    sockets.latest().deliver([trade(6)]);
    expect(state()).toMatchObject({ status: 'live', attempt: 0, message: '' });
  });

  test('treats 1008 without a status as an eviction, and reconnects early only on retry() [market.eviction]', async () => {
    const { sockets, time, page, feed, greet, state, wait } = setUp();
    feed.start();
    for (let round = 1; round <= 2; round += 1) {
      greet();
      sockets.latest().drop(1008);
      expect(state().status).toBe('evicted');
      for (const event of ['online', 'visible'] as const) page.play(event);
      expect(sockets.connections).toHaveLength(round);
      if (round === 1) await time.advance(wait());
    }
    feed.retry();
    greet();
    // retry() resets the attempts.
    sockets.latest().drop(1008);
    expect(Math.round(wait() / 1000)).toBe(30);
  });

  test('a repeated max_connections in one frame is one eviction, and later events are ignored', () => {
    const { sockets, state } = setUpLive();
    sockets
      .latest()
      .deliver(
        ['max_connections', 'max_connections', 'upstream_unavailable'].flatMap((name) => status(name)),
      );
    expect(state()).toMatchObject({ status: 'evicted', attempt: 1, isInterrupted: false });
  });

  test('retries a lost connection forever, at least every 72 seconds', async () => {
    const { sockets, time, feed, wait } = setUp();
    feed.start();
    for (let round = 0; round < 30; round += 1) {
      sockets.latest().drop();
      expect(wait()).toBeLessThanOrEqual(72_000);
      if (round > 10) expect(wait()).toBeGreaterThanOrEqual(60_000);
      await time.advance(wait());
      expect(sockets.connections).toHaveLength(round + 2);
    }
  });

  test('ignores events of an abandoned connection', async () => {
    const opened: SocketEvents[] = [];
    const time = createFakeTime();
    const feed = createOptionsFeed({
      url: 'wss://feed.test/options',
      auth: () => 'token',
      // A socket that continues after close(), with a late close event.
      socketFactory: (_, __, events) => {
        opened.push(events);
        return { isOpen: true, bufferedAmount: 0, send() {}, close() {} };
      },
      scheduler: time.scheduler,
      clock: time.clock,
      page: createFakePage(),
      random: createFakeRandom(),
    });
    feed.start();
    await time.advance(10_000);
    const waiting = feed.$state.get();
    expect(waiting.status).toBe('waiting');
    opened[0]?.message(JSON.stringify([trade(5)]));
    opened[0]?.close(4401, '');
    expect(feed.$state.get()).toBe(waiting);
  });

  test('socketAddress resolves URLs against the page, and keeps one that cannot be resolved', () => {
    expect(socketAddress('/options', 'https://a.test/x/')).toBe('wss://a.test/options');
    expect(socketAddress('http://b.test/options', 'https://a.test/')).toBe('ws://b.test/options');
    expect(socketAddress('/options', 'about:srcdoc')).toBe('/options');
    expect(socketAddress('/options', null)).toBe('/options');
  });

  test('abandons an incomplete handshake [market.handshake]', async () => {
    const { sockets, time, feed, state } = setUp();
    feed.start();
    sockets.latest().accept();
    await time.advance(10_000);
    expect(state().status).toBe('waiting');
    expect(sockets.live()).toHaveLength(0);
  });

  test('keeps a connection without trades after a complete handshake [market.handshake]', async () => {
    const { sockets, time, state } = setUpLive();
    await time.advance(3_600_000);
    expect([state().status, sockets.connections.length]).toEqual(['live', 1]);
  });

  test.each(['online', 'visible'] as const)(
    'reconnects at once when the browser is %s again [market.feed-online]',
    (event) => {
      const { sockets, page } = setUpLive();
      page.play(event);
      expect(sockets.connections).toHaveLength(1);
      sockets.latest().drop();
      page.play(event);
      expect(sockets.connections).toHaveLength(2);
    },
  );

  test('sends a message each minute without data, to detect a broken connection [market.feed-silence]', async () => {
    const { sockets, time, feed, greet, state } = setUpLive();
    const spoken = () =>
      sockets
        .latest()
        .frames()
        .filter((frame) => JSON.stringify(frame).includes('subscribe')).length;
    await time.advance(59_999);
    expect(spoken()).toBe(1);
    await time.advance(1);
    expect(spoken()).toBe(2);
    await time.advance(60_000);
    expect(spoken()).toBe(3);
    // No message is sent after a minute with data.
    await time.advance(59_999);
    sockets.latest().deliver([trade(1)]);
    await time.advance(60_000);
    expect(spoken()).toBe(3);
    await time.advance(1);
    expect([spoken(), state().status, sockets.connections.length]).toEqual([4, 'live', 1]);
    sockets.latest().drop();
    expect(state().status).toBe('waiting');
    await time.advance(1000);
    greet();
    expect([state().status, spoken()]).toEqual(['live', 1]);
    feed.destroy();
    expect(time.pending()).toBe(0);
  });

  test('closes the connection when offline, retries on schedule, and at once when online [market.feed-online]', async () => {
    const { sockets, time, page, greet, state, readings } = setUpLive();
    const half = sockets.latest();
    page.play('offline');
    expect([state().status, state().retryAt, sockets.live().length]).toEqual([
      'waiting',
      time.clock.now() + 1000,
      0,
    ]);
    // Pending frames are ignored, because the rows are loaded again.
    half.deliver([trade(9)]);
    expect(readings).toEqual([]);
    // Scheduled attempts continue while offline, because a local server may be reachable.
    page.play('offline');
    expect(sockets.connections).toHaveLength(1);
    await time.advance(1000);
    expect([state().status, sockets.connections.length]).toEqual(['connecting', 2]);
    page.play('offline');
    expect(state()).toMatchObject({ status: 'waiting', attempt: 2 });
    page.play('online');
    greet();
    expect([state().status, sockets.connections.length]).toEqual(['live', 3]);
  });

  test('does not reconnect after a refusal, online or offline', () => {
    const { sockets, feed, page, state } = setUp();
    feed.start();
    sockets.latest().drop(4403);
    for (const event of ['offline', 'online'] as const) page.play(event);
    expect([state().status, sockets.connections.length]).toEqual(['refused', 1]);
    const idle = setUp();
    idle.page.play('offline');
    expect(idle.state().status).toBe('idle');
  });

  test('is live without listeners, and resets leftOut on the next start', async () => {
    const { sockets, time, feed, state, greet } = setUp();
    feed.destroy();
    const stop = feed.start();
    greet();
    expect(state().status).toBe('live');
    sockets.latest().deliver(status('slow_consumer', '7 trades were left out.'));
    expect(state().leftOut).toBe(7);
    stop();
    await time.advance(0);
    feed.start();
    expect(state().leftOut).toBe(0);
  });

  test('ignores frames that are not JSON, binary frames and unknown events [market.frame-garbage]', () => {
    const { sockets, readings, state, logged } = setUpLive();
    const socket = sockets.latest();
    socket.deliver('{');
    socket.deliverBinary();
    socket.deliver([{ ev: 'Q', sym: 'X' }, null, 7]);
    socket.deliver('null');
    socket.deliver([trade(3)]);
    expect(state().status).toBe('live');
    expect(readings.map(({ seen }) => seen)).toEqual([1]);
    // One frame is not JSON, and one is binary.
    expect(logged).toEqual(['Invalid options feed frame', 'Invalid options feed frame']);
  });

  test('a listener that throws does not affect the others', () => {
    const { sockets, feed, readings, greet } = setUp();
    feed.listen({
      filter: keepAll,
      onFrame: () => {
        throw new Error('host');
      },
    });
    feed.start();
    greet();
    sockets.latest().deliver([trade(3)]);
    sockets.latest().deliver([trade(4)]);
    expect(readings).toHaveLength(2);
  });
});
