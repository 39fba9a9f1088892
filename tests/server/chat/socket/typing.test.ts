import { beforeEach, describe, expect, test } from 'vitest';
import { sharedWorld, usersOf } from '../support.ts';

let chatId: number;

const world = sharedWorld();

const [ann, bob, cleo] = usersOf(world, beforeEach, 'Ann', 'Bob', 'Cleo');
beforeEach(async () => {
  chatId = await world.chat('GR', 'Group', [ann, bob, cleo]);
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
    const [outside, toBob] = [await world.socket(stranger), await world.socket(bob)];
    outside.send({ type: 'WebMeesageTyping', chat_id: chatId, user_id: stranger.id, typing: true });
    outside.send({ type: 'ReadByAll', chat_id: chatId, user_id: stranger.id });
    await outside.settled();
    await world.tell(ann, chatId, 'x');
    await toBob.nextOf('WebFetchMessage');
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
    await fromAnn.settled();
    await world.tell(ann, chatId, 'x');
    await toBob.nextOf('WebFetchMessage');
    const typing = toBob.frames.filter(({ type }) => String(type) === 'WebMeesageTyping');
    expect(typing.length).toBeGreaterThan(0);
    expect(typing.length).toBeLessThanOrEqual(11);
    expect(fromAnn.ws.readyState).toBe(fromAnn.ws.OPEN);
  });
});
