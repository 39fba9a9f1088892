import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  DataFolderInUseError,
  emptyDataFolder,
  takeDataFolder,
} from '../../../examples/server/src/db/data-folder.ts';

let path: string;
beforeEach(async () => {
  path = join(await mkdtemp(join(tmpdir(), 'openbell-folder-')), 'data');
});
afterEach(async () => {
  await rm(join(path, '..'), { recursive: true, force: true });
});

test('a folder that a live server holds is refused, and free again once released', async () => {
  const first = await takeDataFolder(path);
  await expect(takeDataFolder(path)).rejects.toThrow(DataFolderInUseError);
  await expect(takeDataFolder(path)).rejects.toThrow(`process ${process.pid}`);
  await first.release();
  const second = await takeDataFolder(path);
  await second.release();
});

test('the lock of a process that has died is taken over', async () => {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  await (await takeDataFolder(path)).release();
  await writeFile(join(path, 'server.lock'), JSON.stringify({ pid: child.pid, identity: null }));
  const folder = await takeDataFolder(path);
  await folder.release();
});

test('a recycled process id does not keep a dead server’s lock alive', async () => {
  await (await takeDataFolder(path)).release();
  await writeFile(
    join(path, 'server.lock'),
    JSON.stringify({ pid: process.pid, identity: 'another boot:1234' }),
  );
  const folder = await takeDataFolder(path);
  await folder.release();
});

test('a lock that is garbage or empty is taken over', async () => {
  for (const text of ['', 'not json', '[]', '{"pid":"x"}']) {
    await (await takeDataFolder(path)).release();
    await writeFile(join(path, 'server.lock'), text);
    const folder = await takeDataFolder(path);
    await folder.release();
  }
});

test('of many that race for a stale lock, one wins', async () => {
  await (await takeDataFolder(path)).release();
  await writeFile(join(path, 'server.lock'), 'stale');
  const results = await Promise.allSettled(Array.from({ length: 12 }, () => takeDataFolder(path)));
  const winners = results.filter((result) => result.status === 'fulfilled');
  expect(winners).toHaveLength(1);
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(DataFolderInUseError);
  }
});

test('a released lock of somebody else is left alone', async () => {
  const folder = await takeDataFolder(path);
  await writeFile(join(path, 'server.lock'), 'somebody else');
  await folder.release();
  expect(await readFile(join(path, 'server.lock'), 'utf8')).toBe('somebody else');
});

test('emptying removes data and uploads, and leaves the folders ready', async () => {
  const folder = await takeDataFolder(path);
  await writeFile(join(folder.media, 'picture'), 'x');
  await writeFile(join(folder.temporary, 'upload'), 'x');
  await emptyDataFolder(folder);
  await expect(stat(join(folder.media, 'picture'))).rejects.toThrow();
  await expect(stat(join(folder.temporary, 'upload'))).rejects.toThrow();
  expect((await stat(folder.media)).isDirectory()).toBe(true);
  await folder.release();
});

test('uploads that a crash left behind are removed at the next start', async () => {
  const folder = await takeDataFolder(path);
  await writeFile(join(folder.temporary, 'half'), 'x');
  await folder.release();
  const again = await takeDataFolder(path);
  await expect(stat(join(again.temporary, 'half'))).rejects.toThrow();
  await again.release();
});

test('a database that a first start left unfinished is removed; a finished one is kept', async () => {
  const folder = await takeDataFolder(path);
  const file = join(folder.database, 'PG_VERSION');
  await mkdir(folder.database);
  await writeFile(file, '18');
  await folder.removeUnfinishedDatabase();
  await expect(stat(file)).rejects.toThrow();

  await mkdir(folder.database);
  await writeFile(file, '18');
  await folder.markDatabaseMade();
  await folder.removeUnfinishedDatabase();
  expect((await stat(file)).isFile()).toBe(true);
  await emptyDataFolder(folder);
  await mkdir(folder.database);
  await folder.removeUnfinishedDatabase();
  await expect(stat(folder.database)).rejects.toThrow();
  await folder.release();
});
