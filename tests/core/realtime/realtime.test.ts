import { closeReplaced, closeTooMany } from '@openbell/core/contract';
import { createRealtime, type RealtimeOptions } from '@openbell/core/realtime';
import { createFakePage, createFakeRandom, createFakeSockets, createFakeTime } from '@openbell/testing';
import { atom } from 'nanostores';
import { describe, expect, it } from 'vitest';

function rig(options: Partial<RealtimeOptions> = {}) {
  const time = createFakeTime();
  const page = createFakePage();
  const sockets = createFakeSockets();
  const $session = atom<string | null>('token-1');
  const log: string[] = [];
  const realtime = createRealtime({
    url: 'ws://test/api/ws',
    protocols: () => {
      const token = $session.get();
      return token === null ? null : ['openbell.v1', `bearer.${token}`];
    },
    $session,
    socketFactory: sockets.factory,
    scheduler: time.scheduler,
    page,
    random: createFakeRandom(),
    log: (line) => void log.push(line),
    ...options,
  });
  return { time, page, sockets, $session, log, realtime };
}

/** A started socket that is open. */
function openRig(options: Partial<RealtimeOptions> = {}) {
  const opened = rig(options);
  opened.realtime.start();
  opened.sockets.latest().accept();
  return opened;
}

/** A server that answers health checks, and counts them. */
function createHealth(isUp: boolean | Error) {
  const health = { isUp, checks: 0 };
  const isServerUp = async () => {
    health.checks += 1;
    if (health.isUp instanceof Error) throw health.isUp;
    return health.isUp;
  };
  return { health, isServerUp };
}

describe('realtime: connecting', () => {
  it('opens nothing before start, and sends the token as a subprotocol, not in the URL [socket.token]', () => {
    const { sockets, realtime } = rig();
    expect(sockets.connections).toHaveLength(0);
    realtime.start();
    expect(sockets.latest().url).toBe('ws://test/api/ws');
    expect(sockets.latest().protocols).toEqual(['openbell.v1', 'bearer.token-1']);
  });

  it('opens nothing when a listener destroys it while it connects', async () => {
    const { time, page, sockets, realtime } = rig();
    realtime.$state.listen(({ status }) => {
      if (status === 'connecting') realtime.destroy();
    });
    realtime.start();
    realtime.retry();
    await time.advance(60_000);
    expect([sockets.connections.length, time.pending(), page.listeners()]).toEqual([0, 0, 0]);
    expect(realtime.$state.get().status).toBe('idle');
  });

  it('connects only while signed in, and reconnects for another user [socket.signed-in-only]', async () => {
    const { sockets, $session, realtime } = rig();
    $session.set(null);
    realtime.start();
    expect(sockets.connections).toHaveLength(0);
    expect(realtime.$state.get().status).toBe('idle');
    $session.set('token-2');
    sockets.latest().accept();
    $session.set('token-3');
    expect(sockets.live()).toHaveLength(1);
    expect(sockets.latest().protocols[1]).toBe('bearer.token-3');
    $session.set(null);
    expect(sockets.live()).toHaveLength(0);
  });
});

