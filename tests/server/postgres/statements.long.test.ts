// The number of statements of frequent requests, with the limits of production.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openDatabase } from '../../../examples/server/src/db/open-database.ts';
import { readSession } from '../../../examples/server/src/sessions/sessions.ts';
import { hasPostgres } from '../../support/postgres.ts';
import { createSeededDatabase } from '../../support/seeded-postgres.ts';
import { type ChatWorld, startWorld, type TestUser } from '../chat/support.ts';

/** The delivery reads events and, without sockets, where the chat ends. It runs beside the request. */
const ofDelivery = /pg_snapshot_xmin|^select coalesce\(max\(id\)|^notify/;

describe.runIf(hasPostgres)('with the limits of production', () => {
  let world: ChatWorld;
  let [ann, bob]: [TestUser, TestUser] = [] as never;
  let chatId: number;
  let statements: string[] = [];
  const { query } = pg.Client.prototype;

  beforeAll(async () => {
    const url = await createSeededDatabase(inject('seededPostgres') ?? '');
    world = await startWorld({ database: await openDatabase({ url }), config: { rateLimits: true } });
    ann = await world.user('Ann');
    bob = await world.user('Bob');
    chatId = await world.chat('GR', 'First', [ann, bob]);
    for (let index = 0; index < 10; index += 1) await world.chat('GR', `Chat ${index}`, [ann, bob]);
    // The first use of keys and of the session reads and writes more.
    await world.tell(ann, chatId, 'first');
    await world.get('/web/chats?chat_type=GR', ann);
    pg.Client.prototype.query = function record(this: pg.Client, ...args: Parameters<typeof query>) {
      const [config] = args as unknown as [string | { text: string }];
      const text = typeof config === 'string' ? config : config.text;
      if (!ofDelivery.test(text)) statements.push(text);
      return Reflect.apply(query, this, args);
    } as typeof query;
  });
  afterAll(async () => {
    pg.Client.prototype.query = query;
    await world.close();
  });

  async function statementsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
    statements = [];
    await work();
    return [...statements];
  }

  test('stores a post with at most 4 statements, and counts it in one for each limit', async () => {
    const list = await statementsOf(() => world.tell(ann, chatId, 'hello'));
    const ofLimits = list.filter((text) => text.includes('"rate_limits"'));
    expect(ofLimits.length).toBe(2);
    expect(list.length - ofLimits.length, list.join('\n\n')).toBeLessThanOrEqual(4);
  });

  test('returns the list of chats with at most 4 statements', async () => {
    const list = await statementsOf(() => world.get('/web/chats?chat_type=GR', ann));
    expect(list.length, list.join('\n\n')).toBeLessThanOrEqual(4);
  });

  test('returns a catch-up without news with at most 3 statements', async () => {
    const last = await world.tell(bob, chatId, 'the last one');
    await world.get(`/web/chat/${chatId}?min_id=${last - 1}`, ann);
    const list = await statementsOf(() => world.get(`/web/chat/${chatId}?min_id=${last}`, ann));
    expect(list.length, list.join('\n\n')).toBeLessThanOrEqual(3);
  });

  test('returns a page of messages by others with at most 5 statements', async () => {
    await world.get(`/web/chat/${chatId}`, bob);
    const first = await world.tell(ann, chatId, 'page');
    await world.get(`/web/chat/${chatId}`, bob);
    const list = await statementsOf(() => world.get(`/web/chat/${chatId}?min_id=${first - 1}`, bob));
    expect(list.length, list.join('\n\n')).toBeLessThanOrEqual(5);
  });

  test('reads the sessions of 40 tokens that arrive together in one statement', async () => {
    const members = await Promise.all(
      Array.from({ length: 40 }, (_, index) => world.user(`Member ${index}`)),
    );
    const { db } = world.server.context;
    const now = world.server.clock.now();
    const list = await statementsOf(async () => {
      const found = await Promise.all(members.map(({ token }) => readSession(db, token, now)));
      expect(found.map((session) => session?.user.id)).toEqual(members.map(({ id }) => id));
    });
    expect(list.filter((text) => text.startsWith('select'))).toHaveLength(1);
  });
});
