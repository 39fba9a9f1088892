// POST /web/chat/{id}/action, and its effects on messages and the chat list.
import { beforeEach, describe, expect, test } from 'vitest';
import { messageReports, messages } from '../../../examples/server/src/db/schema/chat.ts';
import { type Json, sharedWorld, type TestUser, usersOf } from './support.ts';

let chatId: number;
let messageId: number;

const world = sharedWorld();
const [ann, bob, cleo] = usersOf(world, beforeEach, 'Ann', 'Bob', 'Cleo');
beforeEach(async () => {
  chatId = await world.chat('GR', 'Group', [ann, bob, cleo]);
  messageId = await world.tell(ann, chatId, 'the original text');
});

async function seen(by: TestUser, id: number = messageId): Promise<Json> {
  const { body } = await world.get(`/web/chat/${chatId}?min_id=-1`, by);
  const found = (body.data as unknown as { messages: Json[] }).messages.find(
    (message) => Number(message.id) === id,
  );
  if (found === undefined) throw new Error('The message is not in the page.');
  return found;
}

async function entry(by: TestUser, id: number = chatId): Promise<Json> {
  const { body } = await world.get('/web/chats?chat_type=GR', by);
  const found = (body.data as unknown as Json[]).find((chat) => Number(chat.id) === id);
  if (found === undefined) throw new Error('The chat is not in the list.');
  return found;
}

describe('permissions of message actions', () => {
  test.each(['report', 'mute', 'unmute', 'block', 'unblock'])('only the receiver can %s', async (type) => {
    expect((await world.act(ann, messageId, type)).status).toBe(403);
    expect((await world.act(bob, messageId, type)).status).toBe(200);
    expect((await world.act(bob, messageId, type)).status).toBe(200);
  });

  test('allows only the sender to unsend [chat.unsend-sender]', async () => {
    expect((await world.act(bob, messageId, 'unsend')).status).toBe(403);
    expect((await world.act(ann, messageId, 'unsend')).status).toBe(200);
  });

  test('allows reactions only to messages of other members [chat.react-others]', async () => {
    expect((await world.act(ann, messageId, 'react', { emoji: '👍' })).status).toBe(403);
    expect((await world.act(bob, messageId, 'react', { emoji: '👍' })).status).toBe(200);
  });

  test('allows only delete on a notice and on an unsent message [chat.only-delete]', async () => {
    const { db } = world.server.context;
    const [notice] = await db
      .insert(messages)
      .values({ chatId, senderId: ann.id, messageType: 'ACT', body: 'Ann joined', createdAt: new Date() })
      .returning({ id: messages.id });
    await world.act(ann, messageId, 'unsend');
    for (const id of [notice?.id ?? 0, messageId]) {
      for (const type of ['report', 'mute', 'unmute', 'block', 'unblock', 'unsend', 'react']) {
        expect((await world.act(bob, id, type, { emoji: '👍' })).status).toBe(409);
      }
      expect((await world.act(bob, id, 'delete')).status).toBe(200);
    }
  });

  test('returns 422 for an unknown action or an invalid emoji [chat.action-known]', async () => {
    for (const [type, more] of [
      ['explode', {}],
      ['react', {}],
      ['react', { emoji: '' }],
      ['react', { emoji: 'x' }],
      ['react', { emoji: '👍👍' }],
      ['react', { emoji: '<b>' }],
      ['react', { emoji: '\u0000' }],
      ['react', { emoji: ['👍'] }],
    ] as const) {
      expect((await world.act(bob, messageId, type, more)).status).toBe(422);
    }
  });

  test('allows unsending for 24 hours [chat.unsend-window]', async () => {
    world.server.clock.advance(23.9 * 3_600_000);
    const other = await world.tell(ann, chatId, 'another');
    world.server.clock.advance(0.2 * 3_600_000);
    expect((await world.act(ann, other, 'unsend')).status).toBe(200);
    expect((await world.act(ann, messageId, 'unsend')).status).toBe(409);
  });
});

