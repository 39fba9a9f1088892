import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;

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

/** Returns whether the file exists. Throws if it cannot be read. */
async function isPresent(path: string): Promise<boolean> {
  try {
    await readFile(path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`Cannot read ${path}: ${reason}`, { cause: error });
  }
}

// Keeps the connections from garbage collection, which would release their locks.
const heldLocks = new Set<DatabaseSync>();

/**
 * Locks the file until the returned connection closes. Returns null if another connection holds the lock. The operating
 * system holds it, through SQLite, so that it ends with the process and holds between containers.
 */
function lockFile(path: string): DatabaseSync | null {
  const connection = new DatabaseSync(path);
  try {
    connection.exec('begin exclusive');
    return connection;
  } catch (error) {
    connection.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return null;
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `Cannot lock ${path}: ${reason}. If no Openbell server uses the folder, remove the file.`,
      {
        cause: error,
      },
    );
  }
}

/**
 * Creates the folder if needed and locks it until `release` or the end of this process. Throws
 * {@link DataFolderInUseError} while another server holds the lock.
 */
export async function lockDataFolder(path: string): Promise<DataFolder> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const processFile = join(path, 'server.pid');
  const lock = lockFile(join(path, 'lock.sqlite'));
  if (lock === null) {
    const holder = await readFile(processFile, 'utf8').catch(() => null);
    throw new DataFolderInUseError(
      `The data folder ${path} is in use by another Openbell server` +
        `${holder === null ? '' : ` (process ${holder.trim()})`}. ` +
        'Stop that server, or set OPENBELL_DATA to another folder.',
    );
  }
  heldLocks.add(lock);
  await writeFile(processFile, `${process.pid}\n`);
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
      if (!(await isPresent(completeMark))) await rm(database, { recursive: true, force: true });
    },
    markDatabaseComplete: () => writeFile(completeMark, `${new Date().toISOString()}\n`, { flush: true }),
    media,
    temporary,
    release: async () => {
      if (!heldLocks.delete(lock)) return;
      await rm(processFile, { force: true });
      lock.close();
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
