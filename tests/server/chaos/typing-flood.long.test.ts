// Typing of existing members that another program or a member sends without a pause, to two processes.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../../examples/server/src/db/open-database.ts';
import { call } from '../../load/calls.ts';
import { type SeededChat, seed } from '../../load/seed.ts';
import { hasNats, startNats, type TestNats } from '../../support/nats.ts';
import { hasPostgres, startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { type ServerProcess, startServerProcess } from '../../support/server-process.ts';
import { openSocket, type TestSocket } from '../chat/support.ts';

const chatSize = 200;
const chatCount = 3;
/** Messages of the other program per second: all members of all chats but the first of each type several times. */
const PER_SECOND = 5_000;
const FLOOD_SOCKETS = 5;
/** Measured requests of a member who is not in the flood. */
const REQUESTS = 100;
/** A flood that slows requests further is ended. */
const FLOOD_MS = 60_000;
const GROWTH_MB = 150;

describe.runIf(hasPostgres && hasNats)('a flood of typing', () => {
  let folder: string;
  let postgres: TestPostgres;
  let nats: TestNats;
  let program: NatsConnection;
  let chats: SeededChat[];
  const processes: ServerProcess[] = [];
  const sockets: TestSocket[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'openbell-flood-'));
    postgres = await startPostgres();
    nats = await startNats();
    const url = await postgres.createDatabase();
    for (let index = 0; index < 2; index += 1) {
      processes.push(
        await startServerProcess({
          dataFolder: join(folder, String(index)),
          env: {
            DATABASE_URL: url,
            NATS_URL: `nats://${nats.address}`,
            RATE_LIMITS: 'off',
            LOG_LEVEL: 'error',
          },
        }),
      );
    }
    const database = await openDatabase({ url });
    chats = await seed(database, {
      members: chatSize * chatCount,
      chats: Array.from({ length: chatCount }, () => chatSize),
    });
    await database.close();
    program = await connect({ servers: [nats.address] });
  });
  afterAll(async () => {
    for (const { ws } of sockets) ws.terminate();
    await program?.close();
    await Promise.all(processes.map((one) => one.stop('SIGKILL')));
    await nats?.stop();
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const urlOf = (index: number) => processes[index]?.url ?? '';

  async function open(process: number, token: string): Promise<TestSocket> {
    const socket = openSocket(urlOf(process), ['openbell.v1', `bearer.${token}`]);
    sockets.push(socket);
    await socket.opened;
    return socket;
  }

  /** The 95th percentile of the response times of a member's requests to the second process, in milliseconds. */
  async function slowestTime(token: string): Promise<number> {
    const times: number[] = [];
    const end = performance.now() + FLOOD_MS;
    while (times.length < REQUESTS && performance.now() < end) {
      const begun = performance.now();
      await (await call(`${urlOf(1)}/api/web/chats?chat_type=GR`, token)).arrayBuffer();
      times.push(performance.now() - begun);
      await wait(20);
    }
    times.sort((a, b) => a - b);
    return times[Math.floor(times.length * 0.95)] ?? Number.NaN;
  }

  async function residentMb(index: number): Promise<number> {
    const status = await readFile(`/proc/${processes[index]?.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024;
  }

  interface Flood {
    readonly messages: number;
    stop(): Promise<void>;
  }

  /** Measures a member of the last chat before and during a flood, and the memory of both processes. */
  async function expectCalm(name: string, startFlood: () => Promise<Flood>): Promise<void> {
    const token = chats.at(-1)?.members.at(-1)?.token ?? '';
    await slowestTime(token);
    const calm = await slowestTime(token);
    const before = [await residentMb(0), await residentMb(1)];
    const flood = await startFlood();
    let during: number;
    try {
      during = await slowestTime(token);
    } finally {
      await flood.stop();
    }
    const after = [await residentMb(0), await residentMb(1)];
    const growth = after.map((mb, index) => mb - (before[index] ?? 0));
    console.info(
      `${name}: p95 ${calm.toFixed(1)} ms, ${during.toFixed(1)} ms with ${flood.messages} messages; ` +
        `memory ${growth.map((mb) => `${mb.toFixed(0)} MB`).join(' and ')} more.`,
    );
    expect(Math.max(...growth)).toBeLessThan(GROWTH_MB);
    // Typing of a member outside the flood still arrives, behind at most one frame of each other member.
    const [ann, bob] = chats[0]?.members ?? [];
    const [fromAnn, toBob] = [await open(0, ann?.token ?? ''), await open(1, bob?.token ?? '')];
    const typing = { type: 'WebMeesageTyping', chat_id: chats[0]?.id, user_id: ann?.id, typing: true };
    fromAnn.send(typing);
    expect(await toBob.next(({ user_id }) => user_id === ann?.id)).toMatchObject(typing);
    expect(toBob.frames.length).toBeLessThanOrEqual(chatSize);
  }

  test('of all members over NATS leaves no backlog, in memory or in front of later typing', async () => {
    for (const { members } of chats) for (const { token } of members.slice(10, 20)) await open(1, token);
    // A message of the first process shows the subject.
    const subscription = program.subscribe('openbell.*.typing', { max: 1 });
    const [writer] = chats[0]?.members ?? [];
    (await open(0, writer?.token ?? '')).send({
      type: 'WebMeesageTyping',
      chat_id: chats[0]?.id,
      user_id: writer?.id,
      typing: true,
    });
    let subject = '';
    for await (const message of subscription) subject = message.subject;

    const people = chats.flatMap(({ id, members }) =>
      members.slice(1).map((member) => ({ chatId: id, userId: member.id })),
    );
    await expectCalm('NATS', async () => {
      let messages = 0;
      const everyMs = 10;
      const timer = setInterval(() => {
        for (let count = 0; count < (PER_SECOND * everyMs) / 1_000; count += 1, messages += 1) {
          const person = people[messages % people.length];
          program.publish(subject, JSON.stringify({ ...person, typing: messages % 3 !== 0 }));
        }
      }, everyMs);
      return {
        get messages() {
          return messages;
        },
        stop: async () => {
          clearInterval(timer);
          await program.flush();
        },
      };
    });
  });

  test('of one member over five sockets leaves no backlog, in memory or in front of later typing', async () => {
    const [chat] = chats;
    const member = chat?.members[1];
    const own = await Promise.all(Array.from({ length: FLOOD_SOCKETS }, () => open(0, member?.token ?? '')));
    await expectCalm('sockets', async () => {
      let messages = 0;
      const timer = setInterval(() => {
        for (const socket of own) {
          for (let count = 0; count < 10; count += 1, messages += 1)
            socket.send({
              type: 'WebMeesageTyping',
              chat_id: chat?.id,
              user_id: member?.id,
              typing: messages % 2 === 0,
            });
        }
      }, 10);
      return {
        get messages() {
          return messages;
        },
        stop: async () => {
          clearInterval(timer);
          for (const { ws } of own) ws.terminate();
        },
      };
    });
  });
});
