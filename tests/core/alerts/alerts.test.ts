import { type AlertsOptions, createAlerts, formatAlertTime, relativeTime } from '@openbell/core/alerts';
import { createFakeApi, createFakePage, createFakeTime, okResponse, settle } from '@openbell/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const PATH = '/web/alerts';
const PAGE_SIZE = 3;
const start = Date.UTC(2026, 10, 21, 15);
const alertOf = (id: number) => ({
  id,
  message: `Alert ${id}`,
  created_at: new Date(start + id * 60_000).toISOString(),
});

/** A server whose alerts are the ids from 1 to `count`, newest first. */
function createServer(count: number) {
  const state = { count };
  const retracted = new Set<number>();
  return {
    retract: (id: number) => void retracted.add(id),
    publish: (more = 1) => {
      state.count += more;
    },
    page: (page: number) => {
      const ids = Array.from({ length: state.count }, (_, index) => state.count - index).filter(
        (id) => !retracted.has(id),
      );
      return {
        data: ids.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map(alertOf),
        last_page: Math.max(1, Math.ceil(ids.length / PAGE_SIZE)),
      };
    },
  };
}

function setUp(count: number, realtime?: AlertsOptions['realtime']) {
  const api = createFakeApi(settle);
  const time = createFakeTime(start);
  const page = createFakePage();
  const logged: string[] = [];
  const server = createServer(count);
  const alerts = createAlerts({
    api,
    realtime,
    page,
    now: () => time.clock.now(),
    scheduler: time.scheduler,
    log: (message) => logged.push(message),
  });
  return {
    api,
    time,
    page,
    logged,
    server,
    alerts,
    ids: () => alerts.$state.get().items.map(({ id }) => id),
    requestedPages: () => api.requests.map(({ input }) => Number(input.query?.page)),
  };
}

const down = (to: number, from: number) => Array.from({ length: from - to + 1 }, (_, index) => from - index);

function withSocket(count: number) {
  const listeners = new Map<string, (event: never) => void>();
  let started = 0;
  const rig = setUp(count, {
    start() {
      started += 1;
      return () => {
        started -= 1;
      };
    },
    on(type, listener) {
      listeners.set(type, listener);
      return () => void listeners.delete(type);
    },
  });
  const emit = (type: string, event: unknown) => listeners.get(type)?.(event as never);
  return { ...rig, emit, listeners, started: () => started };
}

/** A started list of `count` alerts, and `arrive`, which publishes the next one on the socket. */
function withArrivals(count: number) {
  const rig = withSocket(count);
  rig.alerts.start();
  const arrive = () => {
    rig.server.publish();
    const id = rig.server.page(1).data[0]?.id ?? 0;
    rig.emit('alert_published', { alert: alertOf(id) });
  };
  return { ...rig, arrive };
}

/** Loads the first page of a server that answers at once. */
async function loaded<Rig extends ReturnType<typeof setUp>>(rig: Rig): Promise<Rig> {
  rig.api.script(PATH, ({ input }) => okResponse(rig.server.page(Number(input.query?.page))));
  await rig.alerts.load();
  return rig;
}

