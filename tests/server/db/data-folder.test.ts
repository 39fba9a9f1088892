import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  DataFolderInUseError,
  emptyDataFolder,
  lockDataFolder,
} from '../../../examples/server/src/db/data-folder.ts';

let path: string;
let lockAndWait: string;
beforeEach(async () => {
  path = join(await mkdtemp(join(tmpdir(), 'openbell-folder-')), 'data');
  const module = join(import.meta.dirname, '../../../examples/server/src/db/data-folder.ts');
  lockAndWait = `
    const { lockDataFolder } = await import(${JSON.stringify(pathToFileURL(module))});
    await lockDataFolder(${JSON.stringify(path)});
    process.stdout.write('locked');
    setInterval(() => {}, 60_000);
  `;
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

test('is locked while another process holds it, and free when that process is killed', async () => {
  const holder = spawn(process.execPath, ['--input-type=module', '-e', lockAndWait], { stdio: 'pipe' });
  await once(holder.stdout, 'data');
  await expect(lockDataFolder(path)).rejects.toThrow(`process ${holder.pid}`);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  await (await lockDataFolder(path)).release();
});

test('lets one of many parallel starts take the folder, and another one after its release', async () => {
  for (let round = 0; round < 2; round += 1) {
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => lockDataFolder(path)));
    const winners = results.filter((result) => result.status === 'fulfilled');
    expect(winners).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(DataFolderInUseError);
    }
    await winners[0]?.value.release();
  }
});

test('does not end the lock of a later server when an earlier one is released twice', async () => {
  const first = await lockDataFolder(path);
  await first.release();
  const second = await lockDataFolder(path);
  await first.release();
  await expect(lockDataFolder(path)).rejects.toThrow(`process ${process.pid}`);
  await second.release();
});

test('names a damaged lock file, and leaves it', async () => {
  await (await lockDataFolder(path)).release();
  await writeFile(join(path, 'lock.sqlite'), 'not a database');
  await expect(lockDataFolder(path)).rejects.toThrow(/Cannot lock .*lock\.sqlite: file is not a database/);
  expect(await readFile(join(path, 'lock.sqlite'), 'utf8')).toBe('not a database');
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

test('keeps the database and names the file when database.made cannot be read', async () => {
  const folder = await lockDataFolder(path);
  await mkdir(folder.database);
  // Unreadable for root too.
  await mkdir(join(path, 'database.made'));
  await expect(folder.removeIncompleteDatabase()).rejects.toThrow(/Cannot read .*database\.made: EISDIR/);
  expect((await stat(folder.database)).isDirectory()).toBe(true);
  await folder.release();
});
