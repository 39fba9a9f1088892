// Nine minutes of random hostile requests and frames: afterwards the same process runs, with its memory and its descriptors.
// ATTACK_SECONDS and ATTACK_SEED change the length of each test and the attacks.
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, inject, test } from 'vitest';
import { signIn } from '../server/one-server.ts';
import { createSeededDatabase } from '../support/seeded-postgres.ts';
import { prepareDataFolder, type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { engines } from '../support/test-server.ts';
import { until } from '../support/until.ts';
import { createRandom, nextAttack, send, type Target } from './attacks.ts';

const seconds = Number(process.env.ATTACK_SECONDS ?? 130);
const seed = Number(process.env.ATTACK_SEED ?? Date.now() % 1_000_000);
const clients = 12;

/** Connections to the database and to workers that the server opens when it needs them. */
const OPENED_LATER = 20;
/** The attacks after which the memory is that of a warm process. */
const WARM_UP = 0.3;

const cases = engines.flatMap((engine) => (['on', 'off'] as const).map((limits) => ({ engine, limits })));

const residentBytes = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
/** Open descriptors, without the files of the data folder, which PGlite opens when it needs them. */
const descriptors = (pid: number, database: string): number =>
  readdirSync(`/proc/${pid}/fd`).filter((name) => {
    try {
      return !readlinkSync(`/proc/${pid}/fd/${name}`).startsWith(database);
    } catch {
      // It was closed meanwhile.
      return false;
    }
  }).length;

async function expectHealthy({ url }: ServerProcess): Promise<void> {
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
}

/** Requests `/healthz` four times a second, in a thread of its own. The result is the slowest answer so far, in ms. */
function watchHealth({ url }: ServerProcess): { readonly slowest: () => number; readonly stop: () => void } {
  let slowest = 0;
  const code = `
    const { parentPort } = require('node:worker_threads');
    setInterval(async () => {
      const begin = performance.now();
      await fetch('${url}/healthz').then((response) => response.text());
      parentPort.postMessage(performance.now() - begin);
    }, 250);`;
  const worker = new Worker(code, { eval: true });
  worker.on('message', (ms: number) => {
    slowest = Math.max(slowest, ms);
  });
  // The test itself finds out when the server does not answer.
  worker.on('error', () => {});
  return { slowest: () => slowest, stop: () => void worker.terminate() };
}

test.runIf(process.platform === 'linux').each(cases)(
  'survives random attacks on $engine with limits $limits',
  {
    timeout: (seconds + 300) * 1000,
  },
  async ({ engine, limits }) => {
    const root = mkdtempSync(join(tmpdir(), 'openbell-attack-'));
    const adminUrl = inject('seededPostgres');
    const env: Record<string, string> =
      engine === 'PostgreSQL' && adminUrl !== null
        ? { DATABASE_URL: await createSeededDatabase(adminUrl) }
        : {};
    const dataFolder = engine === 'PGlite' ? await prepareDataFolder(join(root, 'data')) : join(root, 'data');
    const server = await startServerProcess({ dataFolder, env: { ...env, RATE_LIMITS: limits } });
    const { hostname, port } = new URL(server.url);
    const { access: token = '' } = await signIn(server.url);
    const target: Target = { hostname, port: Number(port), token };

    const random = createRandom(seed);
    const findings: string[] = [];
    let requests = 0;
    let frames = 0;
    const health = watchHealth(server);
    const attackUntil = async (end: number): Promise<void> => {
      const client = async (): Promise<void> => {
        while (performance.now() < end) {
          const attack = nextAttack(random, target);
          const statuses = await send(target, attack);
          requests += attack.requests;
          frames += attack.frames;
          if (statuses.includes(500)) findings.push(attack.name);
        }
      };
      await Promise.all(Array.from({ length: clients }, client));
    };

    try {
      const begin = performance.now();
      const openBefore = descriptors(server.pid, dataFolder);
      await attackUntil(begin + seconds * 1000 * WARM_UP);
      const memoryBefore = residentBytes(server.pid);
      await attackUntil(begin + seconds * 1000);
      await expectHealthy(server);
      // Connections that the server gives a time limit end first.
      await until(() =>
        expect(descriptors(server.pid, dataFolder)).toBeLessThanOrEqual(openBefore + OPENED_LATER),
      );
      const memory = residentBytes(server.pid);
      const mib = (bytes: number) => `${Math.round(bytes / 1024 ** 2)} MiB`;
      console.log(
        `${engine}, limits ${limits}, seed ${seed}: ${requests} requests, ${frames} frames, ${findings.length} findings, ` +
          `memory ${mib(memoryBefore)} → ${mib(memory)}, slowest /healthz ${Math.round(health.slowest())} ms`,
      );
      expect(findings).toEqual([]);
      expect(server.output()).not.toMatch(/"request-failed"|uncaught/);
      expect(memory).toBeLessThan(memoryBefore * 1.2);
      expect(await server.stop('SIGTERM')).toEqual({ code: 0, signal: null });
    } finally {
      await server.stop('SIGKILL');
      rmSync(root, { recursive: true, force: true });
    }
  },
);
