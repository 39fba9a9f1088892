// Writes the data of a user as a ZIP file: a JSON file per table, the files of their messages, their profile picture.
import { type FileHandle, open, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { getTableColumns } from 'drizzle-orm';
import { getTableConfig } from 'drizzle-orm/pg-core';
import { ZipFile } from 'yazl';
import { mediaKey } from '../../chat/index.ts';
import type { ServerContext } from '../../context.ts';
import type { Db } from '../../db/database.ts';
import { messageFiles } from '../../db/schema/chat.ts';
import type { FileStorage } from '../../storage/storage.types.ts';
import { avatarKeyOf } from '../avatars.ts';
import { messageFileRows, type Person, type PersonalRows, personalTables } from './personal-tables.ts';

/** Rows in memory at a time. */
const PAGE = 1_000;
/** Characters of a file name. */
const MAX_NAME = 120;

interface ExportTarget {
  /** A file that does not exist. */
  readonly path: string;
  /** Stops the work. */
  readonly signal: AbortSignal;
}

interface StoredFile {
  /** The path in the ZIP file. */
  readonly path: string;
  readonly key: string;
}

/** Writes the exported data of a user to a new file, and removes it on failure. Throws `EEXIST` if there is one. */
export async function writeExport(
  context: Pick<ServerContext, 'db' | 'files' | 'clock'>,
  user: Person & { readonly dp: string | null },
  { path, signal }: ExportTarget,
): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await writeZip(context, user, { file, signal });
  } catch (error) {
    await file.close();
    await rm(path, { force: true });
    throw error;
  }
}

async function writeZip(
  { db, files, clock }: Pick<ServerContext, 'db' | 'files' | 'clock'>,
  user: Person & { readonly dp: string | null },
  { file, signal }: { readonly file: FileHandle; readonly signal: AbortSignal },
): Promise<void> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  // The first entries are read before `pipeline`, which then rejects with their error.
  output.on('error', () => undefined);
  zip.on('error', (error: Error) => output.destroy(error));
  const mtime = new Date(clock.now());
  const add = (name: string, compress: boolean, parts: () => AsyncIterable<string | Uint8Array>) =>
    zip.addReadStreamLazy(name, { mtime, compress }, (done) => {
      const stream = Readable.from(parts(), { objectMode: false });
      stream.on('error', (error) => zip.emit('error', error));
      done(null, stream);
    });
  for (const [name, { exported }] of Object.entries(personalTables)) {
    if (typeof exported !== 'string')
      add(`${name}.json`, true, () => writeJson(readRows(db, exported, user), signal));
  }
  for await (const stored of storedFiles(db, user)) {
    signal.throwIfAborted();
    const found = await files.stat(stored.key);
    if (found !== null)
      add(stored.path, false, () => readFile(files, stored.key, { size: found.size, signal }));
  }
  zip.end();
  await pipeline(output, file.createWriteStream(), { signal });
}

/** Reads the shown columns of the rows in pages. */
async function* readRows(
  db: Db,
  { table, rows, hidden = {} }: PersonalRows,
  person: Person,
): AsyncGenerator<Readonly<Record<string, unknown>>> {
  const shown = Object.values(getTableColumns(table)).filter(({ name }) => !Object.hasOwn(hidden, name));
  const { columns, primaryKeys } = getTableConfig(table);
  const order = [...columns.filter(({ primary }) => primary), ...primaryKeys.flatMap((key) => key.columns)];
  for (let offset = 0; ; offset += PAGE) {
    const page = await db
      .select(Object.fromEntries(shown.map((column) => [column.name, column])))
      .from(table)
      .where(rows(person))
      .orderBy(...order)
      .limit(PAGE)
      .offset(offset);
    yield* page;
    if (page.length < PAGE) return;
  }
}

async function* writeJson(rows: AsyncIterable<object>, signal: AbortSignal): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const row of rows) {
    signal.throwIfAborted();
    yield separator + JSON.stringify(row, null, 2);
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

async function* storedFiles(
  db: Db,
  user: Person & { readonly dp: string | null },
): AsyncGenerator<StoredFile> {
  const avatar = avatarKeyOf(user.dp);
  if (avatar !== null) yield { path: 'profile-picture.webp', key: avatar };
  const rows = readRows(db, { table: messageFiles, rows: messageFileRows }, user);
  for await (const { id, message_id, position, name } of rows) {
    yield {
      path: `message-files/${message_id}-${position}-${safeName(String(name))}`,
      key: mediaKey(String(id)),
    };
  }
}

async function* readFile(
  files: FileStorage,
  key: string,
  { size, signal }: { readonly size: number; readonly signal: AbortSignal },
): AsyncGenerator<Uint8Array> {
  const reader = size === 0 ? null : await files.open(key, { start: 0, end: size - 1 });
  try {
    // Null when the member has removed the file since.
    for (let part = await reader?.read(); part != null; part = await reader?.read()) {
      signal.throwIfAborted();
      yield part;
    }
  } finally {
    reader?.close();
  }
}

/** Replaces characters that a ZIP file or a file system does not accept. */
function safeName(name: string): string {
  return name.replace(/[\\/:*?"<>|\p{Cc}]/gu, '_').slice(-MAX_NAME);
}
