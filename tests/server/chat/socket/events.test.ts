// The frames that members receive: of messages, changes, typing, receipts and alerts.
import { beforeEach, describe, expect, test } from 'vitest';
import { publishAlert, retractAlert } from '../../../../examples/server/src/content/index.ts';
import { type Json, sharedWorld, type TestUser, usersOf } from '../support.ts';

let chatId: number;

const world = sharedWorld();

const [ann, bob, cleo] = usersOf(world, beforeEach, 'Ann', 'Bob', 'Cleo');
beforeEach(async () => {
  chatId = await world.chat('GR', 'Group', [ann, bob, cleo]);
});

describe('messages', () => {
  test('sends a post to all connections of all members, the sender included, and to nobody else [socket.fan-out]', async () => {
    const stranger = await world.user('Stranger');
    await world.chat('GR', 'Another', [ann, stranger]);
    const all = [
      await world.socket(ann),
      await world.socket(ann),
      await world.socket(bob),
      await world.socket(cleo),
    ];
    const outside = await world.socket(stranger);
    const id = await world.tell(ann, chatId, 'hello');
    for (const socket of all) {
      expect(await socket.nextOf('WebFetchMessage')).toMatchObject({
        user_id: ann.id,
        isScroll: true,
        message: { id, chat_id: chatId, message: 'hello', sender: { id: ann.id } },
      });
    }
    await world.tell(stranger, await world.chat('GR', 'Own', [stranger]), 'mine');
    await outside.nextOf('WebFetchMessage');
    expect(outside.frames).toHaveLength(1);
  });

  test('does not announce the retry of a client_id again [socket.announced-once]', async () => {
    const socket = await world.socket(bob);
    const client_id = crypto.randomUUID();
    await world.say(ann, chatId, 'once', { client_id });
    await world.say(ann, chatId, 'once', { client_id });
    await world.tell(ann, chatId, 'after');
    await socket.next((frame) => String(frame.message?.message) === 'after');
    expect(socket.frames.map((frame) => String(frame.message?.message))).toEqual(['once', 'after']);
  });

  test('sends messages in the order of their ids [socket.order]', async () => {
    const socket = await world.socket(bob);
    const ids = await Promise.all(
      Array.from({ length: 20 }, (_, index) => world.tell(ann, chatId, `${index}`)),
    );
    const newest = Math.max(...ids);
    await socket.next((frame) => Number(frame.message?.id) === newest);
    const got = socket.frames
      .filter(({ type }) => String(type) === 'WebFetchMessage')
      .map(({ message }) => Number(message?.id));
    expect(got).toEqual([...ids].sort((a, b) => a - b));
  });

  test('sends each member the message as they are allowed to see it [socket.projection]', async () => {
    const first = await world.tell(ann, chatId, 'secret');
    await world.act(bob, first, 'block');
    const [toBob, toCleo] = [await world.socket(bob), await world.socket(cleo)];
    await world.tell(ann, chatId, 'more', { reply_id: String(first) });
    expect((await toBob.nextOf('WebFetchMessage')).message).toMatchObject({
      is_block: true,
      message: '',
      reply_to: null,
    });
    expect((await toCleo.nextOf('WebFetchMessage')).message).toMatchObject({
      is_block: false,
      message: 'more',
      reply_to: { message: 'secret' },
    });
  });

  test('sends reactions and unsends to all with isScroll false, and a deletion only to the deleter [socket.is-scroll]', async () => {
    const id = await world.tell(ann, chatId, 'hello');
    const [toAnn, toBob] = [await world.socket(ann), await world.socket(bob)];
    await world.act(cleo, id, 'react', { emoji: '👍' });
    for (const socket of [toAnn, toBob]) {
      expect(await socket.nextOf('WebFetchMessage')).toMatchObject({
        user_id: cleo.id,
        isScroll: false,
        message: { id, reactions: [{ emoji: '👍', user: { id: cleo.id } }] },
      });
    }
    await world.act(bob, id, 'delete');
    expect((await toBob.nextOf('WebFetchMessage')).message).toMatchObject({ id, deleted_list: [bob.id] });
    await world.act(ann, id, 'unsend');
    // The next frame to Ann is her own unsend: Bob's deletion is not sent to her.
    expect((await toAnn.nextOf('WebFetchMessage')).message).toMatchObject({
      delete_from_everyone: true,
      deleted_list: [],
    });
    expect((await toBob.nextOf('WebFetchMessage')).message).toMatchObject({
      delete_from_everyone: true,
      message: '',
    });
  });

  test('sends WebFetchChat to the user’s own connections on mute, block and read, not on new messages [socket.fetch-chat]', async () => {
    const id = await world.tell(ann, chatId, 'hello');
    const [own, second, other] = [await world.socket(bob), await world.socket(bob), await world.socket(cleo)];
    for (const change of [
      () => world.act(bob, id, 'mute'),
      () => world.act(bob, id, 'block'),
      () => world.get(`/web/chat/${chatId}/mute`, bob),
      async () => own.send({ type: 'ReadByAll', chat_id: chatId }),
    ]) {
      await change();
      await own.nextOf('WebFetchChat');
      await second.nextOf('WebFetchChat');
    }
    await world.tell(cleo, chatId, 'x');
    await other.nextOf('WebFetchMessage');
    expect(other.frames.filter(({ type }) => String(type) === 'WebFetchChat')).toEqual([]);
  });

  test('sends WebMarkUser to all connections of the user who mutes or blocks, and to nobody else [socket.mark-user]', async () => {
    const id = await world.tell(ann, chatId, 'hello');
    const [own, second] = [await world.socket(bob), await world.socket(bob)];
    const others = [await world.socket(ann), await world.socket(cleo)];
    const frame = { type: 'WebMarkUser', user_id: ann.id };
    for (const [action, marks] of [
      ['mute', { is_mute: true, is_block: false }],
      ['block', { is_mute: true, is_block: true }],
      ['unmute', { is_mute: false, is_block: true }],
      ['unblock', { is_mute: false, is_block: false }],
    ] as const) {
      await world.act(bob, id, action);
      for (const socket of [own, second])
        expect(await socket.nextOf('WebMarkUser')).toEqual({ ...frame, ...marks });
    }
    await world.tell(bob, chatId, 'x');
    for (const socket of others) {
      await socket.nextOf('WebFetchMessage');
      expect(socket.frames.filter(({ type }) => String(type) === 'WebMarkUser')).toEqual([]);
    }
  });

  test('ignores the content of a client’s WebFetchMessage and relays only its own message by id [chat.no-relay]', async () => {
    const theirs = await world.tell(ann, chatId, 'by Ann');
    const mine = await world.tell(bob, chatId, 'by Bob');
    const [fromBob, toCleo] = [await world.socket(bob), await world.socket(cleo)];
    const forged = { chat_id: chatId, message: 'forged', sender: { id: ann.id, first_name: 'Ann' } };
    fromBob.send({
      type: 'WebFetchMessage',
      user_id: ann.id,
      message: { id: theirs, ...forged },
      isScroll: true,
    });
    fromBob.send({
      type: 'WebFetchMessage',
      user_id: ann.id,
      message: { id: 99_999_999, ...forged },
      isScroll: true,
    });
    fromBob.send({
      type: 'WebFetchMessage',
      user_id: ann.id,
      message: { id: mine, ...forged },
      isScroll: true,
    });
    expect(await toCleo.nextOf('WebFetchMessage')).toMatchObject({
      user_id: bob.id,
      isScroll: false,
      message: { id: mine, message: 'by Bob', sender: { id: bob.id } },
    });
    expect(toCleo.frames).toHaveLength(1);
  });
});

