import { beforeEach, describe, expect, test } from 'vitest';
import { publishAlert, retractAlert } from '../../../../examples/server/src/content/index.ts';
import { sharedWorld, usersOf } from '../support.ts';

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