describe('realtime: reconnecting', () => {
  it('retries every 3 s, five times, then gives up and logs it [socket.retries] [socket.max-log]', async () => {
    const { time, sockets, log, realtime } = openRig();
    sockets.latest().drop();
    expect(realtime.$state.get()).toMatchObject({ status: 'waiting', attempt: 1 });
    await time.advance(2999);
    expect(sockets.connections).toHaveLength(1);
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await time.advance(attempt === 1 ? 1 : 3000);
      expect(sockets.connections).toHaveLength(1 + attempt);
      sockets.latest().drop();
    }
    expect(realtime.$state.get().status).toBe('offline');
    expect(log).toContain('Max reconnect attempts reached.');
    await time.advance(60_000);
    expect(sockets.connections).toHaveLength(6);
  });

  it('resets the attempts when it opens [socket.count-reset]', async () => {
    const { time, sockets, realtime } = rig();
    realtime.start();
    sockets.latest().drop();
    await time.advance(3000);
    sockets.latest().accept();
    expect(realtime.$state.get()).toMatchObject({ status: 'open', attempt: 0 });
  });

  it.each(['online', 'visible'] as const)(
    'reconnects at once and resets the attempts when the page is %s [socket.online]',
    async (event) => {
      const { time, page, sockets, realtime } = rig({ maxAttempts: 0 });
      realtime.start();
      sockets.latest().drop();
      expect(realtime.$state.get().status).toBe('offline');
      page.play(event);
      expect(sockets.connections).toHaveLength(2);
      expect(realtime.$state.get()).toMatchObject({ status: 'connecting', attempt: 0 });
      await time.advance(0);
      page.play(event);
      expect(sockets.connections).toHaveLength(2);
    },
  );

  it('reconnects after a loss of the network that has not closed the connection [socket.online]', async () => {
    const { time, page, sockets, realtime } = openRig();
    const events: string[] = [];
    realtime.on('lost', ({ code }) => void events.push(`lost ${code}`));
    realtime.on('reopened', () => void events.push('reopened'));
    page.play('offline');
    expect(realtime.$state.get()).toMatchObject({ status: 'waiting', attempt: 1 });
    expect(sockets.live()).toHaveLength(0);
    page.play('online');
    sockets.latest().accept();
    expect([sockets.connections.length, realtime.$state.get().status]).toEqual([2, 'open']);
    expect(events).toEqual(['lost 1006', 'reopened']);
    sockets.latest().drop(4401);
    page.play('offline');
    page.play('online');
    await time.advance(60_000);
    expect([sockets.connections.length, realtime.$state.get().status]).toEqual([2, 'refused']);
  });

  it.each([
    [4401, 'signed-out'],
    [4403, 'not-subscribed'],
  ] as const)('does not reconnect after %i until retry() [socket.no-retry]', async (code, reason) => {
    const { time, page, sockets, realtime } = openRig();
    sockets.latest().drop(code);
    expect(realtime.$state.get()).toMatchObject({ status: 'refused', reason });
    await time.advance(60_000);
    page.play('visible');
    expect(sockets.connections).toHaveLength(1);
    realtime.retry();
    expect(sockets.connections).toHaveLength(2);
  });

  it('asks every 20 to 40 s after giving up, and connects once the server is up [socket.await-server]', async () => {
    const { health, isServerUp } = createHealth(new Error('refused'));
    const { time, sockets, realtime } = rig({
      maxAttempts: 1,
      random: { uuid: () => '80000000-0000-4000-8000-000000000000' },
      isServerUp,
    });
    realtime.start();
    sockets.latest().drop();
    await time.advance(3300);
    sockets.latest().drop();
    expect(realtime.$state.get().status).toBe('offline');
    await time.advance(29_999);
    expect(health.checks).toBe(0);
    await time.advance(1);
    health.isUp = false;
    await time.advance(30_000);
    const { status } = realtime.$state.get();
    expect([health.checks, sockets.connections.length, status]).toEqual([2, 2, 'offline']);
    health.isUp = true;
    await time.advance(30_000);
    expect([health.checks, sockets.connections.length]).toEqual([3, 3]);
    sockets.latest().accept();
    await time.advance(600_000);
    expect([health.checks, realtime.$state.get()]).toEqual([3, { status: 'open', attempt: 0, reason: null }]);
    realtime.destroy();
    expect(time.pending()).toBe(0);
  });

  it.each([
    ['00000000', 20_000],
    ['ffffffff', 40_000],
  ])('asks between 20 and 40 s after giving up (%s: %i ms) [socket.await-server]', async (part, delayMs) => {
    const { health, isServerUp } = createHealth(false);
    const random = { uuid: () => `${part}-0000-4000-8000-000000000000` };
    const { time, sockets, realtime } = rig({ maxAttempts: 0, random, isServerUp });
    realtime.start();
    sockets.latest().drop();
    await time.advance(delayMs - 1);
    expect(health.checks).toBe(0);
    await time.advance(1);
    expect(health.checks).toBe(1);
  });

  it('asks nothing in a hidden page, and reconnects when it is visible again [socket.await-server]', async () => {
    const { health, isServerUp } = createHealth(true);
    const { time, page, sockets, realtime } = rig({ maxAttempts: 0, isServerUp });
    realtime.start();
    sockets.latest().drop();
    page.play('hidden');
    await time.advance(600_000);
    expect([health.checks, sockets.connections.length]).toEqual([0, 1]);
    page.play('visible');
    expect(sockets.connections).toHaveLength(2);
    sockets.latest().drop();
    await time.advance(40_000);
    expect([health.checks, sockets.connections.length]).toEqual([1, 3]);
  });

  it('discards the health check after a stop, a manual retry and a refusal [socket.await-server]', async () => {
    const responses: ((isUp: boolean) => void)[] = [];
    const { time, sockets, realtime } = rig({
      maxAttempts: 0,
      isServerUp: () => new Promise((resolve) => responses.push(resolve)),
    });
    const stop = realtime.start();
    sockets.latest().drop();
    await time.advance(40_000);
    realtime.retry();
    sockets.latest().accept();
    responses.shift()?.(true);
    await time.advance(0);
    expect(sockets.connections).toHaveLength(2);
    sockets.latest().drop();
    await time.advance(40_000);
    stop();
    await time.advance(0);
    responses.shift()?.(true);
    await time.advance(600_000);
    expect([sockets.connections.length, realtime.$state.get().status]).toEqual([2, 'idle']);
    realtime.start();
    sockets.latest().accept();
    sockets.latest().drop(4403);
    await time.advance(600_000);
    expect([responses.length, sockets.connections.length]).toEqual([0, 3]);
  });

  it('does not ask for a socket that a newer one replaced [socket.await-server]', async () => {
    const { health, isServerUp } = createHealth(true);
    const { time, sockets } = openRig({ isServerUp });
    sockets.latest().drop(closeReplaced);
    await time.advance(600_000);
    expect([health.checks, sockets.connections.length]).toEqual([0, 1]);
  });

  it('yields to a newer socket of the same member until its page is visible [socket.replaced]', async () => {
    const { time, page, sockets, log, realtime } = openRig();
    sockets.latest().drop(closeReplaced);
    expect(realtime.$state.get()).toEqual({ status: 'offline', attempt: 0, reason: null });
    await time.advance(3_600_000);
    expect(sockets.connections).toHaveLength(1);
    expect(log).toEqual([]);
    page.play('visible');
    sockets.latest().accept();
    expect(sockets.connections).toHaveLength(2);
    expect(realtime.$state.get().status).toBe('open');
  });

  it('does not loop with six tabs when the server allows five sockets [socket.replaced]', async () => {
    const time = createFakeTime();
    const open: { drop(code?: number): void }[] = [];
    const tabs = Array.from({ length: 6 }, () => rig({ scheduler: time.scheduler }));
    let put = 0;
    const serve = (tab: ReturnType<typeof rig>) => {
      const connection = tab.sockets.latest();
      connection.accept();
      open.push(connection);
      if (open.length <= 5) return;
      put += 1;
      open.shift()?.drop(closeReplaced);
    };
    for (const tab of tabs) {
      tab.realtime.start();
      serve(tab);
    }
    await time.advance(3_600_000);
    const statuses = () => tabs.map(({ realtime }) => realtime.$state.get().status);
    expect(statuses()).toEqual(['offline', 'open', 'open', 'open', 'open', 'open']);
    const [first] = tabs;
    first?.page.play('visible');
    if (first !== undefined) serve(first);
    await time.advance(3_600_000);
    expect(statuses()).toEqual(['open', 'offline', 'open', 'open', 'open', 'open']);
    expect(put).toBe(2);
    expect(tabs.map(({ sockets }) => sockets.connections.length)).toEqual([2, 1, 1, 1, 1, 1]);
  });

  it('waits 20 s after each 4429 without counting a failed attempt [socket.too-many]', async () => {
    const { time, sockets, log, realtime } = rig();
    realtime.start();
    for (let refusal = 1; refusal <= 10; refusal += 1) {
      sockets.latest().accept();
      sockets.latest().drop(closeTooMany);
      expect(realtime.$state.get()).toEqual({ status: 'waiting', attempt: 0, reason: null });
      await time.advance(19_999);
      expect(sockets.connections).toHaveLength(refusal);
      await time.advance(1);
      expect(sockets.connections).toHaveLength(refusal + 1);
    }
    sockets.latest().accept();
    expect([realtime.$state.get().status, log]).toEqual(['open', []]);
  });

  it('counts an attempt that never opens as failed', async () => {
    const { time, sockets, realtime } = rig();
    realtime.start();
    await time.advance(10_000);
    expect(sockets.connections[0]?.isClosed).toBe(true);
    expect(realtime.$state.get().status).toBe('waiting');
  });

  it('adds jitter to the delay [socket.jitter]', async () => {
    const { time, sockets, realtime } = rig({
      random: { uuid: () => 'ffffffff-0000-4000-8000-000000000000' },
    });
    realtime.start();
    sockets.latest().drop();
    await time.advance(3599);
    expect(sockets.connections).toHaveLength(1);
    await time.advance(1);
    expect(sockets.connections).toHaveLength(2);
  });

  it('schedules no attempt when a listener retries at once after a loss', async () => {
    const { time, sockets, realtime } = openRig();
    const off = realtime.$state.listen(({ status }) => {
      if (status !== 'waiting') return;
      off();
      realtime.retry();
    });
    sockets.latest().drop();
    sockets.latest().accept();
    await time.advance(60_000);
    expect([sockets.connections.length, realtime.$state.get().status]).toEqual([2, 'open']);
  });

  it("emits 'reopened' before the first frame of the new connection [socket.reopened]", async () => {
    const { time, sockets, realtime } = rig();
    const received: string[] = [];
    realtime.on('opened', ({ isFirst }) => void received.push(`opened ${isFirst}`));
    realtime.on('reopened', () => void received.push('reopened'));
    realtime.on('lost', () => void received.push('lost'));
    realtime.on('WebFetchChat', () => void received.push('frame'));
    realtime.start();
    sockets.latest().accept();
    sockets.latest().drop();
    await time.advance(3000);
    sockets.latest().accept();
    sockets.latest().deliver({ type: 'WebFetchChat' });
    expect(received).toEqual(['opened true', 'lost', 'opened false', 'reopened', 'frame']);
  });
});

