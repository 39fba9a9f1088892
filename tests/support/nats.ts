// A real NATS server on a free port.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { freePort } from './free-port.ts';

const program = process.env.NATS_SERVER ?? 'nats-server';

/** Whether `nats-server` is installed. */
export const hasNats: boolean = spawnSync(program, ['--version']).status === 0;

if (!hasNats) {
  console.warn('No nats-server on this machine (set NATS_SERVER): the tests of NATS are skipped.');
}

export interface TestNats {
  /** `127.0.0.1:<port>`, the same after a restart. */
  readonly address: string;
  /** Starts it, optionally with a login. */
  start(login?: { readonly user: string; readonly pass: string }): Promise<void>;
  stop(): Promise<void>;
}

export async function startNats(): Promise<TestNats> {
  const port = await freePort();
  let child: ChildProcess | null = null;
  const nats: TestNats = {
    address: `127.0.0.1:${port}`,
    async start(login) {
      const args = login === undefined ? [] : ['--user', login.user, '--pass', login.pass];
      const started = spawn(program, ['-a', '127.0.0.1', '-p', String(port), ...args], {
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      child = started;
      for await (const line of createInterface({ input: started.stderr })) {
        if (line.includes('Server is ready')) return;
      }
      throw new Error('nats-server ended before it was ready.');
    },
    async stop() {
      const stopping = child;
      child = null;
      if (stopping === null || stopping.exitCode !== null) return;
      stopping.kill('SIGTERM');
      await once(stopping, 'exit');
    },
  };
  await nats.start();
  return nats;
}
