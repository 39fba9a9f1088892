// Runs the real server in this process, on a free port, with its own copy of the seeded database: on PostgreSQL where it is
// installed, or on PGlite (`TEST_DATABASE=pglite`).
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { demoAccounts, demoPassword } from '../../examples/sandbox/src/demo-data/accounts.ts';
import { seeds } from '../../examples/sandbox/src/demo-data/index.ts';
import { createSandbox, type ServerSandbox } from '../../examples/sandbox/src/index.ts';
import { createSandboxMarket } from '../../examples/sandbox/src/market/index.ts';
import { endOfAccess } from '../../examples/server/src/billing/subscription-state.ts';
import type { Config } from '../../examples/server/src/config.ts';
import type { Database } from '../../examples/server/src/db/database.ts';
import { removeDemoData } from '../../examples/server/src/db/demo-data.ts';
import { openDatabase } from '../../examples/server/src/db/open-database.ts';
import type { FileWorkerLimits } from '../../examples/server/src/files/file-workers.ts';
import type { Timeouts } from '../../examples/server/src/http/limits/timeouts.ts';
import { createLogger } from '../../examples/server/src/log.ts';
import { type RunningServer, startServer } from '../../examples/server/src/start-server.ts';
import type { FileStorage } from '../../examples/server/src/storage/storage.types.ts';
import { readEmptyCluster } from './empty-cluster.ts';
import { hasPostgres, usesPglite } from './postgres.ts';
import { productionTestConfig } from './production-config.ts';
import { readDump } from './read-dump.ts';
import { createEmptyDatabase, createSeededDatabase } from './seeded-postgres.ts';
import { sharedByTests } from './shared-by-tests.ts';
import { SNAPSHOT_AT } from './snapshot-at.ts';
import { testConfig } from './test-config.ts';

type DemoAccount = keyof typeof demoAccounts;

export type Engine = 'PGlite' | 'PostgreSQL';

/**
 * The databases on which a test of both runs: both in the long run (`BOTH_DATABASES`), and otherwise that of the other tests,
 * as the long run repeats them on PGlite.
 */
export const engines: readonly Engine[] =
  process.env.BOTH_DATABASES === '1' && hasPostgres
    ? ['PGlite', 'PostgreSQL']
    : [usesPglite ? 'PGlite' : 'PostgreSQL'];

export interface TestServerOptions {
  readonly config?: Partial<Config>;
  /**
   * Starts the server in production mode on a database without demo data, and adds the demo members as if they had
   * registered. False by default.
   */
  readonly production?: boolean;
  /**
   * Stops the clock at the time of the demo data; `advance` still moves it. False by default: the clock runs from
   * there.
   */
  readonly frozen?: boolean;
  /** Another start time (ms since the epoch), for code that reads the system's clock. */
  readonly startsAt?: number;
  /** Whether background jobs (mails, sweeps, the card sandbox) run; false by default. */
  readonly background?: boolean;
  /** Default: PostgreSQL where it is installed. */
  readonly engine?: Engine;
  /** A database instead of a copy of the seeded one. */
  readonly database?: Database;
  readonly webFolder?: string;
  /** A file storage instead of the folder or the bucket of `config`. */
  readonly files?: FileStorage;
  /** Timeouts for data that clients send. */
  readonly timeouts?: Partial<Timeouts>;
  /** Limits of the processes that decode files. */
  readonly fileWorkers?: Partial<FileWorkerLimits>;
}

interface TestClock {
  now(): number;
  /** Advances the server's clock by this many milliseconds. */
  advance(ms: number): void;
}

interface CallOptions {
  /** Sent as JSON unless it is a FormData, a string or bytes. */
  readonly body?: unknown;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface CallResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined if it is not JSON. */
  readonly body: AnyBody;
}

/** A parsed response that a test can read at any depth. */
export interface AnyBody {
  readonly [key: string]: AnyBody;
}

export interface TestServer {
  readonly url: string;
  readonly metricsUrl: string | null;
  readonly clock: TestClock;
  readonly context: RunningServer['context'];
  readonly cardSandbox: NonNullable<ServerSandbox['cards']>;
  readonly walletSandbox: NonNullable<ServerSandbox['wallet']>;
  /** The lines logged so far. */
  readonly logLines: readonly string[];
  /** Requests any path of the server; `path` begins with a slash. */
  call(method: string, path: string, options?: CallOptions): Promise<CallResponse>;
  /** Signs in a demo account, or any address with the demo password, and returns its token. */
  signIn(who: DemoAccount | `${string}@${string}`): Promise<string>;
  close(): Promise<void>;
}