test('sends a published alert to every connection [socket.alert-published] [operate.alert]', async () => {
  const sockets = [await world.socket(ann), await world.socket(ann), await world.socket(bob)];
  const { alert } = await publishAlert(world.server.context, { message: 'SPY 520C' });
  for (const socket of sockets)
    expect(await socket.nextOf('alert_published')).toEqual({ type: 'alert_published', alert });
});

test('sends a retracted alert to every connection [socket.alert-retracted] [operate.alert-retract]', async () => {
  const sockets = [await world.socket(ann), await world.socket(ann), await world.socket(bob)];
  const { alert } = await publishAlert(world.server.context, { message: 'Wrong ticker' });
  expect(await retractAlert(world.server.context, alert.id)).toBe(true);
  expect(await retractAlert(world.server.context, alert.id)).toBe(false);
  for (const socket of sockets)
    expect(await socket.nextOf('alert_retracted')).toEqual({ type: 'alert_retracted', id: alert.id });
});

describe('patches, for clients that offer the subprotocol openbell.v1+patch', () => {
  const patchSocket = (user: TestUser) => world.socket(user, ['openbell.v1+patch']);

  test('sends reactions and unsent messages as patches to clients that offer them [socket.patch]', async () => {
    const [small, whole] = [await patchSocket(ann), await world.socket(ann)];
    expect(small.ws.protocol).toBe('openbell.v1+patch');
    const id = await world.tell(ann, chatId, 'hello');
    expect((await small.nextOf('WebFetchMessage')).message).toMatchObject({ id, message: 'hello' });
    await whole.nextOf('WebFetchMessage');

    await world.act(bob, id, 'react', { emoji: '👍' });
    expect(await small.nextOf('message_patch')).toEqual({
      type: 'message_patch',
      user_id: bob.id,
      id,
      chat_id: chatId,
      reactions: [{ emoji: '👍', user: { id: bob.id, first_name: 'Bob' } }],
    });
    expect((await whole.nextOf('WebFetchMessage')).message).toMatchObject({
      id,
      message: 'hello',
      reactions: [{ emoji: '👍' }],
    });

    await world.act(ann, id, 'unsend');
    expect(await small.nextOf('message_patch')).toEqual({
      type: 'message_patch',
      user_id: ann.id,
      id,
      chat_id: chatId,
      delete_from_everyone: true,
    });
    expect((await whole.nextOf('WebFetchMessage')).message).toMatchObject({ id, delete_from_everyone: true });
  });

  test('sends no reactions of a message whose sender the viewer has blocked [socket.projection]', async () => {
    const id = await world.tell(ann, chatId, 'hello');
    await world.act(bob, id, 'block');
    const toBob = await patchSocket(bob);
    await world.act(cleo, id, 'react', { emoji: '👍' });
    expect(await toBob.nextOf('message_patch')).toMatchObject({ id, reactions: [] });
  });

  test('sends and lists no reactions of a member whom the viewer has blocked [chat.block-everywhere]', async () => {
    const id = await world.tell(ann, chatId, 'hello');
    await world.act(bob, await world.tell(cleo, chatId, 'mine'), 'block');
    const [small, whole] = [await patchSocket(bob), await world.socket(bob)];
    await world.act(cleo, id, 'react', { emoji: '👍' });
    expect(await small.nextOf('message_patch')).toMatchObject({ id, reactions: [] });
    expect((await whole.nextOf('WebFetchMessage')).message).toMatchObject({
      id,
      message: 'hello',
      reactions: [],
    });
    const seenBy = async (user: TestUser) =>
      (await world.get(`/web/chat/${chatId}?min_id=${id - 1}`, user)).body.data as unknown as {
        messages: { reactions: unknown[] }[];
      };
    expect((await seenBy(bob)).messages[0]?.reactions).toEqual([]);
    expect((await seenBy(ann)).messages[0]?.reactions).toHaveLength(1);
  });
});

