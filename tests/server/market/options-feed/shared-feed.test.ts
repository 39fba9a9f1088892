// One process is connected to the provider of the options feed; a real PostgreSQL elects it, a real NATS carries the trades.
import { describe, expect, inject, test } from 'vitest';
import { frameOf } from '../../../../examples/server/src/providers/feed/feed-source.ts';
import { hasNats } from '../../../support/nats.ts';
import { hasPostgres } from '../../../support/postgres.ts';
import { createEmptyDatabase } from '../../../support/seeded-postgres.ts';
import { until } from '../../../support/until.ts';
import { startTwoFeeds, trade } from './two-feeds.ts';

describe.runIf(hasPostgres && hasNats)('the options feed of two processes', () => {
  const feeds = startTwoFeeds(() => createEmptyDatabase(inject('seededPostgres') ?? ''));

  test('opens one connection to the provider, and every process gets each trade once', async () => {
    for (const q of [1, 2, 3]) await feeds.send(q);
    expect(feeds.owners()).toEqual([feeds.first]);
    expect(feeds.first.trades).toEqual([1, 2, 3]);
    expect(feeds.second.trades).toEqual([1, 2, 3]);
  });

  test('moves to another process when the owner ends', async () => {
    await feeds.send(1);
    feeds.first.feed.close();
    expect(await feeds.owner()).toBe(feeds.second);
    feeds.second.upstream?.frame(frameOf([trade(2)]));
    expect(feeds.second.trades).toEqual([1, 2]);
    // Clients read the trades of the time between after this status.
    expect(feeds.second.statuses).toEqual(['upstream_unavailable']);
  });

  test('closes the connection of an owner that loses its lock, and shows no trade twice', async () => {
    await feeds.send(1);
    await feeds.database.db.execute(
      `select pg_terminate_backend(l.pid) from pg_locks l where l.locktype = 'advisory' and l.granted
       and l.database = (select oid from pg_database where datname = current_database())`,
    );
    await until(() => expect(feeds.first.statuses).toContain('upstream_unavailable'));
    await feeds.send(2);
    expect(feeds.first.trades).toEqual([1, 2]);
    expect(feeds.second.trades).toEqual([1, 2]);
  });

  test('is reported as interrupted by a process without a broker that is not the owner', async () => {
    const alone = feeds.start(false);
    expect(alone.statuses).toEqual(['upstream_unavailable']);
    expect(alone.upstream).toBeNull();
  });
});
