// Stores files in a folder, for one process.
import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileStorage, StoredFileReader } from './storage.types.ts';
import { StorageUnavailableError } from './storage-error.ts';
import { isSafeKey, requireSafeKey } from './storage-keys.ts';

const PART_BYTES = 256 * 1024;

/** The operations that write; replaced by tests of a full disk. */
interface DiskWrites {
  readonly rename: typeof rename;
  readonly copyFile: typeof copyFile;
}

/** Stores files below `root`, which is created with the first file. */
export function createFolderStorage(root: string, writes: DiskWrites = { rename, copyFile }): FileStorage {
  const pathOf = (key: string) => join(root, requireSafeKey(key));
  return {
    async put(key, { path }) {
      const target = pathOf(key);
      await orFail('store a file', async () => {
        await mkdir(dirname(target), { recursive: true });
        await move(path, target, writes);
      });
    },
    async stat(key) {
      const path = pathOf(key);
      return orFail('read a file', () => orNull(async () => ({ size: (await stat(path)).size })));
    },
    async open(key, range) {
      const path = pathOf(key);
      const found = await orFail('read a file', () => orNull(() => stat(path)));
      return found === null ? null : readParts(path, range.start, range.end);
    },
    async delete(key) {
      const path = pathOf(key);
      await orFail('remove a file', () => rm(path, { force: true }));
    },
    async *list(folder) {
      const path = pathOf(folder);
      const names = (await orFail('list files', () => orNull(() => readdir(path)))) ?? [];
      for (const name of names) {
        const key = `${folder}/${name}`;
        const found = isSafeKey(key) ? await orNull(() => stat(join(path, name))).catch(() => null) : null;
        if (found?.isFile()) yield { key, modifiedAt: found.mtimeMs };
      }
    },
    close: () => undefined,
  };
}

/** The end of the name of an unfinished copy. */
const unfinished = /\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.part$/;

/** Removes the copies that a crash left unfinished. No other process may store files. */
export async function removeUnfinishedCopies(root: string): Promise<void> {
  const names = (await orNull(() => readdir(root, { recursive: true }))) ?? [];
  for (const name of names) if (unfinished.test(name)) await rm(join(root, name), { force: true });
}

/** Moves a file. Between file systems, the copy gets its name when it is complete. */
async function move(from: string, to: string, writes: DiskWrites): Promise<void> {
  try {
    await writes.rename(from, to);
  } catch (error) {
    if (codeOf(error) !== 'EXDEV') throw error;
    const part = `${to}.${randomUUID()}.part`;
    try {
      await writes.copyFile(from, part);
      await rename(part, to);
    } finally {
      await rm(part, { force: true });
    }
  }
}

/** Reads a range. Opens the file for each part, so that an abandoned reader leaks no descriptor. */
function readParts(path: string, start: number, end: number): StoredFileReader {
  let at = start;
  return {
    async read() {
      if (at > end) return null;
      const part = await readPart(path, at, Math.min(PART_BYTES, end - at + 1));
      // The file was truncated after its size was read.
      if (part.length === 0) throw new StorageUnavailableError('read a file', { name: 'truncated' });
      at += part.length;
      return part;
    },
    close: () => undefined,
  };
}

async function readPart(path: string, position: number, length: number): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, position);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function orFail<T>(action: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new StorageUnavailableError(action, error);
  }
}

/** Returns null for a missing file or folder. */
async function orNull<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (/^(?:ENOENT|ENOTDIR)$/.test(codeOf(error) ?? '')) return null;
    throw error;
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
