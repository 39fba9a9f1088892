// Three processes behind Caddy on PostgreSQL, NATS and a bucket, with members that write while parts of the site fail.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '../../../examples/server/src/db/open-database.ts';
import { type Child, startChild } from '../../load/child.ts';
import { seed } from '../../load/seed.ts';
import { hasCaddy, startCaddy, type TestCaddy } from '../../support/caddy.ts';
import { freePort } from '../../support/free-port.ts';
import { hasNats, startNats, type TestNats } from '../../support/nats.ts';
import { hasPostgres, startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { type FakeS3, startS3 } from '../../support/s3.ts';
import { type ServerProcess, startServerProcess } from '../../support/server-process.ts';
import type { ChaosClients, Stored } from './clients.ts';

/** Number of members, each with an engine of its own. */
const clientCount = Number(process.env.CHAOS_CLIENTS ?? 200);
const chatCount = 2;
/** Members of each chat who write. */
const senderCount = 3;
const SEND_MS = 400;
/** The goal is 10 s after the end of a fault, which each test prints; the limit is for busy machines. */
const LIMIT_MS = 120_000;
const HOUR_MS = 3_600_000;

describe.runIf(hasPostgres && hasNats && hasCaddy)('three processes behind Caddy, in turn', () => {
  let folder: string;
  let postgres: TestPostgres;
  let nats: TestNats;
  let s3: FakeS3;
  let caddy: TestCaddy;
  let database: pg.Client;
  let clients: Child<ChaosClients>;
  let env: Record<string, string>;
  const ports: number[] = [];
  const processes: ServerProcess[] = [];
  /** The texts that members have sent, by sender. */
  const sent = new Map<number, string[]>();

  async function startProcess(index: number): Promise<void> {
    processes[index] = await startServerProcess({
      dataFolder: join(folder, String(index)),
      env: { ...env, PORT: String(ports[index]) },
    });
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'openbell-chaos-'));
    postgres = await startPostgres();
    nats = await startNats();
    s3 = await startS3();
    const databaseUrl = await postgres.createDatabase();
    const port = await freePort();
    env = {
      DATABASE_URL: databaseUrl,
      NATS_URL: `nats://${nats.address}`,
      S3_BUCKET: s3.access.bucket,
      S3_ENDPOINT: s3.access.endpoint ?? '',
      S3_REGION: s3.access.region,
      S3_ACCESS_KEY_ID: s3.access.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.access.secretAccessKey,
      PUBLIC_URL: `https://localhost:${port}`,
      TRUST_PROXY: '1',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
    };
    // One after another: the first one migrates.
    for (let index = 0; index < 3; index += 1) {
      ports.push(await freePort());
      await startProcess(index);
    }
    caddy = await startCaddy({ folder, port, upstreams: ports.map((one) => `127.0.0.1:${one}`) });
    const seeding = await openDatabase({ url: databaseUrl });
    const size = clientCount / chatCount;
    const chats = await seed(seeding, {
      members: clientCount,
      chats: Array.from({ length: chatCount }, () => size),
    });
    await seeding.close();
    database = new pg.Client({ connectionString: databaseUrl, application_name: 'chaos' });
    await database.connect();
    clients = startChild<ChaosClients>(join(import.meta.dirname, 'clients.ts'), {
      execArgv: ['--conditions=@openbell/source'],
      env: { ...process.env, NODE_EXTRA_CA_CERTS: caddy.authority },
    });
    const members = chats.flatMap((chat) => chat.members.map((member) => ({ ...member, chatId: chat.id })));
    await clients.call('open', { url: `https://localhost:${port}`, members });
  });

  afterAll(async () => {
    await clients?.stop();
    await caddy?.stop();
    await Promise.all(processes.map((one) => one.stop('SIGKILL')));
    await database?.end();
    await s3?.close();
    await nats?.stop();
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Writes from some members of each chat until it is stopped. */
  function startWriting(file?: string): () => Promise<void> {
    let stopped = false;
    const writing = (async () => {
      for (let count = 0; !stopped; count += 1) {
        const chat = count % chatCount;
        const index = chat * (clientCount / chatCount) + (Math.floor(count / chatCount) % senderCount);
        const own = sent.get(index) ?? [];
        const text = `from ${index}: ${own.length}`;
        sent.set(index, [...own, text]);
        await clients.call('send', {
          index,
          text,
          ...(file === undefined ? {} : { file: `${file} ${text}` }),
        });
        await wait(SEND_MS / chatCount);
      }
    })();
    return async () => {
      stopped = true;
      await writing;
    };
  }

  async function storedMessages(): Promise<Record<number, Stored[]>> {
    const { rows } = await database.query<{ chat_id: number; id: string; body: string }>(
      "select chat_id, id, body from messages where body like 'from %' order by id",
    );
    const chats: Record<number, Stored[]> = {};
    for (const { chat_id, id, body } of rows) {
      const own = chats[chat_id] ?? [];
      chats[chat_id] = own;
      own.push({ id: Number(id), message: body });
    }
    return chats;
  }

  /** Waits until nothing is unsent, and every client has exactly the stored messages of its chat, in their order. */
  async function expectComplete(fault: string, endedAt: number): Promise<void> {
    let retried = 0;
    let unanswered = 0;
    for (;;) {
      retried += await clients.call('retry');
      unanswered += await clients.call('retryFailed');
      const unsent = await clients.call('unsent');
      const incomplete =
        unsent > 0
          ? [`${unsent} unsent`, ...(await clients.call('refused'))]
          : await clients.call('incomplete', { chats: await storedMessages() });
      if (incomplete.length === 0) break;
      if (Date.now() - endedAt > LIMIT_MS) expect(incomplete).toEqual([]);
      await wait(100);
    }
    const seconds = ((Date.now() - endedAt) / 1_000).toFixed(1);
    console.info(
      `${fault}: ${clientCount} clients complete after ${seconds} s; ${retried} pressed Retry for the connection, ${unanswered} for a message.`,
    );

    // Each text once, and those of one sender in the order in which they were sent.
    const texts = Object.values(await storedMessages()).flatMap((all) => all.map(({ message }) => message));
    for (const [index, own] of sent) {
      expect(texts.filter((text) => text.startsWith(`from ${index}:`))).toEqual(own);
    }
  }

  interface Fault {
    /** Sent with each message. */
    readonly file?: string;
    /** Causes the fault and resolves when it has ended. */
    readonly cause: () => Promise<void>;
  }

  async function withFault(name: string, { file, cause }: Fault): Promise<void> {
    const stopWriting = startWriting(file);
    await wait(1_000);
    let endedAt: number;
    try {
      await cause();
      endedAt = Date.now();
      await wait(1_000);
    } finally {
      await stopWriting();
    }
    await expectComplete(name, endedAt);
  }

  test('loses and repeats nothing when a process is killed', () =>
    withFault('kill -9', {
      async cause() {
        await processes[0]?.stop('SIGKILL');
        await wait(2_000);
        await startProcess(0);
      },
    }));

  test('loses and repeats nothing when NATS stops and starts again', () =>
    withFault('NATS', {
      async cause() {
        await nats.stop();
        await wait(3_000);
        await nats.start();
      },
    }));

  test('loses and repeats nothing when all database connections are cut', () =>
    withFault('database connections', {
      async cause() {
        for (let times = 0; times < 3; times += 1) {
          await database.query(
            "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name <> 'chaos'",
          );
          await wait(700);
        }
      },
    }));

  test('loses and repeats nothing when a process hangs for ten seconds', () =>
    withFault('SIGSTOP', {
      async cause() {
        const pid = processes[1]?.pid ?? 0;
        process.kill(pid, 'SIGSTOP');
        await wait(10_000);
        process.kill(pid, 'SIGCONT');
      },
    }));

  test('stores messages with files once when the bucket was full', () =>
    withFault('full bucket', {
      file: 'Notes',
      async cause() {
        const end = s3.fail({ method: 'PUT', kind: 'full', times: Number.MAX_SAFE_INTEGER });
        try {
          await vi.waitFor(() => {
            const refused = s3.requests.filter(({ status }) => status === 507);
            expect(refused.length).toBeGreaterThan(5);
          }, LIMIT_MS);
        } finally {
          end();
        }
      },
    }));

  test('keeps the order when the clock of one process is an hour ahead', () =>
    withFault('clock', {
      async cause() {
        const response = await fetch(`http://127.0.0.1:${ports[2]}/dev/clock`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ advance: HOUR_MS }),
        });
        expect(response.status).toBe(200);
        await wait(3_000);
      },
    }));
});
