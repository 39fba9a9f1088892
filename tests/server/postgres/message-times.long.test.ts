// The time of a message on a real PostgreSQL, where parallel posts to a chat wait for a lock.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type NewMessage, storeMessage } from '../../../examples/server/src/chat/store-message.ts';
import type { Database } from '../../../examples/server/src/db/database.ts';
import { migrate, readMigrations } from '../../../examples/server/src/db/migrate.ts';
import { openDatabase } from '../../../examples/server/src/db/open-database.ts';
import { users } from '../../../examples/server/src/db/schema/accounts.ts';
import { chatMembers, chats, messages } from '../../../examples/server/src/db/schema/chat.ts';
import { hasPostgres, startPostgres, type TestPostgres } from '../../support/postgres.ts';

const START = Date.parse('2026-11-23T15:00:00.000Z');
const HOUR = 3_600_000;

describe.runIf(hasPostgres)('on PostgreSQL', () => {
  let postgres: TestPostgres;
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
    chatId = await addChat();
  });
  afterAll(async () => {
    await database.close();
    await postgres.stop();
  });

  /** Adds a chat of the sender and returns its id. */
  async function addChat(): Promise<number> {
    const at = new Date(START);
    const [chat] = await database.db
      .insert(chats)
      .values({ chatType: 'GR', name: 'Group', createdAt: at })
      .returning({ id: chats.id });
    const id = chat?.id ?? 0;
    await database.db.insert(chatMembers).values({ chatId: id, userId: senderId, joinedAt: at });
    return id;
  }
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
  /** The times of the chat's messages by id, in milliseconds after the start. */
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

  test('dates a message no earlier than the one it waited for', async () => {
    let posted: Promise<unknown> = Promise.resolve();
    await database.transaction(async (run) => {
      // A parallel post whose transaction has not been committed.
      const at = new Date(START + HOUR).toISOString();
      await run('update chats set last_message_at = $2 where id = $1', [chatId, at]);
      posted = storeMessage(database.db, draft('first'), { now: () => START });
      await untilOneWaits();
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
    const stored = await times();
    expect(stored).toEqual(stored.toSorted((a, b) => a - b));
    // The post that read the clock first has the latest time, so it and all later ids have it.
    expect(stored.at(-1)).toBe(HOUR - 1_000);
  });

  test('follows the clock again once it has passed the newest message', async () => {
    const posted = [0, 5_000, -HOUR, 4_999, 6_000];
    for (const at of posted) await storeMessage(database.db, draft(`${at}`), { now: () => START + at });
    expect(await times()).toEqual([0, 5_000, 5_000, 5_000, 6_000]);
  });

  test('ignores the newest message of other chats', async () => {
    await storeMessage(database.db, draft('late'), { now: () => START + HOUR });
    chatId = await addChat();
    await storeMessage(database.db, draft('early'), { now: () => START });
    expect(await times()).toEqual([0]);
  });
});
