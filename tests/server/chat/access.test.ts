// Access to every chat call, one test per call and kind of caller.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ChatWorld, startWorld, type TestUser } from './support.ts';

let world: ChatWorld;
let ann: TestUser;
let bob: TestUser;
let stranger: TestUser;
let noPlan: TestUser;
let lapsed: TestUser;
let chatId: number;
let messageId: number;

beforeAll(async () => {
  world = await startWorld();
  ann = await world.user('Ann');
  bob = await world.user('Bob');
  stranger = await world.user('Stranger');
  noPlan = await world.user('Noplan', null);
  lapsed = await world.user('Lapsed', new Date(world.server.clock.now() - 1_000));
  chatId = await world.chat('GR', 'Group', [ann, bob, noPlan, lapsed]);
  messageId = await world.tell(ann, chatId, 'hello');
});
afterAll(() => world.close());

interface Call {
  readonly name: string;
  readonly run: (
    user: TestUser | null,
    chat: number | string,
    message: number | string,
  ) => Promise<{ status: number; body: unknown }>;
  /** Whether the path names a chat or a message. */
  readonly hasObject: boolean;
}

const calls: readonly Call[] = [
  { name: 'GET chats', hasObject: false, run: (user) => world.get('/web/chats?chat_type=GR', user) },
  { name: 'GET chat/{id}', hasObject: true, run: (user, chat) => world.get(`/web/chat/${chat}`, user) },
  {
    name: 'GET chat/{id}/more',
    hasObject: true,
    run: (user, chat) => world.get(`/web/chat/${chat}/more?min_id=9`, user),
  },
  {
    name: 'GET chat/{id}/users',
    hasObject: true,
    run: (user, chat) => world.get(`/web/chat/${chat}/users?page=1`, user),
  },
  {
    name: 'GET chat/{id}/message/{messageId}/readers',
    hasObject: true,
    run: (user, chat, message) => world.get(`/web/chat/${chat}/message/${message}/readers?page=1`, user),
  },
  {
    name: 'GET chat/{id}/mute',
    hasObject: true,
    run: (user, chat) => world.get(`/web/chat/${chat}/mute`, user),
  },
  {
    name: 'GET chat/{id}/unmute',
    hasObject: true,
    run: (user, chat) => world.get(`/web/chat/${chat}/unmute`, user),
  },
  {
    name: 'POST chat/{id}',
    hasObject: true,
    run: (user, chat) => world.form(`/web/chat/${chat}`, user, { message: 'hi', message_type: 'TXT' }),
  },
  ...['delete', 'report', 'unsend', 'mute', 'unmute', 'block', 'unblock', 'react'].map((type) => ({
    name: `POST action ${type}`,
    hasObject: true,
    run: (user: TestUser | null, _chat: number | string, message: number | string) =>
      world.act(user, message, type, type === 'react' ? { emoji: '👍' } : {}),
  })),
];

describe.each(calls)('$name', ({ run }) => {
  test('returns 401 to a visitor', async () => {
    expect((await run(null, chatId, messageId)).status).toBe(401);
  });

  test('returns 403 to a chat member without a plan or with an expired plan [chat.subscribed-only]', async () => {
    expect((await run(noPlan, chatId, messageId)).status).toBe(403);
    expect((await run(lapsed, chatId, messageId)).status).toBe(403);
  });
});

describe.each(calls.filter(({ hasObject }) => hasObject))('access to an object: $name', ({ run }) => {
  test('returns the same 404 to a non-member as for an object that does not exist [chat.forbidden]', async () => {
    const theirs = await run(stranger, chatId, messageId);
    const missing = await run(stranger, 2_000_000_000, 2_000_000_000);
    expect(theirs.status).toBe(404);
    expect(theirs).toEqual(missing);
  });

  test.each([
    '0',
    '-1',
    '1e9',
    '%00',
    '99999999999999',
    '9223372036854775808',
    'abc',
    '1.5',
    'a'.repeat(300),
  ])('returns 404, never 500, for the invalid id %s', async (id) => {
    expect((await run(ann, id, id)).status).toBe(404);
  });
});

test('requires chat_type to be GR or PR [chat.chat-type]', async () => {
  for (const query of ['', '?chat_type=', '?chat_type=XX', '?chat_type=gr']) {
    expect((await world.get(`/web/chats${query}`, ann)).status).toBe(422);
  }
});

test('lists only the chats of the requested kind that the user is a member of [chat.list-kind]', async () => {
  const personal = await world.chat('PR', 'x', [ann, stranger]);
  const ids = async (user: TestUser, kind: string) => {
    const { body } = await world.get(`/web/chats?chat_type=${kind}`, user);
    return (body.data as unknown as { id: number }[]).map(({ id }) => id);
  };
  expect(await ids(ann, 'GR')).toEqual([chatId]);
  expect(await ids(ann, 'PR')).toEqual([personal]);
  expect(await ids(stranger, 'GR')).toEqual([]);
  expect(await ids(bob, 'PR')).toEqual([]);
});