describe('effects of message actions', () => {
  test('deletes the message only for the deleter and hides the deletions of others [chat.delete-own]', async () => {
    const response = await world.act(bob, messageId, 'delete');
    expect(response.body.data).toMatchObject({ id: messageId, deleted_list: [bob.id], message: '' });
    expect(await seen(bob)).toMatchObject({ deleted_list: [bob.id], message: '' });
    expect(await seen(ann)).toMatchObject({ deleted_list: [], message: 'the original text' });
    expect(await seen(cleo)).toMatchObject({ deleted_list: [] });
  });

  test('empties an unsent message for all members, in quotes too, and removes its reactions [chat.unsend-all]', async () => {
    await world.act(bob, messageId, 'react', { emoji: '😍' });
    const reply = await world.tell(bob, chatId, 'answering', { reply_id: String(messageId) });
    await world.act(ann, messageId, 'unsend');
    for (const user of [ann, bob, cleo]) {
      expect(await seen(user)).toMatchObject({
        delete_from_everyone: true,
        message: '',
        reactions: [],
        media: null,
      });
      expect((await seen(user, reply)).reply_to).toMatchObject({ delete_from_everyone: true, message: '' });
    }
    const rows = await world.server.context.db
      .select({ id: messages.id, body: messages.body })
      .from(messages);
    expect(rows.find(({ id }) => id === messageId)?.body).toBe('');
  });

  test('keeps one reaction per user: another emoji replaces it, the same emoji removes it [chat.one-reaction]', async () => {
    const reactions = async () => (await seen(ann)).reactions;
    await world.act(bob, messageId, 'react', { emoji: '👍' });
    await world.act(cleo, messageId, 'react', { emoji: '👍' });
    expect(await reactions()).toEqual([
      { emoji: '👍', user: { id: bob.id, first_name: 'Bob' } },
      { emoji: '👍', user: { id: cleo.id, first_name: 'Cleo' } },
    ]);
    await world.act(bob, messageId, 'react', { emoji: '😂' });
    await world.act(cleo, messageId, 'react', { emoji: '👍' });
    expect(await reactions()).toEqual([{ emoji: '😂', user: { id: bob.id, first_name: 'Bob' } }]);
  });

  test.each(['😍', '😂', '😢', '😡', '👍', '❤️', '🏳️‍🌈', '👩🏽‍🚀', '🇨🇭'])(
    'accepts any emoji as a reaction: %s',
    async (emoji) => {
      expect((await world.act(bob, messageId, 'react', { emoji })).status).toBe(200);
    },
  );

  test('keeps the original text in a report, with one report per user [chat.report-kept]', async () => {
    await world.act(bob, messageId, 'report');
    await world.act(bob, messageId, 'report');
    await world.act(ann, messageId, 'unsend');
    const all = await world.server.context.db.select().from(messageReports);
    const rows = all.filter((row) => row.messageId === messageId);
    expect(rows.map(({ userId, body }) => ({ userId, body }))).toEqual([
      { userId: bob.id, body: 'the original text' },
    ]);
  });

  test('marks the sender as muted for the viewer only and returns the chat [chat.mute-sender]', async () => {
    const response = await world.act(bob, messageId, 'mute');
    expect(response.body.data).toMatchObject({ id: chatId, messages: [{ id: messageId, is_mute: true }] });
    expect(await seen(bob)).toMatchObject({ is_mute: true, message: 'the original text' });
    expect(await seen(cleo)).toMatchObject({ is_mute: false });
    await world.act(bob, messageId, 'unmute');
    expect(await seen(bob)).toMatchObject({ is_mute: false });
  });

  test('hides the messages of a blocked user in all chats, for the blocker only, until unblocked [chat.block-viewer]', async () => {
    const elsewhere = await world.chat('GR', 'Elsewhere', [ann, bob]);
    await world.tell(ann, elsewhere, 'also hidden');
    const reply = await world.tell(cleo, chatId, 'answering', { reply_id: String(messageId) });
    await world.act(bob, messageId, 'block');

    expect(await seen(bob)).toMatchObject({ is_block: true, message: '', reactions: [] });
    expect((await seen(bob, reply)).reply_to).toMatchObject({ is_block: true, message: '' });
    expect((await entry(bob, elsewhere)).last_msg).toBeNull();
    expect(await seen(ann)).toMatchObject({ is_block: false, message: 'the original text' });
    expect(await seen(cleo)).toMatchObject({ is_block: false });

    const back = await world.act(bob, messageId, 'unblock');
    const { messages: whole } = back.body.data as unknown as { messages: Json[] };
    expect(whole[0]).toMatchObject({ id: messageId, is_block: false, message: 'the original text' });
    expect((await entry(bob, elsewhere)).last_msg).toMatchObject({ message: 'also hidden' });
  });
});

