// The upstream source against a local WebSocket server with the provider's protocol, on fake timers.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { createUpstreamSource } from '../../../../../examples/server/src/providers/feed/upstream-source.ts';
import { fakeTimers } from '../../market/options-feed/support.ts';

const TRADE = { ev: 'T', sym: 'O:SPXW261208C06840000', x: 302, p: 5.5, s: 1, c: [236], t: 1, q: 7 };
const status = (name: string, message = '') => ({ ev: 'status', status: name, message });

let provider: WebSocketServer;
let stop = () => {};
let connections = 0;
beforeEach(async () => {
  provider = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  connections = 0;
  provider.on('connection', () => {
    connections += 1;
  });
  await once(provider, 'listening');
});
afterEach(async () => {
  stop();
  for (const client of provider.clients) client.terminate();
  await new Promise((done) => provider.close(done));
});

function setUp(jitter = 1) {
  const timers = fakeTimers();
  const logged: Record<string, unknown>[] = [];
  const record = (event: string, fields: Record<string, unknown> = {}) =>
    void logged.push({ event, ...fields });
  const waiting: (() => void)[] = [];
  const wake = () => {
    for (const done of waiting.splice(0)) done();
  };
  const source = createUpstreamSource({
    url: `ws://127.0.0.1:${(provider.address() as AddressInfo).port}/options`,
    key: 'key-1',
    timers,
    log: {
      debug: record,
      info: record,
      warn(event, fields) {
        record(event, fields);
        wake();
      },
      error: record,
    },
    random: () => jitter,
  });
  const trades: unknown[] = [];
  const statuses: string[] = [];
  const unlisten = source.listen({
    frame(frame) {
      trades.push(...frame.trades);
      wake();
    },
    status(event) {
      statuses.push(event.status);
      wake();
    },
  });
  stop = () => {
    unlisten();
    source.close();
  };
  /** Resolves when `reached` returns true; checked after each frame and each warning. */
  const until = async (reached: () => boolean): Promise<void> => {
    while (!reached()) await new Promise<void>((done) => waiting.push(done));
  };
  /** Accepts the next connection. */
  const accept = async () => {
    const [socket] = (await once(provider, 'connection')) as [WebSocket];
    const received: string[] = [];
    const nextFrame = () => once(socket, 'message').then(([data]) => received.push(String(data)));
    const sendEvents = (...events: unknown[]) => socket.send(JSON.stringify(events));
    return { socket, received, nextFrame, sendEvents };
  };
  const handshake = async () => {
    const side = await accept();
    const auth = side.nextFrame();
    side.sendEvents(status('connected', 'Connected Successfully'));
    await auth;
    const subscribe = side.nextFrame();
    side.sendEvents(status('auth_success', 'authenticated'));
    await subscribe;
    side.sendEvents(status('success', 'subscribed to: T.*'));
    return side;
  };
  /** The delays before each reconnect, in milliseconds. */
  const waits = () =>
    logged.flatMap((line) => (line.event === 'options-feed-upstream-closed' ? [Number(line.wait)] : []));
  const closedTimes = (count: number) => until(() => waits().length >= count);
  return {
    timers,
    source,
    trades,
    statuses,
    until,
    accept,
    handshake,
    waits,
    closedTimes,
    logged,
    leave: unlisten,
  };
}

