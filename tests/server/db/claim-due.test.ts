import { beforeEach, describe, expect, test } from 'vitest';
import { claimDue } from '../../../examples/server/src/db/claim-due.ts';
import { sql } from '../../../examples/server/src/db/query.ts';
import { mails } from '../../../examples/server/src/db/schema/accounts.ts';
import { queueMail } from '../../../examples/server/src/mail/outbox.ts';
import { engines, sharedServer } from '../../support/test-server.ts';

const minute = 60_000;

describe.each(engines)('on %s', (engine) => {
  const server = sharedServer({ engine, frozen: true });
  beforeEach(() => server.context.db.delete(mails));

  const queue = (subject: string) =>
    queueMail(server.context.db, { to: 'ada@example.com', subject, text: '' }, server.clock.now());
  const claim = (limit: number, growth = 2, db = server.context.db) =>
    claimDue(db, mails, { now: server.clock.now(), limit, delayMs: minute, growth });

  test('gives each due row to one of two claims at the same time', async () => {
    for (let count = 0; count < 5; count += 1) await queue(`Mail ${count}`);
    const claims = (await Promise.all([claim(3), claim(3)])).flat();
    // A row that one claim holds is not due for the other, which may end with fewer.
    const more = await claim(3);
    const ids = [...claims, ...more].map(({ id }) => id);
    expect(ids).toHaveLength(5);
    expect(new Set(ids).size).toBe(5);
    expect(await claim(3)).toEqual([]);
  });

  test.runIf(engine === 'PostgreSQL')(
    'leaves out the rows of a claim that is not committed yet',
    async () => {
      for (let count = 0; count < 5; count += 1) await queue(`Mail ${count}`);
      const { db } = server.context;
      const claims = await db.transaction(async (tx) => {
        const held = await claim(3, 2, tx);
        const others = await db.transaction(async (second) => {
          // Fails instead of waiting for the first claim.
          await second.execute(sql`set local lock_timeout = '1s'`);
          return claim(3, 2, second);
        });
        return [held, others];
      });
      expect(claims.map((rows) => rows.map(({ subject }) => subject).sort())).toEqual([
        ['Mail 0', 'Mail 1', 'Mail 2'],
        ['Mail 3', 'Mail 4'],
      ]);
    },
  );

  test('claims the rows that are due longest first', async () => {
    await queue('Old');
    server.clock.advance(minute);
    await queue('New');
    expect((await claim(1)).map(({ subject }) => subject)).toEqual(['Old']);
    expect((await claim(1)).map(({ subject }) => subject)).toEqual(['New']);
  });

  test.each([
    ['doubles', 2, [1, 2, 4]],
    ['keeps', 1, [1, 1, 1]],
  ] as const)('%s the delay before the next attempt when the growth is %i', async (_name, growth, delays) => {
    await queue('Late');
    for (const [index, delay] of delays.entries()) {
      const [row] = await claim(1, growth);
      expect(row).toMatchObject({ attempts: index + 1 });
      expect(row?.nextAttemptAt.getTime()).toBe(server.clock.now() + delay * minute);
      server.clock.advance(delay * minute - 1);
      expect(await claim(1, growth)).toEqual([]);
      server.clock.advance(1);
    }
  });
});
