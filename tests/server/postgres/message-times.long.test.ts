// The time of a message on a real PostgreSQL, where posts to one chat truly wait for one another.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type NewMessage, storeMessage } from '../../../examples/server/src/chat/store-message.ts';
import type { Database } from '../../../examples/server/src/db/database.ts';
import { migrate, readMigrations } from '../../../examples/server/src/db/migrate.ts';
import { openDatabase } from '../../../examples/server/src/db/open-database.ts';
import { users } from '../../../examples/server/src/db/schema/accounts.ts';
import { chats, messages } from '../../../examples/server/src/db/schema/chat.ts';
import { postgresAvailable, type RealPostgres, startPostgres } from '../../support/real-postgres.ts';

const START = Date.parse('2026-11-23T15:00:00.000Z');
const HOUR = 3_600_000;

describe.runIf(postgresAvailable)('on PostgreSQL', () => {
  let postgres: RealPostgres;
  let database: Database;
  let senderId: number;
  let chatId: number;
  beforeAll(async () => {
    postgres = await startPostgres();
    database = await openDatabase({ url: await postgres.createDatabase() });
    await migrate(database, await readMigrations());
    const at = new Date(START);
    const [user] = await database.db
      .insert(users)
      .values({ email: 'ann@example.com', firstName: 'Ann', createdAt: at, updatedAt: at })
      .returning({ id: users.id });
    senderId = user?.id ?? 0;
  });
  beforeEach(async () => {
    const [chat] = await database.db
      .insert(chats)
      .values({ chatType: 'GR', name: 'Group', createdAt: new Date(START) })
      .returning({ id: chats.id });
    chatId = chat?.id ?? 0;
  });
  afterAll(async () => {
    await database.close();
    await postgres.stop();
  });

  const draft = (body: string): NewMessage => ({
    chatId,
    senderId,
    clientId: null,
    type: 'TXT',
    body,
    replyToId: null,
    mentions: [],
    files: [],
  });
  /** The times of the chat's messages by their ids, in milliseconds after the start. */
  const times = async () => {
    const rows = await database.db.select().from(messages);
    return rows
      .filter((row) => row.chatId === chatId)
      .sort((a, b) => a.id - b.id)
      .map(({ createdAt }) => createdAt.getTime() - START);
  };
  /** Resolves when a transaction waits for a lock. */
  const untilOneWaits = async (): Promise<void> => {
    const waiting = await database.transaction((run) => run('select 1 from pg_locks where not granted'));
    if (waiting.length === 0) await untilOneWaits();
  };

  test('dates a message when it gets the lock of its chat, not when it starts to wait', async () => {
    let now = START;
    const clock = { now: () => now };
    let posted: Promise<unknown> = Promise.resolve();
    await database.transaction(async (run) => {
      await run('select 1 from chats where id = $1 for update', [chatId]);
      posted = storeMessage(database.db, draft('first'), clock);
      await untilOneWaits();
      now = START + HOUR;
    });
    await posted;
    expect(await times()).toEqual([HOUR]);
  });

  test('keeps times in the order of ids for parallel posts, even when the clock runs back', async () => {
    let now = START + HOUR;
    const clock = {
      now: () => {
        now -= 1_000;
        return now;
      },
    };
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => storeMessage(database.db, draft(`${index}`), clock)),
    );
    // The first has read the clock; the others are no earlier.
    expect(await times()).toEqual(Array(20).fill(HOUR - 1_000));
  });

  test('follows the clock again once it has passed the newest message', async () => {
    const posted = [0, 5_000, -HOUR, 4_999, 6_000];
    for (const at of posted) await storeMessage(database.db, draft(`${at}`), { now: () => START + at });
    expect(await times()).toEqual([0, 5_000, 5_000, 5_000, 6_000]);
  });

  test('ignores the newest message of other chats', async () => {
    await storeMessage(database.db, draft('late'), { now: () => START + HOUR });
    const [other] = await database.db
      .insert(chats)
      .values({ chatType: 'GR', name: 'Other', createdAt: new Date(START) })
      .returning({ id: chats.id });
    chatId = other?.id ?? 0;
    await storeMessage(database.db, draft('early'), { now: () => START });
    expect(await times()).toEqual([0]);
  });
});
