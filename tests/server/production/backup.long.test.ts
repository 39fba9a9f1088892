// Runs the commands of the guide: a server starts on the restored database and files.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoAccounts, demoPassword } from '../../../examples/sandbox/src/demo-data/accounts.ts';
import { operatorSocketPath } from '../../../examples/server/src/operate/socket-path.ts';
import { sendCommand, uploadFile } from '../../../examples/server/src/operate-cli/call-server.ts';
import { hasPostgres, postgresPrograms, startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { type ServerProcess, startServerProcess } from '../../support/server-process.ts';
import { tinyImages } from '../files/tiny-images.ts';

const guide = join(import.meta.dirname, '../../../docs/guides/production.md');

async function commandsOf(block: string): Promise<string> {
  const text = await readFile(guide, 'utf8');
  const [, code = ''] = new RegExp(`^\`\`\`text ${block}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(text) ?? [];
  expect(code).not.toBe('');
  return code;
}

describe.runIf(hasPostgres)('a backup', () => {
  let folder: string;
  let postgres: TestPostgres;
  let running: ServerProcess | undefined;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'openbell-backup-'));
    postgres = await startPostgres();
  });
  afterAll(async () => {
    await running?.stop('SIGKILL');
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const run = async (block: string, { dataFolder, env }: ReturnType<typeof siteOf>): Promise<void> => {
    await promisify(execFile)('sh', ['-e', '-c', await commandsOf(block)], {
      cwd: folder,
      env: { PATH: `${postgresPrograms}:${process.env.PATH}`, OPENBELL_DATA: dataFolder, ...env },
    });
  };
  const siteOf = (name: string, databaseUrl: string) => ({
    dataFolder: join(folder, name),
    env: { DATABASE_URL: databaseUrl },
  });

  test('restores accounts, sessions, messages and files into a new database', async () => {
    const site = siteOf('first', await postgres.createDatabase());
    running = await startServerProcess(site);
    const token = await signIn(running.url);
    const chatId = await firstChat(running.url, token);
    await post(running.url, { chatId, token });
    const chart = await publishPicture(site.dataFolder);
    // While the server runs.
    await run('backup', site);
    await running.stop('SIGTERM');

    const restored = siteOf('second', await postgres.createDatabase());
    await run('restore', restored);
    running = await startServerProcess(restored);
    const again = await signIn(running.url);
    expect((await fetch(running.url + chart)).headers.get('content-type')).toBe('image/jpeg');
    for (const access of [token, again]) {
      const history = await read(running.url, `/api/web/chat/${chatId}`, access);
      expect(history).toContain('kept in the backup');
      const [path = ''] =
        /\/media\/chat\/[^"\\]+/.exec(history.slice(history.indexOf('kept in the backup') - 2_000)) ?? [];
      const file = await fetch(`${running.url}${path}`);
      expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
      expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(100);
    }
  });
});

/** Publishes an alert with a picture and returns the path of the picture. */
async function publishPicture(dataFolder: string): Promise<string> {
  const socketPath = operatorSocketPath(dataFolder);
  const file = join(dataFolder, '..', 'chart.jpg');
  await writeFile(file, Buffer.from(tinyImages.jpeg, 'base64'));
  const picture = await uploadFile(socketPath, file, () => undefined);
  const inputs = { text: 'Chart', picture };
  const response = await sendCommand(socketPath, {
    command: 'alert publish',
    operator: 'ada',
    inputs,
    dryRun: false,
  });
  if (!response.ok) throw new Error(response.message);
  return new URL(String(response.details?.picture)).pathname;
}

async function signIn(url: string): Promise<string> {
  const { email: username } = demoAccounts.subscriber;
  const response = await fetch(`${url}/api/web/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'manual', username, password: demoPassword, remember: true }),
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { readonly access: string }).access;
}

async function read(url: string, path: string, token: string): Promise<string> {
  const response = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
  expect(response.status).toBe(200);
  return response.text();
}

async function firstChat(url: string, token: string): Promise<number> {
  const chats = JSON.parse(await read(url, '/api/web/chats?chat_type=GR', token)) as {
    readonly data: readonly { readonly id: number }[];
  };
  return chats.data[0]?.id ?? 0;
}

async function post(url: string, { chatId, token }: { chatId: number; token: string }): Promise<void> {
  const form = new FormData();
  form.append('message', 'kept in the backup');
  form.append('files[]', new File([Buffer.from(tinyImages.jpeg, 'base64')], 'photo.jpg'));
  const response = await fetch(`${url}/api/web/chat/${chatId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  expect(response.status).toBe(201);
}
