// One server process at a time, for the tests of a file.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import {
  prepareDataFolder,
  type ServerProcess,
  ServerProcessError,
  type ServerProcessOptions,
  startServerProcess,
} from '../support/server-process.ts';

export interface OneServer {
  /** A data folder with demo data. */
  readonly dataFolder: string;
  /** Starts the server; it is killed after the test. */
  start(options?: Partial<ServerProcessOptions>): Promise<ServerProcess>;
  /** Starts a server that exits; returns its exit code and output. */
  failedStart(options: Partial<ServerProcessOptions>): Promise<ServerProcessError>;
  /** Prepares another data folder with demo data. */
  newFolder(name: string): Promise<string>;
}

/** Prepares a data folder before the tests of a file, kills the server after each and removes the folder at the end. */
export function setUpServer(): OneServer {
  let folder: string;
  let dataFolder: string;
  let running: ServerProcess | undefined;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'openbell-process-'));
    dataFolder = await prepareDataFolder(join(folder, 'data'));
  });
  afterEach(async () => {
    await running?.stop('SIGKILL');
    running = undefined;
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function start(options: Partial<ServerProcessOptions> = {}): Promise<ServerProcess> {
    running = await startServerProcess({ dataFolder, ...options });
    return running;
  }
  return {
    get dataFolder() {
      return dataFolder;
    },
    start,
    async failedStart(options) {
      const error = await start(options).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(ServerProcessError);
      return error as ServerProcessError;
    },
    newFolder: (name) => prepareDataFolder(join(folder, name)),
  };
}

export async function signIn(url: string, username = 'subscriber@openbell.test') {
  const response = await fetch(`${url}/api/web/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'manual', username, password: 'Opening-bell-9', remember: true }),
  });
  return { status: response.status, ...((await response.json()) as { access?: string }) };
}

/** The status of the profile for a session. */
export const profile = async (url: string, token: string): Promise<number> =>
  (await fetch(`${url}/api/web/profile`, { headers: { authorization: `Bearer ${token}` } })).status;
