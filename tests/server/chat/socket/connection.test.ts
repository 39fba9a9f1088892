// Which connections the server accepts, and when it closes them.
import { once } from 'node:events';
import { connect } from 'node:net';
import { beforeEach, describe, expect, test } from 'vitest';
import { eq } from '../../../../examples/server/src/db/query.ts';
import { sessions } from '../../../../examples/server/src/db/schema/accounts.ts';
import { chatMembers } from '../../../../examples/server/src/db/schema/chat.ts';
import { sha256Hex } from '../../../../examples/server/src/security/tokens.ts';
import { beginSession } from '../../../../examples/server/src/sessions/sessions.ts';
import { until } from '../../../support/until.ts';
import { openSocket, sharedWorld, startWorld, storeText, usersOf } from '../support.ts';

let chatId: number;

const world = sharedWorld();

const [ann, bob, cleo] = usersOf(world, beforeEach, 'Ann', 'Bob', 'Cleo');
beforeEach(async () => {
  chatId = await world.chat('GR', 'Group', [ann, bob, cleo]);
});

const protocols = (token: string) => ['openbell.v1', `bearer.${token}`];

/** The HTTP status of a rejected upgrade. */
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
    const reader = await world.user('Reader');
    const begin = () => beginSession(context.db, { userId: reader.id, remember: false }, clock.now());
    const [open, unused] = [await begin(), await begin()];
    const socket = await world.socket({ ...reader, token: open });
    for (let turn = 0; turn < 2; turn += 1) {
      clock.advance(10 * 60_000);
      const at = clock.now();
      // The heartbeat also checks every open socket; a jump of the clock checks them now.
      await world.server.call('POST', '/dev/clock', { body: { advance: 0 } });
      await until(async () => {
        const rows = await context.db.select().from(sessions);
        const row = rows.find(({ tokenSha256 }) => tokenSha256 === sha256Hex(open));
        expect(row?.lastSeenAt.getTime()).toBeGreaterThanOrEqual(at);
      });
    }
    expect((await world.get('/web/profile', { ...reader, token: open })).status).toBe(200);
    expect((await world.get('/web/profile', { ...reader, token: unused })).status).toBe(401);
    expect(socket.ws.readyState).toBe(socket.ws.OPEN);
  });

  test('closes with 4403 for a member without a plan or with an expired plan [socket.no-plan]', async () => {
    const noPlan = await world.user('Noplan', null);
    const lapsed = await world.user('Lapsed', new Date(world.server.clock.now() - 1));
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
    world.server.context.bus.publish({ type: 'session-ended', detail: { userId: ann.id, sessionId: 'all' } });
    for (const socket of sockets) expect((await socket.closed).code).toBe(4401);
  });

  test('closes with 4403 when the plan expires [billing-server.socket-expiry]', async () => {
    const short = await world.user('Short', new Date(world.server.clock.now() + 700));
    const socket = await world.socket(short);
    expect((await socket.closed).code).toBe(4403);
  });

  test('checks the database on entitlement-changed and closes only when the plan has ended [socket.entitlement]', async () => {
    const { bus } = world.server.context;
    const [short, stays] = [
      await world.user('Short', new Date(world.server.clock.now() + 3_600_000)),
      await world.socket(bob),
    ];
    const socket = await world.socket(short);
    world.server.clock.advance(3_600_001);
    bus.publish({ type: 'entitlement-changed', detail: { userId: short.id } });
    bus.publish({ type: 'entitlement-changed', detail: { userId: bob.id } });
    expect((await socket.closed).code).toBe(4403);
    await world.tell(ann, chatId, 'x');
    await stays.nextOf('WebFetchMessage');
  });
});

async function readMarksWritten(): Promise<void> {
  await until(async () => {
    const metrics = await (await fetch(world.server.metricsUrl ?? '')).text();
    expect(metrics).toMatch(/^openbell_queue_length{queue="read-marks"} 0$/m);
  });
}

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
    await until(async () => {
      const { body } = await world.get('/web/chats?chat_type=GR', ann);
      expect(body.data?.[0]).toMatchObject({ id: chatId, unread_count: 0 });
    });
  });

  test('limits how many other chats a fast client marks as read, but not the same few [socket.fast-writer]', async () => {
    const { db } = world.server.context;
    const unread: number[] = [];
    for (let index = 0; index < 60; index += 1) {
      const id = await world.chat('GR', `Group ${index}`, [ann, bob]);
      await storeText(world, { chatId: id, senderId: bob.id, body: 'to be read' });
      unread.push(id);
    }
    const readOf = async () => {
      const rows = await db.select().from(chatMembers).where(eq(chatMembers.userId, ann.id));
      return rows.filter(({ readUpto }) => readUpto > 0).map(({ chatId: id }) => id);
    };
    const fromAnn = await world.socket(ann);
    for (const id of unread) fromAnn.send({ type: 'ReadByAll', chat_id: id });
    await fromAnn.settled();
    await readMarksWritten();
    const read = await readOf();
    expect(read.length).toBeGreaterThanOrEqual(20);
    expect(read.length).toBeLessThan(40);
    const last = read.at(-1) ?? 0;
    const id = await storeText(world, { chatId: last, senderId: bob.id, body: 'the next' });
    for (let index = 0; index < 50; index += 1) fromAnn.send({ type: 'ReadByAll', chat_id: last });
    await until(async () => {
      const rows = await db.select().from(chatMembers).where(eq(chatMembers.userId, ann.id));
      expect(rows.find(({ chatId: chat }) => chat === last)?.readUpto).toBe(id);
    });
    expect(fromAnn.ws.readyState).toBe(fromAnn.ws.OPEN);
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

test('closes all connections with 1001 on shutdown, without waiting for silent clients', async () => {
  const other = await startWorld();
  const user = await other.user('Ann');
  const socket = await other.socket(user);
  const dismissed = openSocket(other.url, ['openbell.v1', 'bearer.bad']);
  await dismissed.opened;
  dismissed.ws.pause();
  await Promise.all([other.server.close(), socket.closed.then(({ code }) => expect(code).toBe(1001))]);
});
