// Runs the server as `npm start` does: as a process that a test can kill.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { inject } from 'vitest';
import { lockDataFolder } from '../../examples/server/src/db/data-folder.ts';
import { openDatabase } from '../../examples/server/src/db/open-database.ts';
import { readDump } from './read-dump.ts';

const main = join(import.meta.dirname, '../../examples/server/src/main.ts');

export interface ServerProcess {
  /** The address that it printed. */
  readonly url: string;
  /** Everything printed so far. */
  readonly output: () => string;
  readonly pid: number;
  /** Sends the signal; resolves with the exit code and signal of the process. */
  stop(
    signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL' | 'SIGUSR2',
  ): Promise<{ code: number | null; signal: string | null }>;
}

/** A failed start, with the output and the exit code. */
export class ServerProcessError extends Error {
  readonly code: number | null;
  readonly output: string;
  constructor(code: number | null, output: string) {
    super(`The server ended with ${code}: ${output}`);
    this.code = code;
    this.output = output;
  }
}

export interface ServerProcessOptions {
  readonly dataFolder: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** Another version of the server's main.ts. */
  readonly main?: string;
}

/** Fills a new data folder from the run's snapshot, which is much faster than a first start. Returns its path. */
export async function prepareDataFolder(path: string): Promise<string> {
  const folder = await lockDataFolder(path);
  const database = await openDatabase({
    folder: folder.database,
    snapshot: await readDump(inject('serverSnapshot')),
  });
  await database.close();
  await folder.markDatabaseComplete();
  await folder.release();
  return path;
}

/** Starts the server on a free port and resolves when it is ready. Rejects with {@link ServerProcessError}. */
export async function startServerProcess(options: ServerProcessOptions): Promise<ServerProcess> {
  const { NODE_ENV: _nodeEnv, VITEST: _vitest, ...inherited } = process.env;
  const child: ChildProcess = spawn(
    process.execPath,
    ['--conditions=@openbell/source', options.main ?? main, ...(options.args ?? [])],
    {
      env: { ...inherited, PORT: '0', CAPTCHA: 'off', OPENBELL_DATA: options.dataFolder, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let printed = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    printed += chunk;
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk;
      const found = /Openbell is ready at (\S+)\n/.exec(printed)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', (code) => reject(new ServerProcessError(code, printed)));
  });
  const ended = once(child, 'exit') as Promise<[number | null, string | null]>;
  return {
    url,
    output: () => printed,
    pid: child.pid ?? 0,
    stop: async (signalToSend) => {
      child.kill(signalToSend);
      const [code, signal] = await ended;
      return { code, signal };
    },
  };
}
