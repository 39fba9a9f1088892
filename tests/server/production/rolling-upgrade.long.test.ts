// In a rolling upgrade, processes of the previous version run on the migrated database until they are replaced.
import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoAccounts, demoPassword } from '../../../examples/sandbox/src/demo-data/accounts.ts';
import { hasPostgres, startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { type ServerProcess, startServerProcess } from '../../support/server-process.ts';

const root = join(import.meta.dirname, '../../..');
const git = (...args: readonly string[]) =>
  execFileSync('git', [...args], { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/** Returns the commit before the newest migration. Null in a shallow or exported tree. */
function findPrevious(): string | null {
  try {
    const newest = git(
      'log',
      '-1',
      '--diff-filter=A',
      '--format=%H',
      '--',
      'examples/server/src/db/migrations',
    );
    return newest === '' ? null : git('rev-parse', '--verify', `${newest}^`);
  } catch {
    return null;
  }
}

const previous = findPrevious();
if (previous === null) console.warn('There is no git history: rolling upgrades are not tested.');

/** Writes the sources of a commit to a folder that uses the installed packages. */
async function checkOut(commit: string, folder: string): Promise<void> {
  const archive = execFileSync('git', ['archive', commit, 'examples', 'packages', 'package.json'], {
    cwd: root,
    maxBuffer: 512 * 1024 * 1024,
  });
  execFileSync('tar', ['--extract', '--directory', folder], { input: archive });
  const installed = await realpath(join(root, 'node_modules'));
  await mkdir(join(folder, 'node_modules/@openbell'), { recursive: true });
  for (const name of await readdir(installed))
    if (name !== '@openbell') await symlink(join(installed, name), join(folder, 'node_modules', name));
  for (const name of await readdir(join(folder, 'packages')))
    await symlink(join(folder, 'packages', name), join(folder, 'node_modules/@openbell', name));
  await symlink(join(folder, 'examples/server'), join(folder, 'node_modules/@openbell/example-server'));
  const own = join(root, 'examples/server/node_modules');
  await cp(own, join(folder, 'examples/server/node_modules'), { recursive: true }).catch(() => undefined);
}

describe.runIf(hasPostgres && previous !== null)('the previous version on the migrated database', () => {
  let folder: string;
  let postgres: TestPostgres;
  let present: ServerProcess | undefined;
  let old: ServerProcess | undefined;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'openbell-rolling-'));
    postgres = await startPostgres();
  });
  afterAll(async () => {
    await old?.stop('SIGKILL');
    await present?.stop('SIGKILL');
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test('signs in, posts and reads beside the present version', async () => {
    const env = { DATABASE_URL: await postgres.createDatabase(), RATE_LIMITS: 'off' };
    await mkdir(join(folder, 'previous'));
    await checkOut(previous ?? '', join(folder, 'previous'));
    const main = join(folder, 'previous/examples/server/src/main.ts');
    old = await startServerProcess({ dataFolder: join(folder, 'old'), env, main });
    present = await startServerProcess({ dataFolder: join(folder, 'present'), env });

    const token = await signIn(old.url);
    const atOld = await post(old.url, token, 'from the previous version');
    const atPresent = await post(present.url, token, 'from the present version');
    for (const { url } of [old, present]) {
      const history = await read(url, `/api/web/chat/${atOld}`, token);
      expect(history).toContain('from the previous version');
      expect(history).toContain('from the present version');
    }
    expect(atPresent).toBe(atOld);
  });
});

async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/api/web/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      type: 'manual',
      username: demoAccounts.subscriber.email,
      password: demoPassword,
      remember: true,
    }),
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { readonly access: string }).access;
}

async function read(url: string, path: string, token: string): Promise<string> {
  const response = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
  expect(response.status).toBe(200);
  return response.text();
}

/** Posts to the member's first group and returns its id. */
async function post(url: string, token: string, message: string): Promise<number> {
  const chats = JSON.parse(await read(url, '/api/web/chats?chat_type=GR', token)) as {
    readonly data: readonly { readonly id: number }[];
  };
  const chatId = chats.data.map(({ id }) => id).sort((a, b) => a - b)[0] ?? 0;
  const form = new FormData();
  form.append('message', message);
  const response = await fetch(`${url}/api/web/chat/${chatId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  expect(response.status).toBe(201);
  return chatId;
}
