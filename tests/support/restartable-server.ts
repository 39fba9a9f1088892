// Runs the real server as a process that a test can kill and start again on the same address.
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const main = 'examples/server/src/main.ts';
const startLimitMs = 150_000;

export interface RestartableServer {
  readonly url: string;
  readonly dataFolder: string;
  /** Starts the server, also after `kill()`; resolves when /healthz returns 200. */
  start(): Promise<void>;
  /** Sends SIGKILL, like a crash; resolves when the process has ended. */
  kill(): Promise<void>;
  /** Stops the server with SIGTERM and removes its data. */
  close(): Promise<void>;
}

type Env = Readonly<Record<string, string>>;

/** `env` can be a function of the server's URL. */
export async function createRestartableServer(
  env: Env | ((url: string) => Env) = {},
  program: string = main,
): Promise<RestartableServer> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'openbell-web-'));
  // A copy starts in a third of the time that an empty folder takes.
  const seeded = process.env.OPENBELL_SEEDED_DATA;
  if (seeded !== undefined && program === main) cpSync(seeded, dataFolder, { recursive: true });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | null = null;
  let output = '';

  async function end(signal: NodeJS.Signals): Promise<void> {
    const running = child;
    child = null;
    if (running === null || running.exitCode !== null || running.signalCode !== null) return;
    const gone = new Promise<void>((resolve) => running.once('exit', () => resolve()));
    running.kill(signal);
    await gone;
  }

  return {
    url,
    dataFolder,
    async start() {
      output = '';
      const started = spawn(
        join(root, 'node_modules/.bin/node'),
        ['--conditions=@openbell/source', program],
        {
          cwd: root,
          // Tools in this process (for example a bundler) may have set NODE_ENV; the server is not in production.
          env: {
            ...process.env,
            NODE_ENV: 'test',
            PORT: String(port),
            OPENBELL_DATA: dataFolder,
            LOG_LEVEL: 'warn',
            ...(typeof env === 'function' ? env(url) : env),
          },
          stdio: ['ignore', 'pipe', 'pipe'],
        },
      );
      child = started;
      const ready = new Promise<void>((resolve, reject) => {
        const limit = setTimeout(
          () => reject(new Error(`The server was not ready in ${startLimitMs} ms:\n${output}`)),
          startLimitMs,
        );
        const read = (chunk: Buffer): void => {
          output += chunk.toString();
          if (output.includes('Openbell is ready at')) {
            clearTimeout(limit);
            resolve();
          }
        };
        started.stdout?.on('data', read);
        started.stderr?.on('data', read);
        started.once('exit', (code) => {
          clearTimeout(limit);
          reject(new Error(`The server stopped with ${code}:\n${output}`));
        });
      });
      try {
        await ready;
      } catch (error) {
        await end('SIGKILL');
        throw error;
      }
    },
    kill: () => end('SIGKILL'),
    async close() {
      await end('SIGTERM');
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}
