// A process that was suspended finds its row deleted by the others.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSocket } from '../../../examples/server/src/chat/socket/socket-registry.ts';
import type { Database } from '../../../examples/server/src/db/database.ts';
import { migrate, readMigrations } from '../../../examples/server/src/db/migrate.ts';
import { openDatabase } from '../../../examples/server/src/db/open-database.ts';
import { users } from '../../../examples/server/src/db/schema/accounts.ts';
import {
  addProcessRow,
  deleteEndedProcesses,
  markSeen,
} from '../../../examples/server/src/live/process-row.ts';
import { hasPostgres, startPostgres, type TestPostgres } from '../../support/postgres.ts';

describe.runIf(hasPostgres)('on PostgreSQL', () => {
  const at = new Date();
  let postgres: TestPostgres;
  let database: Database;
  beforeAll(async () => {
    postgres = await startPostgres();
    database = await openDatabase({ url: await postgres.createDatabase() });
    await migrate(database, await readMigrations());
  });
  afterAll(async () => {
    await database.close();
    await postgres.stop();
  });

  test('adds its row again when another process has deleted it, so that its sockets count', async () => {
    const { db } = database;
    const read = (query: string) => database.transaction((run) => run(query));
    const [user] = await db
      .insert(users)
      .values({ email: 'ann@openbell.example', firstName: 'Ann', createdAt: at, updatedAt: at })
      .returning({ id: users.id });
    const socket = { userId: user?.id ?? 0 };
    const row = await addProcessRow(db, { error: () => undefined });
    await db.execute(`update processes set seen_at = now() - interval '1 minute'`);
    await deleteEndedProcesses(db);
    await expect(addSocket(db, { processId: row.id, ...socket })).rejects.toThrow();
    await markSeen(db, row.id);
    await addSocket(db, { processId: row.id, ...socket });
    expect(await read(`select process_id::int, user_id from open_sockets`)).toEqual([
      { process_id: row.id, user_id: socket.userId },
    ]);
    // The identity column goes on above the row.
    const next = await addProcessRow(db, { error: () => undefined });
    expect(next.id).toBeGreaterThan(row.id);
    await row.remove();
    await next.remove();
    expect(await read('select id from processes')).toEqual([]);
  });

  test('keeps the newest five sockets of a user when ten open at the same time', async () => {
    const { db } = database;
    const [user] = await db
      .insert(users)
      .values({ email: 'bob@openbell.example', firstName: 'Bob', createdAt: at, updatedAt: at })
      .returning({ id: users.id });
    const row = await addProcessRow(db, { error: () => undefined });
    const socket = { processId: row.id, userId: user?.id ?? 0 };
    const added = await Promise.all(Array.from({ length: 10 }, () => addSocket(db, socket)));
    const left = await db.execute<{ id: number }>('select id::int from open_sockets order by id');
    expect(left).toMatchObject({
      rows: added
        .toSorted((a, b) => a - b)
        .slice(5)
        .map((id) => ({ id })),
    });
    await row.remove();
  });
});