function createTestClock({ frozen = false, startsAt = SNAPSHOT_AT }: TestServerOptions): TestClock {
  const startedAt = performance.now();
  let offset = 0;
  return {
    now: () => startsAt + offset + (frozen ? 0 : Math.floor(performance.now() - startedAt)),
    advance: (ms) => {
      offset += ms;
    },
  };
}

function isReady(body: unknown): body is string | FormData | Uint8Array<ArrayBuffer> {
  return typeof body === 'string' || body instanceof FormData || body instanceof Uint8Array;
}

function opened<T>(sandbox: T | null): T {
  if (sandbox === null) throw new Error('The server has no such sandbox.');
  return sandbox;
}

let seededSnapshot: Promise<Blob> | undefined;

/** The run's seeded snapshot; read once per worker. */
function readSeededSnapshot(): Promise<Blob> {
  seededSnapshot ??= readDump(inject('serverSnapshot'));
  return seededSnapshot;
}

/** Writes the demo members and their content into the database of a production server, which has none. */
async function addMembers(context: RunningServer['context']): Promise<void> {
  await context.db.transaction(async (tx) => {
    for (const seed of seeds) await seed({ ...context, db: tx });
  });
}

/** A new database without tables. */
export async function openEmpty(): Promise<Database> {
  const adminUrl = inject('seededPostgres');
  if (adminUrl === null || usesPglite)
    return openDatabase({ memory: true, snapshot: await readEmptyCluster() });
  return openDatabase({ url: await createEmptyDatabase(adminUrl) });
}

/** A copy of the seeded database. */
export async function openSeeded({ engine, startsAt }: TestServerOptions = {}): Promise<Database> {
  const adminUrl = inject('seededPostgres');
  const isPglite = engine === undefined ? usesPglite : engine === 'PGlite';
  // Demo data are relative to the start time, so a server with another start time creates its own.
  if (startsAt !== undefined) return openDatabase({ memory: true, snapshot: await readEmptyCluster() });
  if (adminUrl === null || isPglite)
    return openDatabase({ memory: true, snapshot: await readSeededSnapshot() });
  return openDatabase({ url: await createSeededDatabase(adminUrl) });
}

export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const clock = createTestClock(options);
  const folder = await mkdtemp(join(tmpdir(), 'openbell-server-'));
  const database = options.database ?? (await openSeeded(options));
  const { production = false } = options;
  if (production) await removeDemoData(database.db, endOfAccess);
  const configOf = production ? productionTestConfig : testConfig;
  const logLines: string[] = [];
  const sandbox = Object.assign(createSandbox(), {
    // The fewest trades: eight times faster than the default.
    openMarket: (now: () => number) => createSandboxMarket({ now, tradesPerDay: 60_000 }),
  });
  const server = await startServer({
    sandbox,
    config: configOf({ dataFolder: join(folder, 'data'), ...options.config }),
    clock,
    log: createLogger({ clock, level: 'debug', write: (line) => logLines.push(line) }),
    database,
    background: options.background ?? false,
    webFolder: options.webFolder ?? join(folder, 'no-site'),
    ...(options.files === undefined ? {} : { files: options.files }),
    ...(options.timeouts === undefined ? {} : { timeouts: options.timeouts }),
    ...(options.fileWorkers === undefined ? {} : { fileWorkers: options.fileWorkers }),
  });
  if (production) await addMembers(server.context);

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
    metricsUrl: server.metricsUrl,
    clock,
    context: server.context,
    get cardSandbox() {
      return opened(sandbox.cards);
    },
    get walletSandbox() {
      return opened(sandbox.wallet);
    },
    logLines,
    call,
    signIn: async (who) => {
      const username = who.includes('@') ? who : demoAccounts[who as DemoAccount].email;
      const signedIn = await call('POST', '/api/web/login', {
        body: { type: 'manual', username, password: demoPassword, remember: true },
      });
      if (signedIn.status !== 200)
        throw new Error(`Sign-in of ${who} returned ${signedIn.status}: ${signedIn.text}`);
      return String(signedIn.body.access);
    },
    close: async () => {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** One server for the tests of a file or a block. */
export const sharedServer = (options: TestServerOptions = {}): TestServer =>
  sharedByTests(() => startTestServer(options));
