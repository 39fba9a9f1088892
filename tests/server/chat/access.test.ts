// Who may call what, one cell a test.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ChatWorld, type Person, startWorld } from './support.ts';

let world: ChatWorld;
let ann: Person;
let bob: Person;
let stranger: Person;
let noPlan: Person;
let lapsed: Person;
let chatId: number;
let messageId: number;

beforeAll(async () => {
  world = await startWorld();
  ann = await world.person('Ann');
  bob = await world.person('Bob');
  stranger = await world.person('Stranger');
  noPlan = await world.person('Noplan', null);
  lapsed = await world.person('Lapsed', new Date(world.server.clock.now() - 1_000));
  chatId = await world.chat('GR', 'Group', [ann, bob, noPlan, lapsed]);
  messageId = await world.tell(ann, chatId, 'hello');
});
afterAll(() => world.close());

interface Call {
  readonly name: string;
  readonly run: (
    person: Person | null,
    chat: number | string,
    message: number | string,
  ) => Promise<{ status: number; body: unknown }>;
  /** A chat or a message stands in the path. */
  readonly hasObject: boolean;
}

const calls: readonly Call[] = [
  { name: 'GET chats', hasObject: false, run: (person) => world.get('/web/chats?chat_type=GR', person) },
  { name: 'GET chat/{id}', hasObject: true, run: (person, chat) => world.get(`/web/chat/${chat}`, person) },
  {
    name: 'GET chat/{id}/more',
    hasObject: true,
    run: (person, chat) => world.get(`/web/chat/${chat}/more?min_id=9`, person),
  },
  {
    name: 'GET chat/{id}/mute',
    hasObject: true,
    run: (person, chat) => world.get(`/web/chat/${chat}/mute`, person),
  },
  {
    name: 'GET chat/{id}/unmute',
    hasObject: true,
    run: (person, chat) => world.get(`/web/chat/${chat}/unmute`, person),
  },
  {
    name: 'POST chat/{id}',
    hasObject: true,
    run: (person, chat) => world.form(`/web/chat/${chat}`, person, { message: 'hi', message_type: 'TXT' }),
  },
  ...['delete', 'report', 'unsend', 'mute', 'unmute', 'block', 'unblock', 'react'].map((type) => ({
    name: `POST action ${type}`,
    hasObject: true,
    run: (person: Person | null, _chat: number | string, message: number | string) =>
      world.act(person, message, type, type === 'react' ? { emoji: '👍' } : {}),
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
  const ids = async (person: Person, kind: string) => {
    const { body } = await world.get(`/web/chats?chat_type=${kind}`, person);
    return (body.data as unknown as { id: number }[]).map(({ id }) => id);
  };
  expect(await ids(ann, 'GR')).toEqual([chatId]);
  expect(await ids(ann, 'PR')).toEqual([personal]);
  expect(await ids(stranger, 'GR')).toEqual([]);
  expect(await ids(bob, 'PR')).toEqual([]);
});
