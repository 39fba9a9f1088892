import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Another server uses this data folder. Two servers would corrupt the data; PGlite does not check for this. */
export class DataFolderInUseError extends Error {
  override readonly name = 'DataFolderInUseError';
}

/** The server's data folder, locked by this process until `release`. */
export interface DataFolder {
  readonly path: string;
  /** PGlite's files. */
  readonly database: string;
  /** Removes the database of a first start that did not complete. PGlite cannot open it, and it contains no data. */
  removeIncompleteDatabase(): Promise<void>;
  /** Marks the database as complete, after the first start. */
  markDatabaseComplete(): Promise<void>;
  /** Uploaded media, by random names. */
  readonly media: string;
  /** Uploads in progress. Emptied at every start. */
  readonly temporary: string;
  release(): Promise<void>;
}

interface Holder {
  readonly pid: number;
  /** Boot and start time of the process, to recognize a reused pid. Null if unavailable. */
  readonly identity: string | null;
}

async function identityOf(pid: number): Promise<string | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The command in parentheses may contain spaces; the start time is the 20th field after it.
    const startTime = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
    return startTime === undefined ? null : `${boot}:${startTime}`;
  } catch {
    return null;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function isAlive(holder: Holder): Promise<boolean> {
  if (!isRunning(holder.pid)) return false;
  if (holder.identity === null) return true;
  const now = await identityOf(holder.pid);
  return now === null || now === holder.identity;
}

function parseHolder(text: string): Holder | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('pid' in value)) return null;
    const identity = 'identity' in value && typeof value.identity === 'string' ? value.identity : null;
    return Number.isInteger(value.pid) ? { pid: Number(value.pid), identity } : null;
  } catch {
    return null;
  }
}

async function readText(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    return null;
  }
}

/** Creates the lock file atomically. Returns false if it exists. */
async function writeLock(path: string, text: string): Promise<boolean> {
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, text);
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await unlink(draft);
  }
}

/**
 * Creates the folder if needed and locks it for this process. Replaces the lock of a process that no longer runs. Throws
 * {@link DataFolderInUseError} if the owner of the lock runs.
 */
export async function lockDataFolder(path: string): Promise<DataFolder> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const lock = join(path, 'server.lock');
  const ownLock = JSON.stringify({
    pid: process.pid,
    identity: await identityOf(process.pid),
    token: randomUUID(),
  });
  for (let attempt = 0; !(await writeLock(lock, ownLock)); attempt += 1) {
    const found = await readText(lock);
    if (found === null) continue;
    const holder = parseHolder(found);
    if (attempt >= 5 || (holder !== null && (await isAlive(holder)))) {
      throw new DataFolderInUseError(
        `The data folder ${path} is in use by another Openbell server` +
          `${holder === null ? '' : ` (process ${holder.pid})`}. ` +
          'Stop that server, or set OPENBELL_DATA to another folder.',
      );
    }
    // Of two processes that find the stale lock, one can rename it. The moved file is checked, as it may be the new lock of
    // a third process.
    const staleLock = join(path, `server.lock.${randomUUID()}`);
    try {
      await rename(lock, staleLock);
    } catch {
      continue;
    }
    const moved = await readText(staleLock);
    if (moved !== null && moved !== found) await writeLock(lock, moved);
    await unlink(staleLock).catch(() => undefined);
  }
  const database = join(path, 'database');
  const completeMark = join(path, 'database.made');
  const temporary = join(path, 'tmp');
  const media = join(path, 'media');
  await rm(temporary, { recursive: true, force: true });
  await mkdir(temporary, { recursive: true });
  await mkdir(media, { recursive: true });
  return {
    path,
    database,
    removeIncompleteDatabase: async () => {
      if ((await readText(completeMark)) === null) await rm(database, { recursive: true, force: true });
    },
    markDatabaseComplete: () => writeFile(completeMark, `${new Date().toISOString()}\n`, { flush: true }),
    media,
    temporary,
    release: async () => {
      if ((await readText(lock)) === ownLock) await unlink(lock).catch(() => undefined);
    },
  };
}

/** Removes the contents of the folder, except the lock (`--reset`). */
export async function emptyDataFolder(folder: DataFolder): Promise<void> {
  for (const path of [join(folder.path, 'database.made'), folder.database, folder.media, folder.temporary]) {
    await rm(path, { recursive: true, force: true });
  }
  await mkdir(folder.media, { recursive: true });
  await mkdir(folder.temporary, { recursive: true });
}
