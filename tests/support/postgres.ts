// A real PostgreSQL for tests of races. PGlite has one connection, so it cannot show them.
import { execFile, spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statfsSync } from 'node:fs';
import { chown, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const packaged = '/usr/lib/postgresql';
const nobody = 65_534;
/** Linux keeps this folder in memory. */
const memoryFolder = '/dev/shm';
/** Bytes that it must have; the databases of `npm test` are a quarter of it. */
const MEMORY_NEEDED = 6_000_000_000;

/** A folder for databases that small tests copy, which takes half the time in memory. */
export function folderInMemory(): string {
  if (!existsSync(memoryFolder)) return tmpdir();
  const { bavail, bsize } = statfsSync(memoryFolder);
  return bavail * bsize > MEMORY_NEEDED ? memoryFolder : tmpdir();
}

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
/** The folder of PostgreSQL's programs; empty without PostgreSQL. */
export const postgresPrograms: string = binaries ?? '';
const isRoot = process.getuid?.() === 0;

/** Whether PostgreSQL is installed and can be started. */
export const hasPostgres: boolean =
  binaries !== null && (!isRoot || spawnSync('setpriv', ['--version']).status === 0);

/** Whether tests that choose no database run on PGlite. */
export const usesPglite: boolean = process.env.TEST_DATABASE === 'pglite' || !hasPostgres;

if (!hasPostgres) {
  console.warn('No PostgreSQL on this machine (set POSTGRES_BIN): the tests of races use PGlite only.');
}

export interface TestPostgres {
  /** The main process of the cluster. */
  readonly pid: number;
  /** The URL of the cluster's own database, for commands such as `create database`. */
  readonly adminUrl: string;
  /** Creates a new, empty database. */
  createDatabase(): Promise<string>;
  /** Ends all connections at once, and starts the cluster again. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a cluster in a new folder of `parent` that listens on a Unix socket only. */
export async function startPostgres(parent: string = tmpdir()): Promise<TestPostgres> {
  if (binaries === null) throw new Error('There is no PostgreSQL on this machine.');
  const folder = await mkdtemp(join(parent, 'openbell-pg-'));
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
    '--locale=C.UTF-8',
  ]);
  const settings = [
    "listen_addresses=''",
    `unix_socket_directories=${folder}`,
    'max_connections=200',
    // The data end with the tests: no work for a crash of the machine, replicas or statistics.
    ...['fsync=off', 'full_page_writes=off', 'wal_level=minimal', 'max_wal_senders=0', 'autovacuum=off'],
    ...['checkpoint_timeout=1h', 'max_wal_size=16GB', 'bgwriter_lru_maxpages=0', 'jit=off'],
  ];
  const options = settings.map((setting) => `-c ${setting}`).join(' ');
  await as('pg_ctl', ['-D', data, '-w', '-l', join(folder, 'log'), '-o', options, 'start']);
  const [pid] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n');
  const urlOf = (name: string): string =>
    `postgres://openbell@localhost/${name}?host=${encodeURIComponent(folder)}`;
  let count = 0;
  return {
    pid: Number(pid),
    adminUrl: urlOf('postgres'),
    createDatabase: async () => {
      count += 1;
      await as('createdb', ['-h', folder, '-U', 'openbell', `test${count}`]);
      return urlOf(`test${count}`);
    },
    restart: async () => {
      await as('pg_ctl', ['-D', data, '-w', '-m', 'immediate', '-l', join(folder, 'log'), 'restart']);
    },
    stop: async () => {
      await as('pg_ctl', ['-D', data, '-w', '-m', 'immediate', 'stop']);
      // Thousands of files: not waited for.
      spawn('rm', ['-rf', folder], { detached: true, stdio: 'ignore' }).unref();
    },
  };
}
