// One process is connected to the provider of the options feed; a real PostgreSQL elects it, a real NATS carries the trades.
import type { FeedStatusEvent, FeedTradeEvent } from '@openbell/core/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Database } from '../../../../examples/server/src/db/database.ts';
import { createLocks } from '../../../../examples/server/src/db/locks.ts';
import { openDatabase } from '../../../../examples/server/src/db/open-database.ts';
import { type Channel, createLocalChannel } from '../../../../examples/server/src/live/channel.ts';
import { openNatsChannel } from '../../../../examples/server/src/live/nats-channel.ts';
import { createSharedFeed } from '../../../../examples/server/src/market/options-feed/shared-feed.ts';
import {
  type FeedListener,
  type FeedSource,
  frameOf,
} from '../../../../examples/server/src/providers/feed/feed-source.ts';
import { systemTimers } from '../../../../examples/server/src/timers.ts';
import { hasNats, startNats, type TestNats } from '../../../support/nats.ts';
import { hasPostgres, startPostgres, type TestPostgres } from '../../../support/postgres.ts';
import { until } from '../../../support/until.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A process with a connection to the provider that the test controls. */
interface TestProcess {
  readonly channel: Channel;
  readonly feed: FeedSource;
  readonly trades: number[];
  readonly statuses: string[];
  /** The listener of the open connection to the provider; null when there is none. */
  upstream: FeedListener | null;
}

const trade = (q: number): FeedTradeEvent => ({
  ev: 'T',
  sym: 'O:SPY251219C00650000',
  x: 65,
  p: 1.5,
  s: 1,
  c: [],
  t: 1_764_000_000_000,
  q,
});

describe.runIf(hasPostgres && hasNats)('the options feed of two processes', () => {
  let postgres: TestPostgres;
  let nats: TestNats;
  let url: string;
  let database: Database;
  const processes: TestProcess[] = [];
  let [first, second]: [TestProcess, TestProcess] = [] as never;

  function start(hasBroker = true): TestProcess {
    const channel = hasBroker
      ? openNatsChannel({ config: { servers: [nats.address] }, prefix: 'test', log })
      : createLocalChannel(log);
    const open = (): FeedSource => ({
      listen(listener) {
        started.upstream = listener;
        return () => undefined;
      },
      close() {
        started.upstream = null;
      },
    });
    const feed = createSharedFeed({
      open,
      holdLock: createLocks(url),
      channel,
      hasBroker,
      timers: systemTimers,
      log,
    });
    const started: TestProcess = { channel, feed, trades: [], statuses: [], upstream: null };
    feed.listen({
      frame: ({ trades }) => started.trades.push(...trades.map(({ q = -1 }) => q)),
      status: ({ status }: FeedStatusEvent) => started.statuses.push(status),
    });
    processes.push(started);
    return started;
  }

  const readLockHolder = () =>
    database.db.execute(
      `select pid from pg_locks where locktype = 'advisory' and granted`,
    ) as unknown as Promise<{ readonly rows: readonly { readonly pid: number }[] }>;
  const owners = () => processes.filter(({ upstream }) => upstream !== null);
  const owner = () => vi.waitUntil(() => (owners().length === 1 ? owners()[0] : undefined), 30_000);
  async function send(q: number): Promise<void> {
    (await owner()).upstream?.frame(frameOf([trade(q)]));
    await until(() => {
      expect(first.trades).toContain(q);
      expect(second.trades).toContain(q);
    });
  }

  beforeAll(async () => {
    postgres = await startPostgres();
    nats = await startNats();
    url = await postgres.createDatabase();
    database = await openDatabase({ url });
  }, 60_000);
  beforeEach(async () => {
    first = start();
    await vi.waitUntil(() => first.upstream !== null, 30_000);
    second = start();
    // The broker delivers what is published from now on.
    let isReady = false;
    second.channel.subscribe('ready', () => {
      isReady = true;
    });
    await until(() => {
      first.channel.publish('ready', 1);
      expect(isReady).toBe(true);
    });
  });
  afterEach(async () => {
    for (const { feed, channel } of processes.splice(0)) {
      feed.close();
      await channel.close();
    }
  });
  afterAll(async () => {
    await database.close();
    await nats.stop();
    await postgres.stop();
  });

  test('opens one connection to the provider, and every process gets each trade once', async () => {
    for (const q of [1, 2, 3]) await send(q);
    expect(owners()).toEqual([first]);
    expect(first.trades).toEqual([1, 2, 3]);
    expect(second.trades).toEqual([1, 2, 3]);
  });

  test('moves to another process when the owner ends', async () => {
    await send(1);
    first.feed.close();
    expect(await owner()).toBe(second);
    second.upstream?.frame(frameOf([trade(2)]));
    expect(second.trades).toEqual([1, 2]);
    // Clients read the trades of the time between after this status.
    expect(second.statuses).toEqual(['upstream_unavailable']);
  });

  test('reports a gap to the other processes when the broker was away', async () => {
    await send(1);
    await nats.stop();
    await until(() => expect(second.statuses).toEqual(['upstream_unavailable']));
    first.upstream?.frame(frameOf([trade(2)]));
    await nats.start();
    await until(() => {
      first.upstream?.frame(frameOf([trade(3)]));
      expect(second.trades).toContain(3);
    });
    expect(second.statuses.length).toBeGreaterThan(1);
    expect(first.statuses).toEqual([]);
  });

  test('is given up by an owner whose connection to PostgreSQL is silent', async () => {
    await send(1);
    const { rows } = await readLockHolder();
    const pid = rows[0]?.pid ?? 0;
    process.kill(pid, 'SIGSTOP');
    try {
      await until(() => expect(first.upstream).toBeNull());
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    expect(first.statuses).toContain('upstream_unavailable');
    await send(2);
  });

  test('closes the connection of an owner that loses its lock, and shows no trade twice', async () => {
    await send(1);
    await database.db.execute(
      `select pg_terminate_backend(l.pid) from pg_locks l where l.locktype = 'advisory' and l.granted`,
    );
    await until(() => expect(first.statuses).toContain('upstream_unavailable'));
    await send(2);
    expect(first.trades).toEqual([1, 2]);
    expect(second.trades).toEqual([1, 2]);
  });

  test('is reported as interrupted by a process without a broker that is not the owner', async () => {
    const alone = start(false);
    expect(alone.statuses).toEqual(['upstream_unavailable']);
    expect(alone.upstream).toBeNull();
  });
});