describe('a published alert', () => {
  it('arrives in the open list at once, and older pages have no gap [alerts.arrives]', async () => {
    const { alerts, arrive, ids, requestedPages } = await loaded(withArrivals(8));
    for (let i = 0; i < 4; i += 1) arrive();
    expect(ids()).toEqual(down(6, 12));
    expect(requestedPages()).toEqual([1]);
    await alerts.loadMore();
    await alerts.loadMore();
    await alerts.loadMore();
    expect(ids()).toEqual(down(1, 12));
    expect(alerts.$state.get()).toMatchObject({ status: 'ready', hasMore: false });
  });

  it('arrives in an open list without alerts [alerts.arrives]', async () => {
    const { arrive, ids } = await loaded(withArrivals(0));
    arrive();
    expect(ids()).toEqual([1]);
  });

  it('is listed when a response that was sent before does not have it [alerts.arrives]', async () => {
    for (const before of [0, 3]) {
      const { api, alerts, server, arrive, ids } = withArrivals(3);
      const respond = () => api.latest(PATH).succeed(data);
      let data = server.page(1);
      if (before > 0) {
        void alerts.load();
        await respond();
      }
      const loading = alerts.load();
      data = server.page(1);
      arrive();
      await respond();
      await loading;
      expect(ids()).toEqual([4, 3, 2, 1]);
    }
  });

  it('does not return when it was retracted before [alerts.retracted]', async () => {
    const { emit, ids } = await loaded(withArrivals(3));
    emit('alert_retracted', { id: 4 });
    emit('alert_published', { alert: alertOf(4) });
    expect(ids()).toEqual([3, 2, 1]);
  });

  it('arrives when the connection is back, also in a list without alerts [alerts.arrives]', async () => {
    const { server, emit, ids } = await loaded(withArrivals(0));
    server.publish();
    emit('reopened', {});
    await settle();
    expect(ids()).toEqual([1]);
  });

  it('arrives when the connection is back while older alerts are requested [alerts.arrives]', async () => {
    const { alerts, api, server, emit, ids } = withArrivals(7);
    void alerts.load();
    await api.latest(PATH).succeed(server.page(1));
    void alerts.loadMore();
    const older = server.page(2);
    server.publish();
    emit('reopened', {});
    await api.latest(PATH).succeed(older);
    await api.latest(PATH).succeed(server.page(1));
    expect(ids()).toEqual(down(2, 8));
    expect(alerts.$state.get().status).toBe('ready');
    expect(api.waiting()).toEqual([]);
  });

  it('is not listed before the list was requested', () => {
    const { alerts, arrive } = withArrivals(1);
    arrive();
    expect(alerts.$state.get()).toMatchObject({ status: 'idle', items: [] });
  });
});

describe('a retracted alert', () => {
  it('leaves the open list at once, and the next page has no gap [alerts.retracted]', async () => {
    const { alerts, server, emit, ids } = await loaded(withArrivals(8));
    await alerts.loadMore();
    expect(ids()).toEqual([8, 7, 6, 5, 4, 3]);
    server.retract(7);
    emit('alert_retracted', { id: 7 });
    expect(ids()).toEqual([8, 6, 5, 4, 3]);
    await alerts.loadMore();
    await alerts.loadMore();
    expect(ids()).toEqual([8, 6, 5, 4, 3, 2, 1]);
    expect(alerts.$state.get().hasMore).toBe(false);
  });

  it('does not return with a response that was sent before [alerts.retracted]', async () => {
    const { api, alerts, server, emit, ids } = withSocket(3);
    alerts.start();
    const loading = alerts.load();
    const data = server.page(1);
    emit('alert_retracted', { id: 2 });
    await api.latest(PATH).succeed(data);
    await loading;
    expect(ids()).toEqual([3, 1]);
  });

  it('leaves a list that missed it when the connection is back [alerts.retracted]', async () => {
    const { alerts, server, emit, ids } = await loaded(withArrivals(5));
    await alerts.loadMore();
    server.retract(4);
    emit('reopened', {});
    await settle();
    expect(ids()).toEqual([5, 3, 2, 1]);
  });

  it('is reported by the member socket only while the list is used', () => {
    const { alerts, listeners, started } = withSocket(1);
    expect(started()).toBe(0);
    const stop = alerts.start();
    expect(started()).toBe(1);
    stop();
    expect([started(), listeners.size]).toEqual([0, 0]);
  });
});

