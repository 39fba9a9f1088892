// A full disk under the data folder of a production server. Mounts a small file system, so it needs root.
import { spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../../examples/server/src/db/open-database.ts';
import { type SeededChat, seed } from '../../load/seed.ts';
import { hasPostgres, startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { productionKeys } from '../../support/production-config.ts';
import { type ServerProcess, startServerProcess } from '../../support/server-process.ts';

const DISK_BYTES = 8 * 1024 * 1024;
const FILE_BYTES = 300 * 1024;

const newNotes = () => new TextEncoder().encode(randomBytes(FILE_BYTES / 2).toString('hex'));

function mount(folder: string): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'tmpfs', folder]).status === 0;
}

/** Whether this machine lets tests mount a file system. */
async function findCanMount(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'openbell-mount-'));
  const isMounted = mount(folder);
  if (isMounted) spawnSync('umount', [folder]);
  await rm(folder, { recursive: true });
  return isMounted;
}
const canMount = await findCanMount();
if (!canMount) console.warn('This machine cannot mount a file system: the test of a full disk is skipped.');

describe.runIf(hasPostgres && canMount)('a full disk', () => {
  let folder: string;
  let disk: string;
  let postgres: TestPostgres;
  let server: ServerProcess;
  let chat: SeededChat;
  let token: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'openbell-disk-'));
    disk = join(folder, 'data');
    await mkdir(disk);
    mount(disk);
    postgres = await startPostgres();
    const url = await postgres.createDatabase();
    server = await startServerProcess({
      dataFolder: disk,
      env: { ...productionKeys, CAPTCHA: 'on', DATABASE_URL: url },
    });
    const database = await openDatabase({ url });
    const [seeded] = await seed(database, { members: 2, chats: [2] });
    await database.close();
    if (seeded === undefined) throw new Error('No chat was stored.');
    chat = seeded;
    token = chat.members[0]?.token ?? '';
  });
  afterAll(async () => {
    await server?.stop('SIGKILL');
    await postgres?.stop();
    spawnSync('umount', [disk]);
    await rm(folder, { recursive: true, force: true });
  });

  interface Post {
    readonly text: string;
    readonly clientId: string;
    readonly file?: Uint8Array<ArrayBuffer>;
  }

  async function post({
    text,
    clientId,
    file,
  }: Post): Promise<{ status: number; body: { message?: string } }> {
    const body = new FormData();
    body.append('chat_id', String(chat.id));
    body.append('message', text);
    body.append('message_type', 'TXT');
    body.append('client_id', clientId);
    if (file !== undefined) body.append('files[]', new File([file], 'notes.txt'));
    const response = await fetch(`${server.url}/api/web/chat/${chat.id}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body,
    });
    return { status: response.status, body: (await response.json()) as { message?: string } };
  }

  interface StoredMessage {
    readonly message: string;
    readonly media: { readonly file: string } | null;
  }

  async function readMessages(): Promise<readonly StoredMessage[]> {
    const response = await fetch(`${server.url}/api/web/chat/${chat.id}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return ((await response.json()) as { data: { messages: StoredMessage[] } }).data.messages;
  }

  async function expectFile(media: StoredMessage['media'], file: Uint8Array): Promise<void> {
    const response = await fetch(new URL(media?.file ?? '', server.url));
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer()).equals(file)).toBe(true);
  }

  async function fillDisk(): Promise<string> {
    const path = join(disk, 'filling');
    const file = await open(path, 'w');
    const full = await (async () => {
      for (const size of [64 * 1024, 4_096, 1]) {
        try {
          for (;;) await file.write(Buffer.alloc(size));
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        }
      }
    })().finally(() => file.close());
    return full ?? path;
  }

  test('refuses files clearly, keeps text going, loses nothing and ends when there is space again', async () => {
    const newPost = (text: string, file?: Uint8Array<ArrayBuffer>): Post => ({
      text,
      clientId: randomUUID(),
      ...(file === undefined ? {} : { file }),
    });
    const [first, second] = [newNotes(), newNotes()];
    expect((await post(newPost('file before', first))).status).toBe(201);
    const filling = await fillDisk();
    const filesOnDisk = (await readdir(disk, { recursive: true })).toSorted();

    expect((await post(newPost('text on a full disk'))).status).toBe(201);
    const withFile = newPost('file on a full disk', second);
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const { status, body } = await post(withFile);
      expect(status).toBe(507);
      expect(body.message).toMatch(/\w+/);
    }
    expect((await post(newPost('text after refusals'))).status).toBe(201);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    // No part of a refused upload is left.
    expect((await readdir(disk, { recursive: true })).toSorted()).toEqual(filesOnDisk);
    expect((await readMessages()).map(({ message }) => message)).toEqual([
      'file before',
      'text on a full disk',
      'text after refusals',
    ]);

    await rm(filling);
    expect((await post(withFile)).status).toBe(201);
    // A retry returns the stored message.
    expect((await post(withFile)).status).toBe(200);
    const messages = await readMessages();
    expect(messages.map(({ message }) => message)).toEqual([
      'file before',
      'text on a full disk',
      'text after refusals',
      'file on a full disk',
    ]);
    await expectFile(messages[0]?.media ?? null, first);
    await expectFile(messages[3]?.media ?? null, second);
    expect(await server.stop('SIGTERM')).toEqual({ code: 0, signal: null });
  });
});
