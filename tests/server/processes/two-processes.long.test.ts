// Two server processes on one PostgreSQL act as one site.
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { openDatabase } from '../../../examples/server/src/db/open-database.ts';
import { hasNats, startNats, type TestNats } from '../../support/nats.ts';
import { hasPostgres } from '../../support/postgres.ts';
import { createSeededDatabase } from '../../support/seeded-postgres.ts';
import { until } from '../../support/until.ts';
import { type ChatWorld, startWorld, type TestSocket, type TestUser } from '../chat/support.ts';

describe.runIf(hasPostgres)('two processes', () => {
  let nats: TestNats | null;
  let url: string;
  let [here, there]: [ChatWorld, ChatWorld] = [] as never;
  let [ann, bob]: [TestUser, TestUser] = [] as never;

  beforeAll(async () => {
    url = await createSeededDatabase(inject('seededPostgres') ?? '');
    nats = hasNats ? await startNats() : null;
    const config = { rateLimits: true, nats: nats === null ? null : { servers: [nats.address] } };
    here = await startWorld({ database: await openDatabase({ url }), config });
    there = await startWorld({ database: await openDatabase({ url }), config });
  }, 60_000);
  beforeEach(async () => {
    ann = await here.user('Ann');
    bob = await here.user('Bob');
  });
  afterAll(async () => {
    await here.close();
    await there.close();
    await nats?.stop();
  });

  test('deliver messages, changes and receipts to sockets of each other', async () => {
    const chatId = await here.chat('GR', 'Shared', [ann, bob]);
    const [toAnn, toBob] = [await here.socket(ann), await there.socket(bob)];
    const id = await here.tell(ann, chatId, 'hello');
    expect((await toBob.nextOf('WebFetchMessage')).message).toMatchObject({ id, message: 'hello' });
    expect((await toAnn.nextOf('DeliveredToAll')).chats).toMatchObject([{ id: chatId, message_ids: [id] }]);
    toBob.send({ type: 'ReadByAll', user_id: bob.id, chat_id: chatId });
    expect((await toAnn.nextOf('ReadByAll')).chat).toMatchObject({ id: chatId, message_ids: [id] });
    await there.act(bob, id, 'react', { emoji: '👍' });
    const changed = await toAnn.next((frame) => String(frame.isScroll) === 'false');
    expect(changed.message).toMatchObject({ id });
  });

  test('deliver the messages of parallel posts at both, once and in the order of their ids', async () => {
    const chatId = await here.chat('GR', 'Order', [ann, bob]);
    const [toAnn, toBob] = [await here.socket(ann), await there.socket(bob)];
    const count = 8;
    const ids = await Promise.all(
      Array.from({ length: count }, (_, index) =>
        index % 2 === 0 ? here.tell(ann, chatId, `${index}`) : there.tell(bob, chatId, `${index}`),
      ),
    );
    const sorted = ids.toSorted((a, b) => a - b);
    for (const socket of [toAnn, toBob]) {
      await socket.next((frame) => Number(frame.message?.id) === sorted.at(-1));
      const received = socket.frames.filter((frame) => String(frame.isScroll) === 'true');
      expect(received.map((frame) => Number(frame.message?.id))).toEqual(sorted);
    }
  });

  test('close the sockets of a session that ends at the other process', async () => {
    const socket = await there.socket(ann);
    await here.post('/web/logout', ann);
    expect((await socket.closed).code).toBe(4401);
  });

  test('close the oldest of six sockets of one user, wherever it is open', async () => {
    const { db } = here.server.context;
    const counted = () => db.execute(`select id from open_sockets where user_id = ${ann.id}`);
    const sockets: TestSocket[] = [];
    for (let index = 0; index < 6; index += 1) {
      sockets.push(await (index % 2 === 0 ? here : there).socket(ann));
      const count = Math.min(sockets.length, 5);
      // A socket is open a little before it counts, and of two processes the later one may be faster.
      await until(async () => expect(await counted()).toHaveProperty('rows.length', count));
    }
    expect((await sockets[0]?.closed)?.code).toBe(4409);
    expect(sockets.slice(1).map(({ ws }) => ws.readyState)).toEqual([1, 1, 1, 1, 1]);
  });

  test('leave five sockets open when one user opens ten at once', async () => {
    const sockets = await Promise.all(
      Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? here : there).socket(ann)),
    );
    const open = () => sockets.filter(({ ws }) => ws.readyState === 1);
    await until(() => expect(open()).toHaveLength(5));
    await Promise.all(open().map((socket) => socket.settled()));
    expect(open()).toHaveLength(5);
  });

  /** Makes calls, five at the same time, and returns how many were allowed. */
  async function allowed(world: ChatWorld, user: TestUser, count: number): Promise<number> {
    const statuses: number[] = [];
    const makeCalls = async () => {
      for (let call = 0; call < count / 5; call += 1)
        statuses.push((await world.get('/web/profile', user)).status);
    };
    await Promise.all(Array.from({ length: 5 }, makeCalls));
    expect(statuses.filter((status) => ![200, 429].includes(status))).toEqual([]);
    return statuses.filter((status) => status === 200).length;
  }

  test('allow a member 300 calls a minute when both are called at the same time [calls.limit-all]', async () => {
    const [first, second] = await Promise.all([allowed(here, ann, 200), allowed(there, ann, 200)]);
    expect(first + second).toBe(300);
    expect(await allowed(here, bob, 5)).toBe(5);
  });

  test('allow a member 300 calls a minute when one is called after the other', async () => {
    expect(await allowed(here, ann, 200)).toBe(200);
    expect(await allowed(there, ann, 200)).toBe(100);
  });

  test('allow a member at most nine calls more when one has not read the reports of the other', async () => {
    expect(await allowed(here, ann, 15)).toBe(15);
    expect(await allowed(there, ann, 400)).toBeLessThanOrEqual(290);
    expect(await allowed(here, ann, 40)).toBeLessThanOrEqual(4);
    expect(await allowed(there, ann, 5)).toBe(0);
  });

  test('deliver an event whose transaction commits after later ones', async () => {
    const chatId = await here.chat('GR', 'Late', [ann, bob]);
    const toBob = await there.socket(bob);
    const { bus } = here.server.context;
    let commit = (): void => undefined;
    const waiting = new Promise<void>((resolve) => {
      commit = resolve;
    });
    let isStored = (): void => undefined;
    const stored = new Promise<void>((resolve) => {
      isStored = resolve;
    });
    const late = bus.transact(async (tx, publish) => {
      publish('chat-list-changed', { userId: bob.id });
      // The transaction has its number before the ones below.
      await tx.execute('select pg_current_xact_id()');
      isStored();
      await waiting;
    });
    await stored;
    const id = await here.tell(ann, chatId, 'meanwhile');
    expect((await toBob.nextOf('WebFetchMessage')).message).toMatchObject({ id });
    commit();
    await late;
    await toBob.nextOf('WebFetchChat');
    expect(toBob.frames.map(({ type }) => String(type))).toEqual(['WebFetchMessage', 'WebFetchChat']);
  });

  test('lose nothing while their notifications are cut', async () => {
    const chatId = await here.chat('GR', 'Cut', [ann, bob]);
    const toBob = await there.socket(bob);
    await here.server.context.db.execute(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'openbell events'`,
    );
    const id = await here.tell(ann, chatId, 'without a wake-up');
    expect((await toBob.nextOf('WebFetchMessage')).message).toMatchObject({ id });
  });

  test.runIf(hasNats)('show who is typing at the other process', async () => {
    const chatId = await here.chat('GR', 'Typing', [ann, bob]);
    const [fromAnn, toBob] = [await here.socket(ann), await there.socket(bob)];
    const typing = { type: 'WebMeesageTyping', chat_id: chatId, user_id: ann.id, typing: true };
    fromAnn.send(typing);
    expect(await toBob.nextOf('WebMeesageTyping')).toMatchObject(typing);
  });
});