describe('pages', () => {
  it('start at 1, advance on request and stop at last_page [alerts.load-more]', async () => {
    const { alerts, ids, requestedPages } = await loaded(setUp(7));
    expect(alerts.$state.get()).toMatchObject({ status: 'ready', page: 1, hasMore: true });
    await alerts.loadMore();
    expect(ids()).toEqual(down(2, 7));
    await alerts.loadMore();
    expect(alerts.$state.get()).toMatchObject({ status: 'ready', page: 3, hasMore: false });
    expect(await alerts.loadMore()).toMatchObject({ ok: true });
    expect(requestedPages()).toEqual([1, 2, 3]);
    expect(ids()).toEqual(down(1, 7));
  });

  it('are requested one at a time', async () => {
    const { alerts, api } = setUp(7);
    const first = alerts.load();
    expect(alerts.load()).toBe(first);
    expect(alerts.loadMore()).toBe(first);
    expect(api.requests).toHaveLength(1);
    expect(alerts.$state.get().status).toBe('loading');
  });

  it('contain no duplicates when new alerts have shifted them [alerts.once]', async () => {
    const { alerts, server, ids, requestedPages } = await loaded(setUp(8));
    server.publish(PAGE_SIZE);
    await alerts.loadMore();
    // Page 2 has only known alerts, so the next page was requested at once.
    expect(requestedPages()).toEqual([1, 2, 3]);
    expect(ids()).toEqual(down(3, 8));
  });

  it('keep the loaded alerts and add new ones when the list is loaded again', async () => {
    const { alerts, server, ids } = await loaded(setUp(8));
    await alerts.loadMore();
    server.publish();
    const back = alerts.load();
    expect(ids()).toEqual(down(3, 8));
    await back;
    expect(ids()).toEqual(down(3, 9));
    expect(alerts.$state.get()).toMatchObject({ page: 2, hasMore: true });
  });

  it('start again when the new alerts do not overlap with the loaded ones', async () => {
    const { alerts, server, ids } = await loaded(setUp(8));
    await alerts.loadMore();
    server.publish(10);
    await alerts.load();
    expect(ids()).toEqual([18, 17, 16]);
    expect(alerts.$state.get()).toMatchObject({ page: 1, hasMore: true });
  });

  it('hold each alert once and newest first when alerts are published between them', async () => {
    const steps = fc.array(fc.record({ publish: fc.nat(4), reload: fc.boolean() }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 12 }), steps, async (count, moves) => {
        const { alerts, server, ids } = await loaded(setUp(count));
        for (const { publish, reload } of moves) {
          server.publish(publish);
          await (reload ? alerts.load() : alerts.loadMore());
        }
        const listed = ids();
        const newest = listed[0] ?? 0;
        expect(listed).toEqual(down(newest - listed.length + 1, newest));
        while (alerts.$state.get().hasMore) await alerts.loadMore();
        expect(ids()).toEqual(down(1, ids()[0] ?? 0));
      }),
      { numRuns: 60 },
    );
  });
});

