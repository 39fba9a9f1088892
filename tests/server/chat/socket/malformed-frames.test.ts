import { once } from 'node:events';
import { connect } from 'node:net';
import { beforeEach, describe, expect, test } from 'vitest';
import { sharedWorld, usersOf } from '../support.ts';

let chatId: number;

const world = sharedWorld();

const [ann, bob, cleo] = usersOf(world, beforeEach, 'Ann', 'Bob', 'Cleo');
beforeEach(async () => {
  chatId = await world.chat('GR', 'Group', [ann, bob, cleo]);
});

describe('bad clients', () => {
  const garbage = [
    '',
    'x',
    '{',
    'null',
    '[]',
    '[{"type":"WebFetchChat"}]',
    '"WebFetchChat"',
    '{"type":"__proto__"}',
    '{"type":"Unknown"}',
    '{"type":"WebMeesageTyping"}',
    '{"type":"WebMeesageTyping","chat_id":"a","typing":true}',
    '{"type":"ReadByAll","chat_id":{}}',
    '{"type":"DeliveredToAll","chats":[]}',
  ];

  test('ignores malformed and unknown frames and keeps the connection open [socket.malformed]', async () => {
    const [bad, toBob] = [await world.socket(ann), await world.socket(bob)];
    for (const frame of garbage) bad.send(frame);
    bad.ws.send(Buffer.from([1, 2, 3]), { binary: true });
    bad.send({ type: 'WebMeesageTyping', chat_id: chatId, typing: true });
    expect(await toBob.nextOf('WebMeesageTyping')).toMatchObject({ user_id: ann.id });
  });

  test('closes with 1008 after too many malformed frames [socket.bad-frames]', async () => {
    const bad = await world.socket(ann);
    for (let index = 0; index < 1_000; index += 1) bad.send(garbage[index % garbage.length] ?? '');
    expect((await bad.closed).code).toBe(1008);
  });

  test('limits hints and merges read marks of a fast client, and keeps its connection open [socket.fast-writer]', async () => {
    const [fromAnn, toBob] = [await world.socket(ann), await world.socket(bob)];
    const mine = await world.tell(ann, chatId, 'mine');
    await world.tell(bob, chatId, 'to be read');
    for (let index = 0; index < 300; index += 1) {
      fromAnn.send({ type: 'WebFetchMessage', message: { id: mine }, isScroll: true });
      fromAnn.send({ type: 'ReadByAll', chat_id: chatId });
    }
    await fromAnn.settled();
    expect(fromAnn.ws.readyState).toBe(fromAnn.ws.OPEN);
    const receipts = toBob.frames.filter(({ isScroll }) => String(isScroll) === 'false');
    expect(receipts.length).toBeLessThanOrEqual(11);
    const { body } = await world.get(`/web/chat/${chatId}?min_id=-1`, ann);
    expect(body.data).toMatchObject({ unread_count: 0 });
  });

  test('closes with 1009 when a frame exceeds 16 KB, without affecting other connections [socket.frame-size]', async () => {
    const [bad, toBob] = [await world.socket(ann), await world.socket(bob)];
    bad.send(JSON.stringify({ type: 'WebFetchMessage', message: { id: 1, message: 'x'.repeat(17 * 1024) } }));
    expect((await bad.closed).code).toBe(1009);
    await world.tell(ann, chatId, 'still here');
    expect((await toBob.nextOf('WebFetchMessage')).message).toMatchObject({ message: 'still here' });
  });

  test('ignores valid frames with ids out of range', async () => {
    const [bad, toBob] = [await world.socket(ann), await world.socket(bob)];
    for (const id of [0, -1, 2_147_483_648, Number.MAX_SAFE_INTEGER]) {
      bad.send({ type: 'WebMeesageTyping', chat_id: id, typing: true });
      bad.send({ type: 'ReadByAll', chat_id: id });
      bad.send({ type: 'WebFetchMessage', message: { id } });
    }
    bad.send({ type: 'WebMeesageTyping', chat_id: chatId, typing: true });
    expect(await toBob.nextOf('WebMeesageTyping')).toMatchObject({ user_id: ann.id });
    expect(world.server.logLines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  });

  test('keeps serving when clients disconnect during the upgrade', async () => {
    const { hostname, port } = new URL(world.url);
    for (let index = 0; index < 10; index += 1) {
      const socket = connect(Number(port), hostname);
      await once(socket, 'connect');
      socket.write(
        `GET /api/ws HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: openbell.v1, bearer.${ann.token}\r\n\r\n`,
      );
      socket.resetAndDestroy();
    }
    const socket = await world.socket(bob);
    await world.tell(ann, chatId, 'x');
    await socket.nextOf('WebFetchMessage');
  });
});
