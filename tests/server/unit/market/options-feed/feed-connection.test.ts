import type { FeedTradeEvent } from '@openbell/core/contract';
import { describe, expect, it } from 'vitest';
import {
  createFeedConnection,
  type FeedAdmission,
} from '../../../../../examples/server/src/market/options-feed/feed-connection.ts';
import {
  createShared,
  type FeedListener,
  frameOf,
  upstreamUnavailable,
} from '../../../../../examples/server/src/providers/feed/feed-source.ts';
import { FakeSocket, fakeTimers } from './support.ts';

const trade = (sym: string, q: number): FeedTradeEvent => ({
  ev: 'T',
  sym,
  x: 302,
  p: 1.25,
  s: 5,
  c: [209],
  t: 1,
  q,
});
const AAPL = 'O:AAPL261218C00250000';
const SPY = 'O:SPY261218P00600000';
const MEMBER = { userId: 7, sessionId: 3, sessionExpiresAt: 1e15, subscribedUntil: 1e15 };

/** Resolves when a token has been checked. */
async function checked(): Promise<void> {
  for (let turn = 0; turn < 2; turn += 1) await Promise.resolve();
}

function setUp() {
  const timers = fakeTimers();
  const errors: unknown[] = [];
  let all: FeedListener | null = null;
  const source = createShared(
    (listener) => {
      all = listener;
      return () => {
        all = null;
      };
    },
    () => {},
  );
  const connect = (admission: FeedAdmission = MEMBER) => {
    const socket = new FakeSocket();
    const connection = createFeedConnection({
      socket: socket.asSocket(),
      source,
      timers,
      now: timers.now,
      async admit(token) {
        if (token === 'broken') throw new Error('no database');
        return token === 'good' ? admission : 'signed-out';
      },
      onAdmitted: () => {},
      onClosed: () => {},
      onError: (error) => errors.push(error),
      limits: { backlog: 1_000, drained: 100, unread: 4_000, stalled: 5_000, mistakes: 3, messages: 5 },
    });
    return { socket, connection };
  };
  const admitted = async () => {
    const { socket, connection } = connect();
    socket.receive({ action: 'auth', params: 'good' });
    await checked();
    return { socket, connection };
  };
  return {
    timers,
    errors,
    connect,
    admitted,
    interrupt: () => all?.status(upstreamUnavailable),
    emit: (...trades: FeedTradeEvent[]) => all?.frame(frameOf(trades)),
    running: () => all !== null,
  };
}

