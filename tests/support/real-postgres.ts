// A real PostgreSQL for the suites about races: PGlite has one connection and hides them.
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const packaged = '/usr/lib/postgresql';
const nobody = 65_534;

function findBinaries(): string | null {
  if (process.env.POSTGRES_BIN !== undefined) return process.env.POSTGRES_BIN;
  if (existsSync(packaged)) {
    const newest = readdirSync(packaged).sort((a, b) => Number(b) - Number(a))[0];
    const folder = newest === undefined ? null : join(packaged, newest, 'bin');
    if (folder !== null && existsSync(join(folder, 'initdb'))) return folder;
  }
  return null;
}

const binaries = findBinaries();
const isRoot = process.getuid?.() === 0;

/** Whether a PostgreSQL can be started here: its programs are installed and may be run. */
export const postgresAvailable: boolean =
  binaries !== null && (!isRoot || spawnSync('setpriv', ['--version']).status === 0);

if (!postgresAvailable) {
  console.warn('No PostgreSQL on this machine (set POSTGRES_BIN): the suites about races run without one.');
}

export interface RealPostgres {
  /** A new, empty database of its own. */
  createDatabase(): Promise<string>;
  stop(): Promise<void>;
}

/** Starts a cluster in a temporary folder, reached by a socket file only. */
export async function startPostgres(): Promise<RealPostgres> {
  if (binaries === null) throw new Error('There is no PostgreSQL on this machine.');
  const folder = await mkdtemp(join(tmpdir(), 'openbell-pg-'));
  // PostgreSQL refuses to run as root.
  if (isRoot) await chown(folder, nobody, nobody);
  const as = (program: string, args: readonly string[]) => {
    const path = join(binaries, program);
    return isRoot
      ? run('setpriv', [`--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', path, ...args], {
          cwd: folder,
        })
      : run(path, [...args], { cwd: folder });
  };
  const data = join(folder, 'data');
  await as('initdb', [
    '-D',
    data,
    '-U',
    'openbell',
    '--auth=trust',
    '--no-sync',
    '--encoding=UTF8',
    '--locale=C',
  ]);
  const options = `-c listen_addresses='' -c unix_socket_directories=${folder} -c fsync=off -c max_connections=60`;
  await as('pg_ctl', ['-D', data, '-w', '-l', join(folder, 'log'), '-o', options, 'start']);
  let count = 0;
  return {
    createDatabase: async () => {
      count += 1;
      await as('createdb', ['-h', folder, '-U', 'openbell', `test${count}`]);
      return `postgres://openbell@localhost/test${count}?host=${encodeURIComponent(folder)}`;
    },
    stop: async () => {
      await as('pg_ctl', ['-D', data, '-w', '-m', 'immediate', 'stop']);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