describe('the chat list', () => {
  test('skips deleted, unsent and blocked messages in last_msg [chat.last-message]', async () => {
    const byBob = await world.tell(bob, chatId, 'from Bob');
    const byCleo = await world.tell(cleo, chatId, 'from Cleo');
    await world.act(ann, byCleo, 'delete');
    expect((await entry(ann)).last_msg).toMatchObject({
      id: byBob,
      message: 'from Bob',
      message_type: 'TXT',
    });
    await world.act(bob, byBob, 'unsend');
    expect((await entry(ann)).last_msg).toMatchObject({ message: 'the original text' });
    expect((await entry(cleo)).last_msg).toMatchObject({ message: 'from Cleo' });
    await world.act(ann, messageId, 'delete');
    expect((await entry(ann)).last_msg).toBeNull();
  });

  test('counts only messages of others that the viewer can see as unread [chat.unread-count]', async () => {
    const second = await world.tell(ann, chatId, 'two');
    await world.tell(cleo, chatId, 'three');
    expect((await entry(bob)).unread_count).toBe(3);
    expect((await entry(cleo)).unread_count).toBe(2);
    await world.act(ann, second, 'unsend');
    await world.act(bob, messageId, 'block');
    expect((await entry(bob)).unread_count).toBe(1);
  });

  test.each(['get', 'post'] as const)(
    'mutes and unmutes a chat for the member only, and idempotently, by %s [chat.mute-chat] [chat.mute-by-post]',
    async (method) => {
      for (const muted of [true, true, false, false]) {
        const path = `/web/chat/${chatId}/${muted ? 'mute' : 'unmute'}`;
        const response = await (method === 'get' ? world.get(path, bob) : world.post(path, bob));
        expect(response).toMatchObject({ status: 200, body: { message: expect.any(String) } });
        expect((await entry(bob)).mute).toBe(muted);
        expect((await entry(ann)).mute).toBe(false);
      }
    },
  );

  test('names a personal chat after the other member and lists both users [chat.personal-name]', async () => {
    const personal = await world.chat('PR', 'stored name', [ann, bob]);
    for (const [viewer, other] of [
      [ann, bob],
      [bob, ann],
    ] as const) {
      const { body } = await world.get(`/web/chat/${personal}`, viewer);
      expect(body.data).toMatchObject({ name: other.name });
      const people = (body.data as unknown as { users: { user_id: number }[] }).users;
      expect(people.map(({ user_id }) => user_id)).toEqual([ann.id, bob.id]);
    }
  });

  test('sorts chats by latest use and omits their messages [chat.list-order] [chat.list-without-messages]', async () => {
    const second = await world.chat('GR', 'Second', [ann]);
    await world.tell(ann, second, 'newer');
    const { body } = await world.get('/web/chats?chat_type=GR', ann);
    const list = body.data as unknown as { id: number; messages: unknown[] }[];
    expect(list.map(({ id }) => id)).toEqual([second, chatId]);
    expect(list.every((chat) => chat.messages.length === 0)).toBe(true);
  });
});
