// Posting messages: `client_id`, validation, mentions.
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { messageMentions, messages } from '../../../examples/server/src/db/schema/chat.ts';
import { sharedWorld, usersOf } from './support.ts';

let chatId: number;

const world = sharedWorld();
const [ann, bob, stranger] = usersOf(world, beforeAll, 'Ann', 'Bob', 'Stranger');
beforeAll(async () => {
  chatId = await world.chat('GR', 'Group', [ann, bob]);
});

async function texts(): Promise<string[]> {
  const { body } = await world.get(`/web/chat/${chatId}?min_id=-1`, bob);
  return (body.data as unknown as { messages: { message: string }[] }).messages.map(({ message }) => message);
}

test('returns 201 with the stored message and its chat_id [chat.post-response]', async () => {
  const clientId = randomUUID();
  const response = await world.say(ann, chatId, 'First!', { client_id: clientId });
  expect(response).toMatchObject({
    status: 201,
    body: {
      chat_id: chatId,
      message: 'First!',
      message_type: 'TXT',
      media: null,
      sender: { id: ann.id, first_name: 'Ann', dp: null },
      client_id: clientId,
      reply_to: null,
      reactions: [],
      deleted_list: [],
      delete_from_everyone: false,
      read_by: [],
    },
  });
});

test('stores one message when ten posts with the same client_id arrive at once [chat.client-id]', async () => {
  const clientId = randomUUID();
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => world.say(ann, chatId, 'only once', { client_id: clientId })),
  );
  expect(new Set(responses.map(({ body }) => Number(body.id))).size).toBe(1);
  expect(responses.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201]);
  expect((await texts()).filter((text) => text === 'only once')).toHaveLength(1);
});

test('returns the stored message on a retry, even when the retry has other text [chat.client-id]', async () => {
  const clientId = randomUUID();
  const first = await world.say(ann, chatId, 'the words that count', { client_id: clientId });
  const again = await world.say(ann, chatId, 'other words', { client_id: clientId });
  expect(again.status).toBe(200);
  expect(again.body).toEqual(first.body);
});

test('stores LF and normal form C, as multipart forms send CR LF [chat.stored-form]', async () => {
  const { body } = await world.say(ann, chatId, 'one\r\ntwo cafe\u0301');
  expect(body.message).toBe('one\ntwo caf\u00E9');
  expect((await texts()).at(-1)).toBe('one\ntwo caf\u00E9');
});

test('scopes client_id to the user, and returns 409 when it is reused in another chat [chat.client-id-elsewhere]', async () => {
  const clientId = randomUUID();
  const [mine, theirs] = [
    await world.say(ann, chatId, 'mine', { client_id: clientId }),
    await world.say(bob, chatId, 'theirs', { client_id: clientId }),
  ];
  expect(theirs.status).toBe(201);
  expect(theirs.body.id).not.toBe(mine.body.id);
  const second = await world.chat('GR', 'Second', [ann]);
  expect((await world.say(ann, second, 'mine', { client_id: clientId })).status).toBe(409);
});

test.each<[string, Record<string, string>]>([
  ['a blank message', { message: ' \n\t ' }],
  ['only zero-width characters', { message: '\u200b\u200d\ufeff\u00a0' }],
  ['no message', {}],
  ['4,001 characters', { message: 'x'.repeat(4_001) }],
  ['NUL', { message: 'a\u0000b' }],
  ['a client_id that is no UUID', { message: 'hi', client_id: 'abc' }],
  ['a notice', { message: 'hi', message_type: 'ACT' }],
  ['another chat_id than the address', { message: 'hi', chat_id: '999999' }],
  ['a chat_id that is no id', { message: 'hi', chat_id: 'x' }],
  ['an answer to nothing', { message: 'hi', reply_id: '99999999' }],
  ['a reply_id beyond 2^53', { message: 'hi', reply_id: '99999999999999999999' }],
  ['a reply_id beyond int8', { message: 'hi', reply_id: '9007199254740991' }],
  ...['[1,', '{"a":1}', '3', 'null', '[null]', '[1.5]', '["x"]', '[[1]]'].map(
    (mention_for): [string, Record<string, string>] => [
      `the mentions ${mention_for}`,
      { message: 'hi', mention_for },
    ],
  ),
  ['51 mentions', { message: 'hi', mention_for: JSON.stringify(Array.from({ length: 51 }, (_, id) => id)) }],
])('returns 422 for %s, and stores nothing [chat.refused-posts]', async (_what, fields) => {
  const before = await texts();
  const response = await world.form(`/web/chat/${chatId}`, ann, fields);
  expect(response.status).toBe(422);
  expect(String(response.body.message)).not.toBe('');
  expect(await texts()).toEqual(before);
});

