import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoAccounts } from '../../../examples/sandbox/src/demo-data/accounts.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';
import { operate, send } from './support.ts';

let server: TestServer;
let subscriber: string;
let other: string;
const subscriberEmail = demoAccounts.subscriber.email;
const otherEmail = demoAccounts.other.email;
beforeAll(async () => {
  server = await startTestServer();
  subscriber = await server.signIn('subscriber');
  other = await server.signIn('other');
});
afterAll(() => server.close());

interface ListedChat {
  readonly id: number;
  readonly name: string;
  readonly unread_count: number;
}
const chatsOf = async (token: string, kind: 'GR' | 'PR' = 'GR') =>
  (await server.call('GET', `/api/web/chats?chat_type=${kind}`, { token })).body
    .data as unknown as ListedChat[];
const post = (token: string, chat: string, message: string) => {
  const body = new FormData();
  body.set('chat_id', chat);
  body.set('message', message);
  body.set('message_type', 'TXT');
  return server.call('POST', `/api/web/chat/${chat}`, { token, body });
};
const create = async (name: string, ...member: string[]) =>
  String((await operate(server, 'chat create', { name, member })).details?.chat);

test('creates a group that its members see at once [operate.chat]', async () => {
  const reloads: number[] = [];
  const stop = server.context.bus.subscribe('chat-list-changed', ({ userId }) => reloads.push(userId));
  const chat = await create('Morning room', subscriberEmail, otherEmail);
  stop();
  expect(reloads).toHaveLength(2);
  expect((await chatsOf(subscriber)).map(({ name }) => name)).toContain('Morning room');
  expect((await post(other, chat, 'Good morning')).status).toBe(201);
});

test('adds a member with the history read, renames, and removes a member [operate.chat-members]', async () => {
  const chat = await create('Desk', subscriberEmail);
  await post(subscriber, chat, 'Before');
  expect((await server.call('GET', `/api/web/chat/${chat}`, { token: other })).status).toBe(404);
  const added = await operate(server, 'chat add', { chat, members: [otherEmail, subscriberEmail] });
  expect(added.message).toBe(`Added to the group ${chat}: 1, already members: 1.`);
  await operate(server, 'chat rename', { chat, name: 'Trading desk' });
  const mine = (await chatsOf(other)).find(({ id }) => String(id) === chat);
  expect(mine).toMatchObject({ name: 'Trading desk', unread_count: 0 });
  const history = await server.call('GET', `/api/web/chat/${chat}`, { token: other });
  expect(history.text).toContain('Before');

  await operate(server, 'chat remove', { chat, member: otherEmail }, true);
  expect((await server.call('GET', `/api/web/chat/${chat}`, { token: other })).status).toBe(200);
  await operate(server, 'chat remove', { chat, member: otherEmail });
  expect((await server.call('GET', `/api/web/chat/${chat}`, { token: other })).status).toBe(404);
  expect((await post(other, chat, 'Still here?')).status).toBe(404);
  expect(await send(server, 'chat remove', { chat, member: otherEmail })).toMatchObject({ ok: false });
});

test('creates one personal chat of two people [operate.chat-personal]', async () => {
  const first = demoAccounts.mentor.email;
  await operate(server, 'chat personal', { first, second: otherEmail });
  expect(await chatsOf(other, 'PR')).toHaveLength(1);
  expect(await send(server, 'chat personal', { first: otherEmail, second: first })).toMatchObject({
    ok: false,
    message: expect.stringContaining('They have the personal chat'),
  });
  expect(await send(server, 'chat personal', { first, second: first })).toMatchObject({ ok: false });
});

test('hides an archived chat from its members until it is restored [operate.chat-archive]', async () => {
  const chat = await create('Old room', subscriberEmail);
  await post(subscriber, chat, 'Kept');
  await operate(server, 'chat archive', { chat });
  expect((await chatsOf(subscriber)).some(({ id }) => String(id) === chat)).toBe(false);
  expect((await post(subscriber, chat, 'x')).status).toBe(404);
  expect(await send(server, 'chat add', { chat, members: [otherEmail] })).toMatchObject({ ok: false });
  const { rows = [] } = await operate(server, 'chat list', { archived: true });
  expect(rows).toMatchObject([{ chat: Number(chat), members: 1 }]);
  const exported = await operate(server, 'chat export', { chat });
  expect(exported.rows).toMatchObject([{ text: 'Kept', sender: expect.any(String) }]);
  await operate(server, 'chat restore', { chat });
  expect((await server.call('GET', `/api/web/chat/${chat}`, { token: subscriber })).text).toContain('Kept');
});
