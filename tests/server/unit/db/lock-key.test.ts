import { expect, test } from 'vitest';
import { withStore } from '../../../../examples/sandbox/src/cards/api.ts';
import { withWalletStore } from '../../../../examples/sandbox/src/wallet/wallet-store.ts';
import type { Database, Db } from '../../../../examples/server/src/db/database.ts';
import { migrate } from '../../../../examples/server/src/db/migrate.ts';
import { createLocalChannel } from '../../../../examples/server/src/live/channel.ts';
import { createSharedFeed } from '../../../../examples/server/src/market/options-feed/shared-feed.ts';
import { silentLog } from '../../billing/support.ts';
import { fakeTimers } from '../market/options-feed/support.ts';

test('the server and its sandbox take different advisory locks, so that none waits for another', async () => {
  const keys: unknown[] = [];
  // The key is the only number of the first statement of each transaction.
  const store = {
    transaction: (work: (tx: unknown) => unknown) =>
      work({
        execute: async ({ queryChunks }: { queryChunks: readonly unknown[] }) =>
          keys.push(...queryChunks.filter((chunk) => typeof chunk === 'number')),
      }),
  } as unknown as Db;
  await withStore(store, async () => undefined);
  await withWalletStore(store, async () => undefined);

  const run = async (text: string, values: readonly unknown[] = []) => {
    if (text.includes('advisory')) keys.push(...values);
    return [];
  };
  const database = { transaction: (work: (task: typeof run) => unknown) => work(run) } as unknown as Database;
  await migrate(database, [{ name: '0001-one.sql', sql: 'select 1' }]);

  const feed = createSharedFeed({
    open: () => ({ listen: () => () => {}, close() {} }),
    holdLock: (key) => {
      keys.push(key);
      return async () => {};
    },
    channel: createLocalChannel(silentLog),
    hasBroker: true,
    timers: fakeTimers(),
    log: silentLog,
  });
  feed.listen({ frame() {}, status() {} });
  feed.close();

  expect(keys).toHaveLength(4);
  expect(new Set(keys).size).toBe(4);
});
