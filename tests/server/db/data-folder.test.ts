import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  DataFolderInUseError,
  emptyDataFolder,
  lockDataFolder,
} from '../../../examples/server/src/db/data-folder.ts';

let path: string;
beforeEach(async () => {
  path = join(await mkdtemp(join(tmpdir(), 'openbell-folder-')), 'data');
});
afterEach(async () => {
  await rm(join(path, '..'), { recursive: true, force: true });
});

test('rejects a folder that a running server holds, and accepts it after its release', async () => {
  const first = await lockDataFolder(path);
  await expect(lockDataFolder(path)).rejects.toThrow(DataFolderInUseError);
  await expect(lockDataFolder(path)).rejects.toThrow(`process ${process.pid}`);
  await first.release();
  const second = await lockDataFolder(path);
  await second.release();
});

test('takes over the lock of a dead process', async () => {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  await (await lockDataFolder(path)).release();
  await writeFile(join(path, 'server.lock'), JSON.stringify({ pid: child.pid, identity: null }));
  const folder = await lockDataFolder(path);
  await folder.release();
});

test('takes over the lock of a dead server whose process id was reused', async () => {
  await (await lockDataFolder(path)).release();
  await writeFile(
    join(path, 'server.lock'),
    JSON.stringify({ pid: process.pid, identity: 'another boot:1234' }),
  );
  const folder = await lockDataFolder(path);
  await folder.release();
});

test('takes over an invalid or empty lock', async () => {
  for (const text of ['', 'not json', '[]', '{"pid":"x"}']) {
    await (await lockDataFolder(path)).release();
    await writeFile(join(path, 'server.lock'), text);
    const folder = await lockDataFolder(path);
    await folder.release();
  }
});

test('lets one of many parallel starts take a stale lock', async () => {
  await (await lockDataFolder(path)).release();
  await writeFile(join(path, 'server.lock'), 'stale');
  const results = await Promise.allSettled(Array.from({ length: 12 }, () => lockDataFolder(path)));
  const winners = results.filter((result) => result.status === 'fulfilled');
  expect(winners).toHaveLength(1);
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(DataFolderInUseError);
  }
});

test('does not remove the lock of another server on release', async () => {
  const folder = await lockDataFolder(path);
  await writeFile(join(path, 'server.lock'), 'somebody else');
  await folder.release();
  expect(await readFile(join(path, 'server.lock'), 'utf8')).toBe('somebody else');
});

test('removes data and uploads when emptied, and keeps the folders', async () => {
  const folder = await lockDataFolder(path);
  await writeFile(join(folder.media, 'picture'), 'x');
  await writeFile(join(folder.temporary, 'upload'), 'x');
  await emptyDataFolder(folder);
  await expect(stat(join(folder.media, 'picture'))).rejects.toThrow();
  await expect(stat(join(folder.temporary, 'upload'))).rejects.toThrow();
  expect((await stat(folder.media)).isDirectory()).toBe(true);
  await folder.release();
});

test('removes uploads left by a crash at the next start', async () => {
  const folder = await lockDataFolder(path);
  await writeFile(join(folder.temporary, 'half'), 'x');
  await folder.release();
  const again = await lockDataFolder(path);
  await expect(stat(join(again.temporary, 'half'))).rejects.toThrow();
  await again.release();
});

test('removes a database that was not set up completely, and keeps a complete one', async () => {
  const folder = await lockDataFolder(path);
  const file = join(folder.database, 'PG_VERSION');
  await mkdir(folder.database);
  await writeFile(file, '18');
  await folder.removeIncompleteDatabase();
  await expect(stat(file)).rejects.toThrow();

  await mkdir(folder.database);
  await writeFile(file, '18');
  await folder.markDatabaseComplete();
  await folder.removeIncompleteDatabase();
  expect((await stat(file)).isFile()).toBe(true);
  await emptyDataFolder(folder);
  await mkdir(folder.database);
  await folder.removeIncompleteDatabase();
  await expect(stat(folder.database)).rejects.toThrow();
  await folder.release();
});