describe('the session with the provider', () => {
  it('connects, authenticates, subscribes and forwards trades', async () => {
    const { handshake, trades, statuses, until } = setUp();
    const { received, sendEvents } = await handshake();
    expect(received.map((text) => JSON.parse(text))).toEqual([
      { action: 'auth', params: 'key-1' },
      { action: 'subscribe', params: 'T.*' },
    ]);
    sendEvents(TRADE, { ...TRADE, q: 8 });
    await until(() => trades.length === 2);
    expect([trades[0], statuses]).toEqual([TRADE, ['upstream_available']]);
  });

  it.each([
    ['auth_failed', 'authentication failed'],
    ['error', 'Authentication failed.'],
  ])('retries a rejected key (%s) after five minutes, not before', async (name, message) => {
    const { accept, handshake, closedTimes, waits, timers, statuses } = setUp();
    const first = await accept();
    first.sendEvents(status('connected'));
    await first.nextFrame();
    first.sendEvents(status(name, message));
    first.socket.close(1000);
    await closedTimes(1);
    expect([waits(), statuses]).toEqual([[300_000], ['upstream_unavailable']]);
    timers.pass(299_999);
    const again = handshake();
    await new Promise(setImmediate);
    expect(connections).toBe(1);
    timers.pass(1);
    await again;
    expect(connections).toBe(2);
  });

  it('retries at once after auth_timeout', async () => {
    const { accept, closedTimes, waits } = setUp();
    const { socket, sendEvents } = await accept();
    sendEvents(status('auth_timeout', 'No authentication request received.'));
    socket.close(1000);
    await closedTimes(1);
    expect(waits()).toEqual([1000]);
  });

  it('backs off after max_connections and 1008, even after trades [market.upstream-session]', async () => {
    const { handshake, closedTimes, waits, timers, trades, until } = setUp();
    for (let round = 1; round <= 3; round += 1) {
      const { socket, sendEvents } = await handshake();
      sendEvents({ ...TRADE, q: round });
      await until(() => trades.length === round);
      sendEvents(status('max_connections', 'Maximum number of websocket connections exceeded. '));
      socket.close(1008);
      await closedTimes(round);
      timers.pass(waits().at(-1) ?? 0);
    }
    expect(waits()).toEqual([15_000, 30_000, 60_000]);
  });

  it('reports a restored connection before the first trade, and to new clients no old status [market.interrupted]', async () => {
    const { source, accept, handshake, closedTimes, waits, timers, until, statuses } = setUp();
    const { socket } = await accept();
    socket.close(1012);
    await closedTimes(1);
    const again = handshake();
    timers.pass(waits()[0] ?? 0);
    await again;
    await until(() => statuses.length === 2);
    expect(statuses).toEqual(['upstream_unavailable', 'upstream_available']);
    const late: string[] = [];
    source.listen({ frame() {}, status: (event) => void late.push(event.status) });
    expect(late).toEqual([]);
  });

  it('resets the count of evictions after a connection of five minutes', async () => {
    const { handshake, closedTimes, waits, timers, trades, until } = setUp();
    const { socket: first } = await handshake();
    first.close(1008);
    await closedTimes(1);
    const again = handshake();
    timers.pass(15_000);
    const { socket, sendEvents } = await again;
    // A trade every half minute, because the source drops a silent connection.
    for (let half = 1; half <= 10; half += 1) {
      sendEvents({ ...TRADE, q: half });
      await until(() => trades.length === half);
      timers.pass(30_000);
    }
    socket.close(1008);
    await closedTimes(2);
    expect(waits()).toEqual([15_000, 15_000]);
  });

  it('spreads waits down to half', async () => {
    const { accept, closedTimes, waits, timers } = setUp(0);
    const { socket } = await accept();
    socket.close(1012);
    await closedTimes(1);
    expect(waits()).toEqual([1000]);
    const again = accept();
    timers.pass(500);
    await again;
    expect(connections).toBe(2);
  });

  it('drops a provider that does not respond to a ping within half a minute', async () => {
    const { handshake, closedTimes, waits, timers, trades, until } = setUp();
    const { socket, sendEvents } = await handshake();
    sendEvents(TRADE);
    await until(() => trades.length === 1);
    socket.pause();
    timers.pass(30_000);
    timers.pass(30_000);
    await closedTimes(1);
    expect(waits()).toEqual([1000]);
  });

  it('leaves no timer and does not reconnect when it is stopped while connected', async () => {
    const { handshake, timers, statuses, waits } = setUp();
    await handshake();
    // The source clears its timers when its side of the socket has closed.
    const closed = timers.emptied();
    stop();
    await closed;
    expect([timers.pending(), waits(), statuses, connections]).toEqual([0, [], [], 1]);
  });

  it('leaves no timer and does not reconnect when it is stopped while waiting', async () => {
    const { accept, closedTimes, timers } = setUp();
    const { socket } = await accept();
    socket.close(1012);
    await closedTimes(1);
    expect(timers.pending()).toBe(1);
    stop();
    expect([timers.pending(), connections]).toEqual([0, 1]);
  });

  it('stops waiting for a rejected key after half a minute without listeners', async () => {
    const { accept, closedTimes, timers, leave, waits } = setUp();
    const { sendEvents } = await accept();
    sendEvents(status('auth_failed'));
    await closedTimes(1);
    leave();
    timers.pass(29_999);
    expect([waits(), timers.pending()]).toEqual([[300_000], 2]);
    timers.pass(1);
    expect([timers.pending(), connections]).toEqual([0, 1]);
  });

  it.each([
    ['sends no greeting', []],
    ['sends no response to auth', ['connected']],
    ['acknowledges no subscription', ['connected', 'auth_success']],
  ])(
    'drops a provider that %s for half a minute, and reconnects [market.upstream-session]',
    async (_, names) => {
      const { accept, closedTimes, waits, timers, statuses } = setUp();
      const { sendEvents, nextFrame } = await accept();
      for (const name of names) {
        const response = nextFrame();
        sendEvents(status(name));
        await response;
      }
      timers.pass(29_999);
      expect(waits()).toEqual([]);
      timers.pass(1);
      await closedTimes(1);
      expect([waits(), statuses]).toEqual([[1000], ['upstream_unavailable']]);
    },
  );

  it.each([
    ['an acknowledged subscription', () => status('success', 'subscribed to: T.*')],
    ['a trade', () => TRADE],
  ])('completes the handshake with %s', async (_, makeEvent) => {
    const { accept, timers, trades, until, waits, logged } = setUp();
    const { sendEvents, nextFrame } = await accept();
    for (const name of ['connected', 'auth_success']) {
      const response = nextFrame();
      sendEvents(status(name));
      await response;
    }
    // An unknown status is logged, which shows that the frame was read.
    sendEvents(makeEvent(), status('odd'));
    await until(() => logged.some(({ event }) => event === 'options-feed-upstream-status'));
    timers.pass(30_000);
    sendEvents({ ...TRADE, q: 9 });
    await until(() => trades.some((trade) => (trade as typeof TRADE).q === 9));
    expect(waits()).toEqual([]);
  });

  it.each([
    ['max_connections', 15_000],
    ['auth_failed', 300_000],
  ])('closes the connection on %s, whether or not the provider does', async (name, wait) => {
    const { handshake, closedTimes, waits } = setUp();
    const { sendEvents } = await handshake();
    sendEvents(status(name));
    await closedTimes(1);
    expect(waits()).toEqual([wait]);
  });

  it('logs the number of unreadable frames and trades [market.symbols]', async () => {
    const { handshake, closedTimes, logged } = setUp();
    const { socket, sendEvents } = await handshake();
    socket.send('{');
    sendEvents({ ev: 'T', sym: 7 }, { ev: 'Q' }, { ...TRADE, p: 'x' }, TRADE);
    socket.close(1001);
    await closedTimes(1);
    expect(logged.find(({ event }) => event === 'options-feed-upstream-closed')).toMatchObject({
      unreadable: 3,
    });
  });

  it('doubles the wait after each failure during maintenance, and resets it with trades [market.upstream-session]', async () => {
    const { accept, handshake, closedTimes, waits, timers, trades, until, statuses } = setUp();
    for (let round = 1; round <= 3; round += 1) {
      const { socket } = await accept();
      socket.close(1012, 'service restart');
      await closedTimes(round);
      timers.pass(waits().at(-1) ?? 0);
    }
    expect(waits()).toEqual([1000, 2000, 4000]);
    const { socket, sendEvents } = await handshake();
    sendEvents(TRADE);
    await until(() => trades.length === 1);
    socket.close(1001);
    await closedTimes(4);
    expect(waits().at(-1)).toBe(1000);
    const lost = Array(3).fill('upstream_unavailable');
    expect(statuses).toEqual([...lost, 'upstream_available', 'upstream_unavailable']);
  });

  it('ignores frames that are not JSON or have unknown content', async () => {
    const { handshake, trades, until } = setUp();
    const { socket, sendEvents } = await handshake();
    for (const text of ['{', 'null', '7', '[[],null,{"ev":"Q"},{"ev":"T","sym":1}]']) socket.send(text);
    sendEvents(TRADE);
    await until(() => trades.length === 1);
  });
});
