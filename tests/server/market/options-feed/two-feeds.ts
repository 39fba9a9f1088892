// Two processes that share the options feed; a real PostgreSQL elects its owner, a real NATS carries the trades.
import type { FeedStatusEvent, FeedTradeEvent } from '@openbell/core/contract';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
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
import { startNats, type TestNats } from '../../../support/nats.ts';
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

export const trade = (q: number): FeedTradeEvent => ({
  ev: 'T',
  sym: 'O:SPY251219C00650000',
  x: 65,
  p: 1.5,
  s: 1,
  c: [],
  t: 1_764_000_000_000,
  q,
});

interface TwoFeeds {
  /** The owner of the connection to the provider. */
  readonly first: TestProcess;
  readonly second: TestProcess;
  readonly nats: TestNats;
  readonly database: Database;
  /** Starts a third process. */
  start(hasBroker: boolean): TestProcess;
  /** The processes with a connection to the provider. */
  owners(): readonly TestProcess[];
  /** Resolves with the only owner. */
  owner(): Promise<TestProcess>;
  /** Sends a trade from the provider, and waits until both processes have it. */
  send(q: number): Promise<void>;
}

/** Starts two processes for each test, on the PostgreSQL database with the URL that `createDatabase` returns. */
export function startTwoFeeds(createDatabase: () => Promise<string>): TwoFeeds {
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
    nats = await startNats();
    url = await createDatabase();
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
  });

  return {
    get first() {
      return first;
    },
    get second() {
      return second;
    },
    get nats() {
      return nats;
    },
    get database() {
      return database;
    },
    start,
    owners,
    owner,
    send,
  };
}