describe('failures', () => {
  it.each([
    ['lose', 'alerts-unreachable'],
    ['refuse', 'alerts-refused'],
  ] as const)(
    'a failed page (%s) is logged, keeps the list, and can be requested again [alerts.load-error]',
    async (how, code) => {
      const { alerts, api, server, logged, ids } = setUp(7);
      const first = alerts.load();
      await api.latest(PATH).succeed(server.page(1));
      await first;
      const second = alerts.loadMore();
      await (how === 'lose' ? api.latest(PATH).lose() : api.latest(PATH).refuse(503));
      expect(await second).toEqual({ ok: false, error: { code } });
      expect(alerts.$state.get()).toMatchObject({
        status: 'failed',
        error: { code },
        page: 1,
        hasMore: true,
      });
      expect(ids()).toEqual([7, 6, 5]);
      expect(logged).toEqual(['Failed to load alerts']);
      void alerts.loadMore();
      expect(api.latest(PATH).input.query).toEqual({ page: 2 });
    },
  );

  it('requests the newest page again, and shows the failure until it succeeds [alerts.auto-retry]', async () => {
    const { alerts, api, time, server, ids, requestedPages } = setUp(7);
    const stop = alerts.start();
    void alerts.load();
    await api.latest(PATH).succeed(server.page(1));
    void alerts.loadMore();
    await api.latest(PATH).lose();
    server.publish();
    for (const seconds of [5, 10]) {
      await time.advance(seconds * 1000);
      expect(alerts.$state.get().status).toBe('failed');
      if (seconds === 5) await api.latest(PATH).refuse(503);
    }
    await api.latest(PATH).succeed(server.page(1));
    expect(requestedPages()).toEqual([1, 2, 1, 1]);
    expect(ids()).toEqual([8, 7, 6, 5]);
    expect(alerts.$state.get()).toMatchObject({ status: 'ready', page: 1, hasMore: true });
    await time.advance(600_000);
    expect(requestedPages()).toHaveLength(4);
    void alerts.load();
    await api.latest(PATH).lose();
    stop();
    await time.advance(600_000);
    expect(requestedPages()).toHaveLength(5);
  });

  it('shows that it loads when the user retries during an automatic retry', async () => {
    const { alerts, api, time, server } = setUp(7);
    alerts.start();
    void alerts.load();
    await api.latest(PATH).refuse(429, { retryAfter: 20 });
    await time.advance(20_000);
    expect(alerts.$state.get().status).toBe('failed');
    void alerts.load();
    expect(alerts.$state.get().status).toBe('loading');
    expect(api.waiting()).toHaveLength(1);
    await api.latest(PATH).succeed(server.page(1));
    expect(alerts.$state.get().status).toBe('ready');
  });

  it('does not request refused alerts again [alerts.auto-retry]', async () => {
    const { alerts, api, time } = setUp(7);
    alerts.start();
    void alerts.load();
    await api.latest(PATH).refuse(403);
    await time.advance(600_000);
    expect(api.requests).toHaveLength(1);
  });

  it('destroy aborts the pending request and ignores late responses; it can be used again', async () => {
    const { alerts, api, server, ids } = setUp(2);
    const lost = alerts.load();
    const request = api.latest(PATH);
    alerts.destroy();
    await request.succeed(server.page(1));
    expect(request.input.signal?.aborted).toBe(true);
    expect(await lost).toEqual({ ok: false, error: { code: 'superseded' } });
    expect(ids()).toEqual([]);
    const again = alerts.load();
    await api.latest(PATH).succeed(server.page(1));
    await again;
    expect(ids()).toEqual([2, 1]);
  });
});

describe('now', () => {
  it('updates every 30 s while the page is visible [alerts.list]', async () => {
    const { alerts, time, page } = setUp(1);
    expect(time.pending()).toBe(0);
    const stop = alerts.start();
    expect(alerts.$now.get()).toBe(start);
    await time.advance(30_000);
    expect(alerts.$now.get()).toBe(start + 30_000);
    page.play('hidden');
    await time.advance(90_000);
    expect(time.pending()).toBe(0);
    page.play('visible');
    expect(alerts.$now.get()).toBe(start + 120_000);
    expect(time.pending()).toBe(1);
    stop();
    expect(time.pending()).toBe(0);
    expect(page.listeners()).toBe(0);
  });
});

describe('relative time', () => {
  const ago = (ms: number) => relativeTime(new Date(start - ms).toISOString(), start);
  const SECOND = 1_000;
  const HOUR = 3_600 * SECOND;
  const DAY = 24 * HOUR;
  it.each([
    [-5 * SECOND, 'content.justNow', 0],
    [59 * SECOND, 'content.justNow', 0],
    [60 * SECOND, 'content.minuteAgo', 1],
    [119 * SECOND, 'content.minuteAgo', 1],
    [HOUR - SECOND, 'content.minutesAgo', 59],
    [HOUR, 'content.hourAgo', 1],
    [DAY - SECOND, 'content.hoursAgo', 23],
    [DAY, 'content.dayAgo', 1],
    [29 * DAY, 'content.daysAgo', 29],
    [30 * DAY, 'content.monthAgo', 1],
    [364 * DAY, 'content.monthsAgo', 12],
    [365 * DAY, 'content.yearAgo', 1],
    [800 * DAY, 'content.yearsAgo', 2],
  ] as const)('%d ms is %s', (ms, code, count) => {
    expect(ago(ms)).toEqual({ code, count });
  });

  it('is null for an invalid date', () => {
    expect(relativeTime('yesterday', start)).toBeNull();
    expect(formatAlertTime('yesterday')).toBe('');
  });

  it('formats the full time as specified', () => {
    expect(formatAlertTime(new Date(2026, 10, 21, 9, 5, 7).toISOString())).toBe(
      '21st November 2026, 09:05:07 am',
    );
  });
});
