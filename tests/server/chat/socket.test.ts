// The member socket.
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { sessions } from '../../../examples/server/src/db/schema/accounts.ts';
import { sha256Hex } from '../../../examples/server/src/security/tokens.ts';
import { beginSession } from '../../../examples/server/src/sessions/sessions.ts';
import { type ChatWorld, type Json, openSocket, type Person, startWorld } from './support.ts';

let world: ChatWorld;
let ann: Person;
let bob: Person;
let cleo: Person;
let chatId: number;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  ann = await world.person('Ann');
  bob = await world.person('Bob');
  cleo = await world.person('Cleo');
  chatId = await world.chat('GR', 'Group', [ann, bob, cleo]);
});

const protocols = (token: string) => ['openbell.v1', `bearer.${token}`];

/** The status with which the server answers an upgrade. */
async function refusedWith(
  headers: Record<string, string>,
  offered: readonly string[],
  path = '/api/ws',
): Promise<number> {
  const { hostname, port } = new URL(world.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const lines = {
    Host: `${hostname}:${port}`,
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
    ...(offered.length === 0 ? {} : { 'Sec-WebSocket-Protocol': offered.join(', ') }),
    ...headers,
  };
  socket.write(
    `GET ${path} HTTP/1.1\r\n${Object.entries(lines)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n`,
  );
  const [data] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return Number(String(data).split(' ')[1]);
}

async function closeCode(token: string): Promise<number> {
  const socket = openSocket(world.url, protocols(token));
  await socket.opened;
  return (await socket.closed).code;
}

describe('connecting', () => {
  test('selects the protocol openbell.v1', async () => {
    const socket = await world.socket(ann);
    expect(socket.ws.protocol).toBe('openbell.v1');
  });

  test('accepts the connection and closes it with 4401 when the token is wrong, empty or missing [socket.bad-token]', async () => {
    expect(await closeCode('not-a-token')).toBe(4401);
    expect(await closeCode('A'.repeat(43))).toBe(4401);
    const without = openSocket(world.url, ['openbell.v1']);
    await without.opened;
    expect((await without.closed).code).toBe(4401);
  });

  test('keeps a session active while its socket is open, even when nothing is sent [session.open-socket-is-use]', async () => {
    const { clock, context } = world.server;
    const reader = await world.person('Reader');
    const begin = () => beginSession(context.db, { userId: reader.id, remember: false }, clock.now());
    const [open, unused] = [await begin(), await begin()];
    const socket = await world.socket({ ...reader, token: open });
    for (let turn = 0; turn < 2; turn += 1) {
      clock.advance(10 * 60_000);
      const at = clock.now();
      // What the heartbeat does, too: every open socket is looked at.
      context.bus.publish('clock-moved', { now: at });
      await vi.waitFor(async () => {
        const rows = await context.db.select().from(sessions);
        const row = rows.find(({ tokenSha256 }) => tokenSha256 === sha256Hex(open));
        expect(row?.lastSeenAt.getTime()).toBeGreaterThanOrEqual(at);
      }, 10_000);
    }
    expect((await world.get('/web/profile', { ...reader, token: open })).status).toBe(200);
    expect((await world.get('/web/profile', { ...reader, token: unused })).status).toBe(401);
    expect(socket.ws.readyState).toBe(socket.ws.OPEN);
  });

  test('closes with 4403 for a member without a plan or with an expired plan [socket.no-plan]', async () => {
    const noPlan = await world.person('Noplan', null);
    const lapsed = await world.person('Lapsed', new Date(world.server.clock.now() - 1));
    expect(await closeCode(noPlan.token)).toBe(4403);
    expect(await closeCode(lapsed.token)).toBe(4403);
  });

  test('returns 400 to a client that does not offer openbell.v1 [socket.protocol]', async () => {
    expect(await refusedWith({}, [])).toBe(400);
    expect(await refusedWith({}, [`bearer.${ann.token}`])).toBe(400);
  });

  test('returns 403 for a foreign Origin and ignores a token in the URL [socket.origin]', async () => {
    for (const origin of [
      'https://evil.example',
      'null',
      `${world.url}.evil.example`,
      'http://127.0.0.1:1',
      'file://',
    ]) {
      expect(await refusedWith({ Origin: origin }, protocols(ann.token))).toBe(403);
    }
    expect(await refusedWith({}, [], `/api/ws?token=${ann.token}`)).toBe(400);
  });

  test('accepts localhost, 127.0.0.1 and a missing Origin as the same site [socket.same-site]', async () => {
    const { port } = new URL(world.url);
    for (const headers of [
      {},
      { Origin: `http://localhost:${port}` },
      { Origin: `http://127.0.0.1:${port}` },
    ]) {
      expect(await refusedWith(headers, protocols(ann.token))).toBe(101);
    }
  });

  test('returns 404 for any other path', async () => {
    expect(await refusedWith({}, protocols(ann.token), '/api/other')).toBe(404);
  });
});

describe('messages', () => {
  test('sends a post to all connections of all members, the sender included, and to nobody else [socket.fan-out]', async () => {
    const stranger = await world.person('Stranger');
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
    // The next thing that Ann hears of is her own unsend: nothing of Bob's deletion.
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
    const stranger = await world.person('Stranger');
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
    const lapsed = await world.person('Lapsed', new Date(world.server.clock.now() - 1));
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

describe('closing of open connections', () => {
  test('closes only the sockets of the session that logs out, with 4401 [socket.log-out]', async () => {
    const phone = await world.session(ann);
    const [first, second] = [await world.socket(ann), await world.socket(phone)];
    await world.server.call('POST', '/api/web/logout', { token: ann.token });
    expect(await first.closedAtOnce()).toBe(4401);
    await world.tell(bob, chatId, 'x');
    await second.nextOf('WebFetchMessage');
  });

  test('closes all sockets of a user when all their sessions end', async () => {
    const phone = await world.session(ann);
    const sockets = [await world.socket(ann), await world.socket(phone)];
    world.server.context.bus.publish('session-ended', { userId: ann.id, sessionId: 'all' });
    for (const socket of sockets) expect(await socket.closedAtOnce()).toBe(4401);
  });

  test('closes with 4403 when the plan expires [socket.plan-end]', async () => {
    const short = await world.person('Short', new Date(world.server.clock.now() + 700));
    const socket = await world.socket(short);
    expect((await socket.closed).code).toBe(4403);
  });

  test('checks the database on entitlement-changed and closes only when the plan has ended [socket.entitlement]', async () => {
    const { bus } = world.server.context;
    const [short, stays] = [
      await world.person('Short', new Date(world.server.clock.now() + 3_600_000)),
      await world.socket(bob),
    ];
    const socket = await world.socket(short);
    world.server.clock.advance(3_600_001);
    bus.publish('entitlement-changed', { userId: short.id });
    bus.publish('entitlement-changed', { userId: bob.id });
    expect((await socket.closed).code).toBe(4403);
    await world.tell(ann, chatId, 'x');
    await stays.nextOf('WebFetchMessage');
  });
});

test('closes all connections with 1001 on shutdown, without waiting for silent clients', async () => {
  const other = await startWorld();
  const person = await other.person('Ann');
  const socket = await other.socket(person);
  const dismissed = openSocket(other.url, ['openbell.v1', 'bearer.bad']);
  await dismissed.opened;
  dismissed.ws.pause();
  await Promise.all([other.server.close(), socket.closed.then(({ code }) => expect(code).toBe(1001))]);
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
    const told = toBob.frames.filter(({ isScroll }) => String(isScroll) === 'false');
    expect(told.length).toBeLessThanOrEqual(11);
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
