// Access to every chat call, one test per call and kind of caller.
import { beforeAll, describe, expect, test } from 'vitest';
import { sharedWorld, type TestUser, usersOf } from './support.ts';

let noPlan: TestUser;
let lapsed: TestUser;
let chatId: number;
let messageId: number;

const world = sharedWorld();
const [ann, bob, stranger] = usersOf(world, beforeAll, 'Ann', 'Bob', 'Stranger');
beforeAll(async () => {
  noPlan = await world.user('Noplan', null);
  lapsed = await world.user('Lapsed', new Date(world.server.clock.now() - 1_000));
  chatId = await world.chat('GR', 'Group', [ann, bob, noPlan, lapsed]);
  messageId = await world.tell(ann, chatId, 'hello');
});

type Id = number | string;
type Run = (user: TestUser | null, chat: Id, message: Id) => Promise<{ status: number; body: unknown }>;

const get =
  (rest: string): Run =>
  (user, chat, message) =>
    world.get(`/web/chat/${chat}${rest.replace('{message}', String(message))}`, user);
const act =
  (type: string): Run =>
  (user, _chat, message) =>
    world.act(user, message, type, type === 'react' ? { emoji: '👍' } : {});
/** The calls whose path names a chat or a message. */
const calls: readonly (readonly [name: string, run: Run])[] = [
  ['GET chat/{id}', get('')],
  ['GET chat/{id}/more', get('/more?min_id=9')],
  ['GET chat/{id}/users', get('/users?page=1')],
  ['GET chat/{id}/message/{messageId}/readers', get('/message/{message}/readers?page=1')],
  ['GET chat/{id}/mute', get('/mute')],
  ['GET chat/{id}/unmute', get('/unmute')],
  ['POST chat/{id}', (user, chat) => world.form(`/web/chat/${chat}`, user, { message: 'hi' })],
  ...['delete', 'report', 'unsend', 'mute', 'unmute', 'block', 'unblock', 'react'].map(
    (type) => [`POST action ${type}`, act(type)] as const,
  ),
];

test.each<readonly [string, Run]>([
  ['GET chats', (user) => world.get('/web/chats?chat_type=GR', user)],
  ...calls,
])(
  '%s: returns 403 to a chat member without a plan or with an expired one [chat.subscribed-only]',
  async (_name, run) => {
    expect((await run(noPlan, chatId, messageId)).status).toBe(403);
    expect((await run(lapsed, chatId, messageId)).status).toBe(403);
  },
);

describe.each(calls)('access to an object: %s', (_name, run) => {
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
