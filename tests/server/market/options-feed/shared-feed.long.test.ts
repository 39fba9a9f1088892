// The options feed of two processes while NATS or a connection to PostgreSQL is interrupted for seconds.
import { afterAll, describe, expect, test } from 'vitest';
import { frameOf } from '../../../../examples/server/src/providers/feed/feed-source.ts';
import { hasNats } from '../../../support/nats.ts';
import { hasPostgres, startPostgres, type TestPostgres } from '../../../support/postgres.ts';
import { until } from '../../../support/until.ts';
import { startTwoFeeds, trade } from './two-feeds.ts';

describe.runIf(hasPostgres && hasNats)('the options feed of two processes', () => {
  let postgres: TestPostgres;
  afterAll(() => postgres.stop());
  const feeds = startTwoFeeds(async () => {
    postgres = await startPostgres();
    return postgres.createDatabase();
  });
  const readLockHolder = () =>
    feeds.database.db.execute(
      `select pid from pg_locks where locktype = 'advisory' and granted`,
    ) as unknown as Promise<{ readonly rows: readonly { readonly pid: number }[] }>;

  test('reports a gap to the other processes when the broker was away', async () => {
    await feeds.send(1);
    await feeds.nats.stop();
    await until(() => expect(feeds.second.statuses).toEqual(['upstream_unavailable']));
    feeds.first.upstream?.frame(frameOf([trade(2)]));
    await feeds.nats.start();
    await until(() => {
      feeds.first.upstream?.frame(frameOf([trade(3)]));
      expect(feeds.second.trades).toContain(3);
    });
    expect(feeds.second.statuses.length).toBeGreaterThan(1);
    expect(feeds.first.statuses).toEqual([]);
  });

  test('is given up by an owner whose connection to PostgreSQL is silent', async () => {
    await feeds.send(1);
    const { rows } = await readLockHolder();
    const pid = rows[0]?.pid ?? 0;
    process.kill(pid, 'SIGSTOP');
    try {
      await until(() => expect(feeds.first.upstream).toBeNull());
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    expect(feeds.first.statuses).toContain('upstream_unavailable');
    await feeds.send(2);
  });
});