describe('the options feed', () => {
  it('sends connected, auth and subscription status, then arrays of trades', async () => {
    const { admitted, emit } = setUp();
    const { socket } = await admitted();
    socket.receive({ action: 'subscribe', params: 'T.*' });
    emit(trade(AAPL, 1), trade(SPY, 2));
    expect(socket.sent).toEqual([
      [{ ev: 'status', status: 'connected', message: 'Connected Successfully' }],
      [{ ev: 'status', status: 'auth_success', message: 'authenticated' }],
      [{ ev: 'status', status: 'success', message: 'subscribed to: T.*' }],
      [trade(AAPL, 1), trade(SPY, 2)],
    ]);
  });

  it('closes with 4401 on a failed authentication and with 4403 without a plan', async () => {
    const { connect } = setUp();
    const stranger = connect().socket;
    stranger.receive({ action: 'auth', params: 'bad' });
    const lapsed = connect('not-subscribed').socket;
    lapsed.receive({ action: 'auth', params: 'good' });
    await checked();
    expect(stranger.statuses()).toEqual(['connected', 'auth_failed']);
    expect(stranger.closed?.code).toBe(4401);
    expect(lapsed.statuses()).toEqual(['connected', 'auth_failed']);
    expect(lapsed.closed?.code).toBe(4403);
  });

  it('sends nothing before authentication, even after a subscribe', () => {
    const { connect, emit, running } = setUp();
    const { socket } = connect();
    socket.receive({ action: 'subscribe', params: 'T.*' });
    emit(trade(AAPL, 1));
    expect(socket.statuses()).toEqual(['connected', 'error']);
    expect(running()).toBe(false);
  });

  it('closes with auth_timeout when the client does not authenticate', () => {
    const { connect, timers } = setUp();
    const { socket } = connect();
    timers.pass(10_000);
    expect(socket.statuses()).toEqual(['connected', 'auth_timeout']);
    expect(socket.closed?.code).toBe(1008);
    timers.pass(2_000);
    expect(socket.terminated).toBe(true);
  });

  it('accepts lists with spaces, with or without O:, and reports unknown channels', async () => {
    const { admitted, emit } = setUp();
    const { socket } = await admitted();
    socket.receive({ action: 'subscribe', params: `T.${AAPL}, T.SPY261218P00600000,Q.${AAPL},T.nonsense` });
    expect(socket.events().slice(2)).toEqual([
      { ev: 'status', status: 'success', message: `subscribed to: T.${AAPL}` },
      { ev: 'status', status: 'success', message: `subscribed to: T.${SPY}` },
      { ev: 'status', status: 'error', message: `unknown channel: Q.${AAPL}` },
      { ev: 'status', status: 'error', message: 'unknown channel: T.nonsense' },
    ]);
    emit(trade(AAPL, 1), trade('O:TSLA261218C00400000', 2), trade(SPY, 3));
    expect(socket.sent.at(-1)).toEqual([trade(AAPL, 1), trade(SPY, 3)]);
  });

  it('does not confirm a subscription twice, and stops after unsubscribe', async () => {
    const { admitted, emit, running } = setUp();
    const { socket } = await admitted();
    socket.receive({ action: 'subscribe', params: 'T.*' });
    socket.receive({ action: 'subscribe', params: 'T.*' });
    expect(socket.statuses()).toEqual(['connected', 'auth_success', 'success']);
    socket.receive({ action: 'unsubscribe', params: 'T.*' });
    expect(running()).toBe(false);
    emit(trade(AAPL, 1));
    expect(socket.events().some(({ ev }) => ev === 'T')).toBe(false);
  });

  it('closes after too many malformed messages, each with an error', async () => {
    const { admitted } = setUp();
    const { socket } = await admitted();
    for (const bad of ['nonsense', '[]', '{"action":"dance","params":"x"}']) socket.receive(bad);
    expect(socket.statuses().slice(2)).toEqual(['error', 'error', 'error']);
    expect(socket.closed).toBeNull();
    socket.receive('null');
    expect(socket.closed?.code).toBe(1008);
  });

  it('counts messages beyond the limit of a minute as errors', async () => {
    const { admitted, timers } = setUp();
    const { socket } = await admitted();
    const ask = (action: string) => socket.receive({ action, params: 'T.*' });
    for (let round = 0; round < 5; round += 1) ask(round % 2 === 0 ? 'subscribe' : 'unsubscribe');
    expect(socket.statuses()).not.toContain('error');
    ask('unsubscribe');
    expect(socket.events().at(-1)).toMatchObject({
      status: 'error',
      message: expect.stringContaining('too many messages'),
    });
    // After 12 s the limit allows one more message.
    timers.pass(12_000);
    ask('unsubscribe');
    expect(socket.statuses().at(-1)).toBe('success');
    for (let mistake = 0; mistake < 3; mistake += 1) ask('subscribe');
    expect(socket.closed?.code).toBe(1008);
  });

  it('disconnects a browser that sends requests without reading the responses [market.feed-slow-reader]', async () => {
    const { admitted, running } = setUp();
    const { socket } = await admitted();
    socket.receive({ action: 'subscribe', params: 'T.*' });
    socket.bufferedAmount = 4_000;
    socket.receive({ action: 'subscribe', params: 'T.nonsense' });
    expect([socket.terminated, running()]).toEqual([false, true]);
    socket.bufferedAmount = 4_001;
    socket.receive({ action: 'subscribe', params: 'T.nonsense' });
    expect([socket.terminated, running()]).toEqual([true, false]);
    expect(socket.statuses().filter((name) => name === 'error')).toHaveLength(1);
  });

  it('names ten unknown channels of a message, and counts the others [market.feed-slow-reader]', async () => {
    const { admitted } = setUp();
    const { socket } = await admitted();
    socket.receive({ action: 'subscribe', params: 'a,'.repeat(9_000) });
    const errors = socket.events().slice(2);
    expect(errors).toHaveLength(11);
    expect(errors.at(-1)).toMatchObject({ status: 'error', message: '8990 more unknown channels' });
  });

  it('ignores a second auth while the first is checked', async () => {
    const { connect } = setUp();
    const { socket } = connect();
    for (let round = 0; round < 6; round += 1) socket.receive({ action: 'auth', params: 'good' });
    await checked();
    expect(socket.statuses()).toEqual(['connected', 'auth_success']);
  });

  it('drops trades for a slow browser, reports the number, and delays no other browser [market.slow-browser]', async () => {
    const { admitted, emit } = setUp();
    const slow = (await admitted()).socket;
    const quick = (await admitted()).socket;
    for (const socket of [slow, quick]) socket.receive({ action: 'subscribe', params: 'T.*' });
    slow.bufferedAmount = 1_001;
    emit(trade(AAPL, 1), trade(AAPL, 2));
    emit(trade(AAPL, 3));
    slow.bufferedAmount = 500;
    emit(trade(AAPL, 4));
    slow.bufferedAmount = 50;
    emit(trade(AAPL, 5));
    const trades = (socket: FakeSocket) =>
      socket.events().flatMap((event) => (event.ev === 'T' ? [event.q] : []));
    expect(trades(quick)).toEqual([1, 2, 3, 4, 5]);
    expect(trades(slow)).toEqual([5]);
    expect(slow.events().at(-2)).toEqual({
      ev: 'status',
      status: 'slow_consumer',
      message: '4 trades were dropped.',
    });
  });

  it('drops trades only beyond the backlog, and reports the number once [market.slow-browser]', async () => {
    const { admitted, emit, timers } = setUp();
    const { socket } = await admitted();
    socket.receive({ action: 'subscribe', params: 'T.*' });
    socket.bufferedAmount = 1_000;
    emit(trade(AAPL, 1));
    socket.bufferedAmount = 1_001;
    emit(trade(AAPL, 2));
    // The buffer must drain to a tenth of the backlog: 101 is too much, 100 is enough.
    socket.bufferedAmount = 101;
    emit(trade(AAPL, 3));
    socket.bufferedAmount = 100;
    emit(trade(AAPL, 4));
    emit(trade(AAPL, 5));
    expect(socket.events().slice(3)).toEqual([
      trade(AAPL, 1),
      { ev: 'status', status: 'slow_consumer', message: '2 trades were dropped.' },
      trade(AAPL, 4),
      trade(AAPL, 5),
    ]);
    // A browser that has caught up is not disconnected.
    timers.pass(60_000);
    expect(socket.terminated).toBe(false);
  });

  it('counts only missed trades of the subscribed contracts [market.slow-browser]', async () => {
    const { admitted, emit } = setUp();
    const { socket } = await admitted();
    socket.receive({ action: 'subscribe', params: `T.${AAPL}` });
    socket.bufferedAmount = 5_000;
    emit(trade(AAPL, 1), trade(SPY, 2), trade(AAPL, 3));
    emit(trade(SPY, 4));
    socket.bufferedAmount = 0;
    emit(trade(AAPL, 5));
    expect(socket.events().slice(3)).toEqual([
      { ev: 'status', status: 'slow_consumer', message: '2 trades were dropped.' },
      trade(AAPL, 5),
    ]);
  });

  it('accepts a thousand contracts in any letter case, and rejects more with an explanation', async () => {
    const { admitted, emit } = setUp();
    const { socket } = await admitted();
    const names = Array.from({ length: 1_001 }, (_, i) => `T.aapl261218c${String(i).padStart(8, '0')}`);
    // A message may have up to 20,000 characters.
    socket.receive({ action: 'subscribe', params: names.slice(0, 600).join() });
    socket.receive({ action: 'subscribe', params: names.slice(600).join() });
    expect(socket.statuses().filter((name) => name === 'success')).toHaveLength(1_000);
    expect(socket.events().at(-1)).toMatchObject({
      status: 'error',
      message: 'no more than 1000 channels; subscribe to T.*',
    });
    emit(trade('O:AAPL261218C00000999', 1), trade('O:AAPL261218C00001000', 2));
    expect(socket.sent.at(-1)).toEqual([trade('O:AAPL261218C00000999', 1)]);
    // Follows the advice.
    socket.receive({ action: 'subscribe', params: 'T.*' });
    expect(socket.events().at(-1)).toMatchObject({ status: 'success', message: 'subscribed to: T.*' });
    emit(trade(SPY, 3));
    expect(socket.sent.at(-1)).toEqual([trade(SPY, 3)]);
  });

  it('accepts T.* in the message that reaches the limit of channels', async () => {
    const { admitted } = setUp();
    const { socket } = await admitted();
    const names = Array.from({ length: 1_001 }, (_, i) => `T.AAPL261218C${String(i).padStart(8, '0')}`);
    socket.receive({ action: 'subscribe', params: names.slice(0, 600).join() });
    socket.receive({ action: 'subscribe', params: [...names.slice(600), 'T.*'].join() });
    const { length } = socket.statuses().filter((name) => name === 'error');
    expect([length, socket.events().at(-1)]).toMatchObject([1, { message: 'subscribed to: T.*' }]);
  });

  it('closes with 1011 and without details when the session check fails', async () => {
    const { connect, errors } = setUp();
    const { socket } = connect();
    socket.receive({ action: 'auth', params: 'broken' });
    await checked();
    expect(errors).toHaveLength(1);
    expect([socket.statuses(), socket.closed?.code]).toEqual([['connected', 'error'], 1011]);
    expect(JSON.stringify(socket.sent)).not.toContain('database');
  });

  it('counts binary frames as errors, and removes a broken socket', async () => {
    const { admitted, running } = setUp();
    const { socket } = await admitted();
    socket.emit('message', Buffer.from('{"action":"subscribe","params":"T.*"}'), true);
    expect([socket.statuses().at(-1), running()]).toEqual(['error', false]);
    socket.receive({ action: 'subscribe', params: 'T.*' });
    expect(running()).toBe(true);
    socket.emit('error', new Error('ECONNRESET'));
    expect(running()).toBe(false);
  });

  it('disconnects a browser that reads nothing', async () => {
    const { admitted, emit, timers, running } = setUp();
    const { socket } = await admitted();
    socket.receive({ action: 'subscribe', params: 'T.*' });
    socket.bufferedAmount = 5_000;
    emit(trade(AAPL, 1));
    timers.pass(5_000);
    expect(socket.terminated).toBe(true);
    expect(running()).toBe(false);
  });

  it('keeps a browser that has caught up while there were no trades, and reports the number', async () => {
    const { admitted, emit, timers, running } = setUp();
    const { socket } = await admitted();
    socket.receive({ action: 'subscribe', params: 'T.*' });
    socket.bufferedAmount = 5_000;
    emit(trade(AAPL, 1), trade(AAPL, 2));
    socket.bufferedAmount = 100;
    timers.pass(5_000);
    expect([socket.terminated, running()]).toEqual([false, true]);
    expect(socket.events().at(-1)).toEqual({
      ev: 'status',
      status: 'slow_consumer',
      message: '2 trades were dropped.',
    });
    emit(trade(AAPL, 3));
    expect(socket.sent.at(-1)).toEqual([trade(AAPL, 3)]);
    // The next stall has its own time limit.
    socket.bufferedAmount = 5_000;
    emit(trade(AAPL, 4));
    timers.pass(4_999);
    expect(socket.terminated).toBe(false);
    timers.pass(1);
    expect(socket.terminated).toBe(true);
  });

  it('stops listening for a browser that the first status disconnects', async () => {
    const { admitted, interrupt, running } = setUp();
    const first = (await admitted()).socket;
    first.receive({ action: 'subscribe', params: 'T.*' });
    interrupt();
    const { socket } = await admitted();
    const send = socket.send.bind(socket);
    socket.send = (data) => {
      send(data);
      // The response to the subscription fills the buffer.
      socket.bufferedAmount = 4_001;
    };
    socket.receive({ action: 'subscribe', params: 'T.*' });
    expect(socket.terminated).toBe(true);
    first.receive({ action: 'unsubscribe', params: 'T.*' });
    expect(running()).toBe(false);
  });

  it('does not admit a browser that disconnects during the check', async () => {
    const { connect, running } = setUp();
    const { socket } = connect();
    socket.receive({ action: 'auth', params: 'good' });
    socket.readyState = 3;
    socket.emit('close');
    await checked();
    socket.receive({ action: 'subscribe', params: 'T.*' });
    expect(socket.statuses()).toEqual(['connected']);
    expect(running()).toBe(false);
  });
});