describe('typing', () => {
  test('sends typing to the other members with the user id of the connection [socket.typing]', async () => {
    const [fromAnn, toBob] = [await world.socket(ann), await world.socket(bob)];
    fromAnn.send({ type: 'WebMeesageTyping', chat_id: chatId, user_id: cleo.id, typing: true });
    fromAnn.send({ type: 'WebMeesageTyping', chat_id: chatId, user_id: cleo.id, typing: false });
    const frame = { type: 'WebMeesageTyping', chat_id: chatId, user_id: ann.id };
    expect(await toBob.nextOf('WebMeesageTyping')).toEqual({ ...frame, typing: true });
    expect(await toBob.nextOf('WebMeesageTyping')).toEqual({ ...frame, typing: false });
    expect(fromAnn.frames).toEqual([]);
  });

  test('ignores frames for a chat that the user is not a member of [socket.members-only]', async () => {
    const stranger = await world.user('Stranger');
    const own = await world.chat('GR', 'Own', [stranger, bob]);
    const [outside, toBob] = [await world.socket(stranger), await world.socket(bob)];
    outside.send({ type: 'WebMeesageTyping', chat_id: chatId, user_id: stranger.id, typing: true });
    outside.send({ type: 'ReadByAll', chat_id: chatId, user_id: stranger.id });
    outside.send({ type: 'WebMeesageTyping', chat_id: own, typing: true });
    expect(await toBob.nextOf('WebMeesageTyping')).toMatchObject({ chat_id: own });
    expect(toBob.frames).toHaveLength(1);
  });

  test('is not relayed between a user and a user they blocked, in either direction [socket.block-typing]', async () => {
    const id = await world.tell(ann, chatId, 'x');
    await world.act(bob, id, 'block');
    const [fromAnn, fromBob, toCleo] = [
      await world.socket(ann),
      await world.socket(bob),
      await world.socket(cleo),
    ];
    fromAnn.send({ type: 'WebMeesageTyping', chat_id: chatId, typing: true });
    await toCleo.nextOf('WebMeesageTyping');
    fromBob.send({ type: 'WebMeesageTyping', chat_id: chatId, typing: true });
    await toCleo.nextOf('WebMeesageTyping');
    await world.tell(cleo, chatId, 'y');
    for (const socket of [fromAnn, fromBob]) {
      await socket.nextOf('WebFetchMessage');
      expect(socket.frames).toHaveLength(1);
    }
  });

  test('ignores messages of the channel that are no typing events', async () => {
    const toBob = await world.socket(bob);
    const { channel } = world.server.context;
    const event = { chatId, userId: ann.id, typing: true };
    const invalid = [null, 'x', [], {}, { ...event, userId: `${ann.id}` }, { ...event, chatId: null }];
    for (const message of [...invalid, { ...event, typing: 1 }, { ...event, typing: false }])
      channel.publish('typing', message);
    expect(await toBob.nextOf('WebMeesageTyping')).toMatchObject({ user_id: ann.id, typing: false });
    expect(toBob.frames).toHaveLength(1);
  });

  test('limits a flood to ten in ten seconds and keeps the connection open [socket.typing-flood]', async () => {
    const [fromAnn, toBob] = [await world.socket(ann), await world.socket(bob)];
    for (let index = 0; index < 200; index += 1)
      fromAnn.send({ type: 'WebMeesageTyping', chat_id: chatId, typing: true });
    await toBob.nextOf('WebMeesageTyping');
    await fromAnn.settled();
    await world.tell(ann, chatId, 'x');
    await toBob.nextOf('WebFetchMessage');
    const typing = toBob.frames.filter(({ type }) => String(type) === 'WebMeesageTyping');
    expect(typing.length).toBeLessThanOrEqual(11);
    expect(fromAnn.ws.readyState).toBe(fromAnn.ws.OPEN);
  });
});