test('accepts 4,000 characters and long emoji sequences [chat.text-length]', async () => {
  expect((await world.say(ann, chatId, 'é'.repeat(4_000))).status).toBe(201);
  expect((await world.say(ann, chatId, '👩‍👩‍👧'.repeat(1_000))).status).toBe(201);
});

test('returns 415 for a body that is no form and 400 for a malformed form [chat.form-only]', async () => {
  const json = await world.server.call('POST', `/api/web/chat/${chatId}`, {
    token: ann.token,
    body: { message: 'x' },
  });
  expect(json.status).toBe(415);
  const broken = await world.server.call('POST', `/api/web/chat/${chatId}`, {
    token: ann.token,
    body: 'no boundary at all',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  });
  expect(broken.status).toBe(400);
});

test('quotes a message of the same chat, and returns 422 for one of another chat [chat.reply-same-chat]', async () => {
  const quoted = await world.tell(bob, chatId, 'the question');
  const response = await world.say(ann, chatId, 'the answer', { reply_id: String(quoted) });
  expect(response.body.reply_to).toMatchObject({
    id: quoted,
    message: 'the question',
    sender: { id: bob.id, first_name: 'Bob' },
    delete_from_everyone: false,
  });
  const elsewhere = await world.chat('GR', 'Elsewhere', [ann]);
  const foreign = await world.tell(ann, elsewhere, 'other chat');
  expect((await world.say(ann, chatId, 'x', { reply_id: String(foreign) })).status).toBe(422);
});

test('stores mentions of other chat members only [chat.mention-members]', async () => {
  const mentions = JSON.stringify([bob.id, stranger.id, ann.id, String(bob.id), 2_147_483_648]);
  const id = await world.tell(ann, chatId, '@Bob look', { mention_for: mentions });
  const rows = await world.server.context.db.select().from(messageMentions);
  expect(rows.filter(({ messageId }) => messageId === id).map(({ userId }) => userId)).toEqual([bob.id]);
});

test('ignores sender, time and status fields set by the client [chat.no-mass-assignment]', async () => {
  const response = await world.say(ann, chatId, 'hi', {
    user_id: String(bob.id),
    sender: String(bob.id),
    created_at: '2001-01-01',
    forwarded: '1',
    seen_by_all: '1',
    message_type: 'VID',
  });
  expect(response.body).toMatchObject({
    sender: { id: ann.id },
    forwarded: false,
    seen_by_all: false,
    message_type: 'TXT',
  });
});

test('stores all parallel posts and returns them in the order of their ids [chat.database-order]', async () => {
  const crowd = await world.chat('GR', 'Crowd', [ann, bob]);
  const posted = await Promise.all(
    Array.from({ length: 40 }, (_, index) => world.tell(index % 2 === 0 ? ann : bob, crowd, `p${index}`)),
  );
  const { body } = await world.get(`/web/chat/${crowd}?min_id=-1`, ann);
  const found = (body.data as unknown as { messages: { id: number }[] }).messages.map(({ id }) => id);
  expect(found).toEqual([...posted].sort((a, b) => a - b));
  const rows = await world.server.context.db.select({ chatId: messages.chatId }).from(messages);
  expect(rows.filter((row) => row.chatId === crowd)).toHaveLength(40);
});
