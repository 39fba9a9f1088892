import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Another server uses this data folder. Two would corrupt the data; PGlite does not check it. */
export class DataFolderInUseError extends Error {
  override readonly name = 'DataFolderInUseError';
}

/** The server's data folder, locked by this process until {@link DataFolder.release}. */
export interface DataFolder {
  readonly path: string;
  /** PGlite's files. */
  readonly database: string;
  /** Removes the database files of a first start that was killed: PGlite cannot open them, and they contain no data. */
  removeUnfinishedDatabase(): Promise<void>;
  /** Marks the database as complete. */
  markDatabaseMade(): Promise<void>;
  /** Uploaded media, by random names. */
  readonly media: string;
  /** Uploads in progress; emptied at every start. */
  readonly temporary: string;
  release(): Promise<void>;
}

interface Holder {
  readonly pid: number;
  /** Boot and start time of the process, if available, to recognize recycled pids. */
  readonly identity: string | null;
}

async function identityOf(pid: number): Promise<string | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The command in parentheses may contain spaces; the start time is the 20th field after it.
    const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
    return started === undefined ? null : `${boot}:${started}`;
  } catch {
    return null;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs as another user.
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

/** Creates the lock file atomically; false when there is one. */
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
 * Locks the folder for this process and creates it if missing. The lock of a process that no longer runs is replaced.
 * Throws {@link DataFolderInUseError} while its owner runs.
 */
export async function takeDataFolder(path: string): Promise<DataFolder> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const lock = join(path, 'server.lock');
  const mine = JSON.stringify({
    pid: process.pid,
    identity: await identityOf(process.pid),
    token: randomUUID(),
  });
  for (let attempt = 0; !(await writeLock(lock, mine)); attempt += 1) {
    const found = await readText(lock);
    if (found === null) continue;
    const holder = parseHolder(found);
    if (attempt >= 5 || (holder !== null && (await isAlive(holder)))) {
      throw new DataFolderInUseError(
        `The data folder ${path} is in use by another Openbell server` +
          `${holder === null ? '' : ` (process ${holder.pid})`}. ` +
          'Stop that one first, or choose another folder with OPENBELL_DATA.',
      );
    }
    // Of two processes with the same stale lock, one wins the rename. The moved file is checked, as it may be the lock of
    // a third process.
    const aside = join(path, `server.lock.${randomUUID()}`);
    try {
      await rename(lock, aside);
    } catch {
      continue;
    }
    const moved = await readText(aside);
    if (moved !== null && moved !== found) await writeLock(lock, moved);
    await unlink(aside).catch(() => undefined);
  }
  const database = join(path, 'database');
  const made = join(path, 'database.made');
  const temporary = join(path, 'tmp');
  const media = join(path, 'media');
  await rm(temporary, { recursive: true, force: true });
  await mkdir(temporary, { recursive: true });
  await mkdir(media, { recursive: true });
  return {
    path,
    database,
    removeUnfinishedDatabase: async () => {
      if ((await readText(made)) === null) await rm(database, { recursive: true, force: true });
    },
    markDatabaseMade: () => writeFile(made, `${new Date().toISOString()}\n`, { flush: true }),
    media,
    temporary,
    release: async () => {
      if ((await readText(lock)) === mine) await unlink(lock).catch(() => undefined);
    },
  };
}

/** Removes the contents of the folder (`--reset`), except the lock. */
export async function emptyDataFolder(folder: DataFolder): Promise<void> {
  for (const path of [join(folder.path, 'database.made'), folder.database, folder.media, folder.temporary]) {
    await rm(path, { recursive: true, force: true });
  }
  await mkdir(folder.media, { recursive: true });
  await mkdir(folder.temporary, { recursive: true });
}