describe('receipts', () => {
  async function ticks(id: number): Promise<Json> {
    const { body } = await world.get(`/web/chat/${chatId}?min_id=-1`, ann);
    const found = (body.data as unknown as { messages: Json[] }).messages.find(
      (message) => Number(message.id) === id,
    );
    if (found === undefined) throw new Error('The message is not there.');
    return found;
  }

  test('reports DeliveredToAll to the sender once every other member was connected or has fetched [socket.delivered-to-all]', async () => {
    const toAnn = await world.socket(ann);
    const toBob = await world.socket(bob);
    const id = await world.tell(ann, chatId, 'hello');
    await toBob.nextOf('WebFetchMessage');
    expect(await ticks(id)).toMatchObject({ delivered_to_all: false });
    await world.get(`/web/chat/${chatId}`, cleo);
    expect(await toAnn.nextOf('DeliveredToAll')).toEqual({
      type: 'DeliveredToAll',
      chats: [{ id: chatId, message_ids: [id] }],
    });
    expect(await ticks(id)).toMatchObject({ delivered_to_all: true, seen_by_all: false, read_by: [] });
    expect(toBob.frames.filter(({ type }) => String(type) === 'DeliveredToAll')).toEqual([]);
  });

  test('reports DeliveredToAll at once when all members are connected', async () => {
    const toAnn = await world.socket(ann);
    await world.socket(bob);
    await world.socket(cleo);
    const id = await world.tell(ann, chatId, 'hello');
    expect((await toAnn.nextOf('DeliveredToAll')).chats).toEqual([{ id: chatId, message_ids: [id] }]);
  });

  test('does not mark earlier messages as delivered when a member connects, only when they fetch', async () => {
    const toAnn = await world.socket(ann);
    const missed = await world.tell(ann, chatId, 'missed');
    await world.socket(bob);
    await world.socket(cleo);
    const live = await world.tell(ann, chatId, 'live');
    expect((await toAnn.nextOf('DeliveredToAll')).chats).toEqual([{ id: chatId, message_ids: [live] }]);
    expect(await ticks(missed)).toMatchObject({ delivered_to_all: false });
    await world.get(`/web/chat/${chatId}`, bob);
    await world.get(`/web/chat/${chatId}`, cleo);
    await toAnn.next((frame) => JSON.stringify(frame.chats ?? '').includes(String(missed)));
    expect(await ticks(missed)).toMatchObject({ delivered_to_all: true });
  });

  test('marks as read only on ReadByAll, and notifies the sender when all members have read [chat.read-by-all]', async () => {
    const [toAnn, fromBob, fromCleo] = [
      await world.socket(ann),
      await world.socket(bob),
      await world.socket(cleo),
    ];
    const id = await world.tell(ann, chatId, 'hello');
    await world.get(`/web/chat/${chatId}`, bob);
    expect(await ticks(id)).toMatchObject({ seen_by_all: false, read_by: [] });
    fromBob.send({ type: 'ReadByAll', user_id: cleo.id, chat_id: chatId });
    await fromBob.nextOf('WebFetchChat');
    expect(await ticks(id)).toMatchObject({ seen_by_all: false, read_by: [bob.id] });
    fromCleo.send({ type: 'ReadByAll', user_id: cleo.id, chat_id: chatId });
    expect(await toAnn.nextOf('ReadByAll')).toEqual({
      type: 'ReadByAll',
      chat: { id: chatId, message_ids: [id] },
    });
    expect(await ticks(id)).toMatchObject({
      seen_by_all: true,
      delivered_to_all: true,
      read_by: [bob.id, cleo.id],
    });
    expect(fromBob.frames.filter(({ type }) => String(type) === 'ReadByAll')).toEqual([]);
    const { body } = await world.get('/web/chats?chat_type=GR', bob);
    expect((body.data as unknown as Json[])[0]?.unread_count).toBe(0);
  });

  test('ignores members with an expired plan in receipts', async () => {
    const lapsed = await world.user('Lapsed', new Date(world.server.clock.now() - 1));
    const small = await world.chat('GR', 'Small', [ann, bob, lapsed]);
    const [toAnn, fromBob] = [await world.socket(ann), await world.socket(bob)];
    const id = await world.tell(ann, small, 'hello');
    expect((await toAnn.nextOf('DeliveredToAll')).chats).toEqual([{ id: small, message_ids: [id] }]);
    fromBob.send({ type: 'ReadByAll', chat_id: small });
    expect((await toAnn.nextOf('ReadByAll')).chat).toEqual({ id: small, message_ids: [id] });
  });

  test('sends no read receipt to a sender whom the reader has blocked [socket.block-reading]', async () => {
    const pair = await world.chat('PR', 'Pair', [ann, bob]);
    const id = await world.tell(ann, pair, 'hello');
    await world.act(bob, id, 'block');
    const [toAnn, fromBob] = [await world.socket(ann), await world.socket(bob)];
    fromBob.send({ type: 'ReadByAll', chat_id: pair });
    await fromBob.nextOf('WebFetchChat');
    await world.tell(ann, pair, 'still there?');
    await toAnn.nextOf('WebFetchMessage');
    expect(toAnn.frames.filter(({ type }) => String(type) === 'ReadByAll')).toEqual([]);
    const { body } = await world.get(`/web/chat/${pair}`, ann);
    expect((body.data as unknown as { messages: Json[] }).messages[0]).toMatchObject({
      seen_by_all: false,
      read_by: [],
    });
  });
});
