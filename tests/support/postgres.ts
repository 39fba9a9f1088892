// A real PostgreSQL for the suites about races: PGlite runs transactions one after another and hides them.
import { execFile, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Where Debian keeps it, newest first; `OPENBELL_TEST_POSTGRES` names another folder. */
const folders = [
  process.env.OPENBELL_TEST_POSTGRES,
  ...[18, 17, 16, 15].map((version) => `/usr/lib/postgresql/${version}/bin`),
];
const binaries = folders.find((folder) => folder !== undefined && existsSync(join(folder, 'initdb')));

/** Whether this machine has one. */
export const hasPostgres: boolean = binaries !== undefined;

export interface TestPostgres {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a new, empty cluster on a free port; it refuses to run as root, so root runs it as nobody. */
export async function startPostgres(): Promise<TestPostgres> {
  if (binaries === undefined) throw new Error('There is no PostgreSQL on this machine.');
  const folder = mkdtempSync(join(tmpdir(), 'openbell-postgres-'));
  const nobody = 65534;
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(folder, nobody, nobody);
  const as: readonly string[] = isRoot
    ? ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups']
    : ['env'];
  const [command = 'env', ...prefix] = as;
  const data = join(folder, 'data');
  const port = await freePort();
  await run(command, [
    ...prefix,
    join(binaries, 'initdb'),
    '--no-sync',
    '--auth=trust',
    '--username=openbell',
    '--encoding=UTF8',
    '--locale=C',
    `--pgdata=${data}`,
  ]);
  const server = spawn(
    command,
    [
      ...prefix,
      join(binaries, 'postgres'),
      ...['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder],
      ...['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'max_connections=50'],
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  await new Promise<void>((resolve, reject) => {
    let output = '';
    server.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
      if (output.includes('ready to accept connections')) resolve();
    });
    server.once('exit', () => reject(new Error(`PostgreSQL did not start: ${output}`)));
  });
  return {
    url: `postgres://openbell@127.0.0.1:${port}/postgres`,
    async stop() {
      const gone = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGINT');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (address === null || typeof address === 'string' ? reject() : resolve(address.port)));
    });
  });
}
