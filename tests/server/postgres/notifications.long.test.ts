import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openNotifications } from '../../../examples/server/src/db/notifications.ts';
import { hasPostgres, startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { until } from '../../support/until.ts';
import { silentLog } from '../billing/support.ts';

describe.runIf(hasPostgres)('notifications', () => {
  let postgres: TestPostgres;
  let url: string;
  beforeAll(async () => {
    postgres = await startPostgres();
    url = await postgres.createDatabase();
  });
  afterAll(() => postgres.stop());

  test('are sent one after another, and the last of many reaches the other process', async () => {
    let received = 0;
    let isConnected = false;
    const there = openNotifications(
      url,
      () => {
        received += 1;
      },
      silentLog,
    );
    const here = openNotifications(
      url,
      () => {
        isConnected = true;
      },
      silentLog,
    );
    await until(() => expect([received, isConnected]).toEqual([1, true]));
    const { query } = pg.Client.prototype;
    let sent = 0;
    let running = 0;
    let atOnce = 0;
    pg.Client.prototype.query = async function watch(this: pg.Client, ...args: Parameters<typeof query>) {
      sent += 1;
      running += 1;
      atOnce = Math.max(atOnce, running);
      try {
        return await Reflect.apply(query, this, args);
      } finally {
        running -= 1;
      }
    } as unknown as typeof query;
    try {
      for (let count = 0; count < 5; count += 1) here.notify();
      // The first is sent at once; the others are one.
      await until(() => expect([sent, received]).toEqual([2, 3]));
    } finally {
      pg.Client.prototype.query = query;
    }
    expect(atOnce).toBe(1);
    await here.close();
    await there.close();
  });
});
