// The real server, in this process, on a free port, over its own copy of the seeded database.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { demoAccounts, demoPassword } from '../../examples/sandbox/src/demo-data/accounts.ts';
import { createSandbox, type ServerSandbox } from '../../examples/sandbox/src/index.ts';
import type { Config } from '../../examples/server/src/config.ts';
import type { Database } from '../../examples/server/src/db/database.ts';
import { openDatabase } from '../../examples/server/src/db/open-database.ts';
import type { FileWorkerLimits } from '../../examples/server/src/files/file-workers.ts';
import type { Timeouts } from '../../examples/server/src/http/timeouts.ts';
import { createLogger } from '../../examples/server/src/log.ts';
import { type RunningServer, startServer } from '../../examples/server/src/start-server.ts';
import { readEmptyCluster } from './empty-cluster.ts';
import { SNAPSHOT_AT } from './snapshot-at.ts';
import { testConfig } from './test-config.ts';

type DemoAccount = keyof typeof demoAccounts;

export interface TestServerOptions {
  readonly config?: Partial<Config>;
  /** Freezes the clock at the moment the demo data are of; otherwise it runs from there. `advance` moves it. */
  readonly frozen?: boolean;
  /** Begins at another moment (ms since the epoch): for what reads the system's time by itself. */
  readonly startsAt?: number;
  /** Whether mails, sweeps and the card sandbox act by themselves; false by default. */
  readonly background?: boolean;
  /** Instead of the seeded snapshot, for example a real PostgreSQL. */
  readonly database?: Database;
  readonly webFolder?: string;
  /** How long the server waits for what clients send. */
  readonly timeouts?: Partial<Timeouts>;
  /** Limits of the processes that decode files. */
  readonly fileWorkers?: Partial<FileWorkerLimits>;
}

interface TestClock {
  now(): number;
  /** Moves the server's time on by so many milliseconds. */
  advance(ms: number): void;
}

interface CallOptions {
  /** Sent as JSON, unless it is a FormData, a string or bytes. */
  readonly body?: unknown;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface CallAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined when it is no JSON. Tests look into it freely. */
  readonly body: AnyBody;
}

/** A parsed answer that a test may look into at any depth. */
export interface AnyBody {
  readonly [key: string]: AnyBody;
}

export interface TestServer {
  readonly url: string;
  readonly clock: TestClock;
  readonly context: RunningServer['context'];
  readonly cardSandbox: ServerSandbox['cards'];
  readonly walletSandbox: ServerSandbox['wallet'];
  /** The log's lines so far. */
  readonly logLines: readonly string[];
  /** Calls any path of the server; `path` begins with a slash. */
  call(method: string, path: string, options?: CallOptions): Promise<CallAnswer>;
  /** Signs a demo account (or any address with the demo password) in and returns its token. */
  signIn(who: DemoAccount | `${string}@${string}`): Promise<string>;
  close(): Promise<void>;
}

function createTestClock({ frozen = false, startsAt = SNAPSHOT_AT }: TestServerOptions): TestClock {
  const begun = performance.now();
  let offset = 0;
  return {
    now: () => startsAt + offset + (frozen ? 0 : Math.floor(performance.now() - begun)),
    advance: (ms) => {
      offset += ms;
    },
  };
}

function isReady(body: unknown): body is string | FormData | Uint8Array<ArrayBuffer> {
  return typeof body === 'string' || body instanceof FormData || body instanceof Uint8Array;
}

export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const clock = createTestClock(options);
  const folder = await mkdtemp(join(tmpdir(), 'openbell-server-'));
  // Demo data are as old as their server: one that begins at another moment makes its own.
  const snapshot =
    options.startsAt === undefined
      ? new Blob([await readFile(inject('serverSnapshot'))])
      : await readEmptyCluster();
  const database = options.database ?? (await openDatabase({ memory: true, snapshot }));
  const logLines: string[] = [];
  const sandbox = createSandbox();
  const server = await startServer({
    sandbox,
    config: testConfig({ dataFolder: join(folder, 'data'), ...options.config }),
    clock,
    log: createLogger({ clock, level: 'debug', write: (line) => logLines.push(line) }),
    database,
    background: options.background ?? false,
    webFolder: options.webFolder ?? join(folder, 'no-site'),
    ...(options.timeouts === undefined ? {} : { timeouts: options.timeouts }),
    ...(options.fileWorkers === undefined ? {} : { fileWorkers: options.fileWorkers }),
  });

  async function call(method: string, path: string, { body, token, headers }: CallOptions = {}) {
    const response = await fetch(server.url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isReady(body) ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    let parsed: unknown;
    try {
      parsed = JSON.parse(text);
    } catch {
      parsed = undefined;
    }
    return { status: response.status, headers: response.headers, text, body: parsed as AnyBody };
  }

  return {
    url: server.url,
    clock,
    context: server.context,
    cardSandbox: sandbox.cards,
    walletSandbox: sandbox.wallet,
    logLines,
    call,
    signIn: async (who) => {
      const username = who.includes('@') ? who : demoAccounts[who as DemoAccount].email;
      const answer = await call('POST', '/api/web/login', {
        body: { type: 'manual', username, password: demoPassword, remember: true },
      });
      if (answer.status !== 200)
        throw new Error(`Signing ${who} in was answered ${answer.status}: ${answer.text}`);
      return String(answer.body.access);
    },
    close: async () => {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
