// The reference server as one site: a database, one or more server processes, and a process with the members' sockets.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../support/postgres.ts';
import { type Child, startChild } from './child.ts';
import type { ClientFunctions } from './clients.ts';
import { cpuMsOfTree } from './cpu-time.ts';
import { now } from './figures.ts';
import type { SeededChat, SeedRequest } from './seed.ts';
import type { Memory, ServerFunctions, StartRequest } from './server.ts';

export interface SiteOptions {
  readonly database: 'postgres' | 'pglite';
  readonly processes: number;
}

interface SiteUsage {
  /** CPU time of all server processes in milliseconds. */
  readonly serverMs: number;
  /** CPU time of the site's PostgreSQL in milliseconds; 0 with PGlite. */
  readonly databaseMs: number;
  /** Resident memory of the server processes in bytes. */
  readonly bytes: number;
}

export interface Site {
  /** The addresses of the processes. */
  readonly urls: readonly string[];
  /** The address of a process, in turn. */
  url(index: number): string;
  readonly clients: Child<ClientFunctions>;
  seed(request: SeedRequest): Promise<SeededChat[]>;
  /** Opens a member socket per token, over all processes in turn. */
  open(tokens: readonly string[]): Promise<void>;
  /** Usage since `since`, or since the start. */
  usage(since?: SiteUsage): Promise<SiteUsage>;
  /** What all server processes keep in memory after a collection. */
  memory(): Promise<Memory>;
  /** Stops the first process by SIGTERM and starts it again at the same address. Times in ms since the epoch. */
  restart(): Promise<{ readonly stoppedAt: number; readonly readyAt: number }>;
}

interface Process {
  server: Child<ServerFunctions>;
  readonly request: StartRequest;
  readonly url: string;
}

export const moduleOf = (name: string): string => join(import.meta.dirname, name);

/** Starts a site, runs `work` and stops everything. */
export async function withSite<T>(options: SiteOptions, work: (site: Site) => Promise<T>): Promise<T> {
  const postgres = options.database === 'postgres' ? await startPostgres() : null;
  const databaseUrl = (await postgres?.createDatabase()) ?? null;
  const folder = await mkdtemp(join(tmpdir(), 'openbell-load-'));
  const clients = startChild<ClientFunctions>(moduleOf('clients.ts'));
  const processes: Process[] = [];
  try {
    // One after another: the first prepares the database.
    for (let index = 0; index < options.processes; index += 1) {
      const server = startChild<ServerFunctions>(moduleOf('server.ts'));
      const request = { databaseUrl, dataFolder: join(folder, String(index)), port: 0 };
      processes.push({ server, request, url: await server.call('start', request) });
    }
    const databaseMs = () => (postgres === null ? 0 : cpuMsOfTree(postgres.pid));
    return await work(siteOf(processes, clients, databaseMs));
  } finally {
    await clients.stop();
    for (const { server } of processes) await server.stop();
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function siteOf(
  processes: readonly Process[],
  clients: Child<ClientFunctions>,
  databaseMs: () => number,
): Site {
  const [first] = processes;
  if (first === undefined) throw new Error('A site has at least one process.');
  const urls = processes.map(({ url }) => url);
  return {
    clients,
    urls,
    url: (index) => urls[index % urls.length] ?? first.url,
    seed: (request) => first.server.call('seed', request),
    open: (tokens) => clients.call('open', { urls, tokens }),
    async usage(since) {
      const all = await Promise.all(processes.map(({ server }) => server.call('usage')));
      const sum = (of: 'cpuMs' | 'bytes') => all.reduce((total, usage) => total + usage[of], 0);
      return {
        serverMs: sum('cpuMs') - (since?.serverMs ?? 0),
        databaseMs: databaseMs() - (since?.databaseMs ?? 0),
        bytes: sum('bytes') - (since?.bytes ?? 0),
      };
    },
    async memory() {
      const all = await Promise.all(processes.map(({ server }) => server.call('memory')));
      const sum = (of: keyof Memory) => all.reduce((total, memory) => total + memory[of], 0);
      return { heap: sum('heap'), timers: sum('timers'), sockets: sum('sockets') };
    },
    async restart() {
      await first.server.stop();
      const stoppedAt = now();
      first.server = startChild<ServerFunctions>(moduleOf('server.ts'));
      await first.server.call('start', { ...first.request, port: Number(new URL(first.url).port) });
      return { stoppedAt, readyAt: now() };
    },
  };
}