describe('realtime: frames', () => {
  it('logs and ignores invalid, unknown and binary frames [socket.invalid-ignored]', () => {
    const { sockets, log, realtime } = rig();
    const typing: unknown[] = [];
    realtime.on('WebMeesageTyping', (frame) => void typing.push(frame));
    realtime.start();
    sockets.latest().accept();
    for (const frame of [
      '{',
      '[]',
      'null',
      { type: 'Other' },
      { type: '__proto__' },
      { type: 'WebMeesageTyping' },
    ]) {
      sockets.latest().deliver(frame);
    }
    sockets.latest().deliverBinary();
    sockets.latest().deliver({ type: 'WebMeesageTyping', chat_id: 7, user_id: 2, typing: true });
    expect(log).toHaveLength(7);
    expect(typing).toEqual([{ type: 'WebMeesageTyping', chat_id: 7, user_id: 2, typing: true }]);
  });

  it('returns false from send unless it is open [socket.open-only]', () => {
    const { sockets, realtime } = rig();
    realtime.start();
    expect(realtime.send({ type: 'WebFetchChat' })).toBe(false);
    sockets.latest().accept();
    expect(realtime.send({ type: 'ReadByAll', user_id: 1, chat_id: 7 })).toBe(true);
    expect(sockets.latest().frames()).toEqual([{ type: 'ReadByAll', user_id: 1, chat_id: 7 }]);
  });
});
