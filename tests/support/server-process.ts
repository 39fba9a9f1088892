// The server as `npm start` runs it: a process of its own, which a test can kill.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { takeDataFolder } from '../../examples/server/src/db/data-folder.ts';
import { openDatabase } from '../../examples/server/src/db/open-database.ts';

const main = join(import.meta.dirname, '../../examples/server/src/main.ts');

export interface ServerProcess {
  /** The address that it printed. */
  readonly url: string;
  /** Everything printed for people so far. */
  readonly output: () => string;
  readonly pid: number;
  /** Sends the signal and resolves with how the process ended. */
  stop(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<{ code: number | null; signal: string | null }>;
}

/** A start that failed: what it printed, and its exit code. */
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
}

/** Fills a new data folder from the run's snapshot, which is far faster than a first start; returns its path. */
export async function prepareDataFolder(path: string): Promise<string> {
  const folder = await takeDataFolder(path);
  const database = await openDatabase({
    folder: folder.database,
    snapshot: new Blob([await readFile(inject('serverSnapshot'))]),
  });
  await database.close();
  await folder.markDatabaseMade();
  await folder.release();
  return path;
}

/** Starts it on a free port and resolves once it says that it is ready. Rejects with {@link ServerProcessError}. */
export async function startServerProcess(options: ServerProcessOptions): Promise<ServerProcess> {
  const { NODE_ENV: _vitest, VITEST: _also, ...inherited } = process.env;
  const child: ChildProcess = spawn(
    process.execPath,
    ['--conditions=@openbell/source', main, ...(options.args ?? [])],
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
    stop: async (with_) => {
      child.kill(with_);
      const [code, signal] = await ended;
      return { code, signal };
    },
  };
}
