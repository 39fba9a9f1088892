// Exports of a user's data: request, background job, link, removal.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataExport } from '@openbell/core/contract';
import { and, desc, eq, isNull, lt, ne } from 'drizzle-orm';
import type { ServerContext } from '../../context.ts';
import { claimDue } from '../../db/claim-due.ts';
import type { Db } from '../../db/database.ts';
import { users } from '../../db/schema/accounts.ts';
import { dataExports } from '../../db/schema/data-exports.ts';
import { queueMail } from '../../mail/outbox.ts';
import { dataExportMail } from '../../mail/templates.ts';
import { limitKey, throttle } from '../../security/limits.ts';
import { clearRateLimit } from '../../security/rate-limits.ts';
import { openSignedLinks, type SignedLinks } from '../../security/signed-links.ts';
import type { UserRow } from '../../sessions/sessions.ts';
import { removeFiles } from '../../storage/remove-files.ts';
import { writeExport } from './write-export.ts';

const LINK_MS = 7 * 86_400_000;
/** An attempt that has not ended by then has crashed. */
const ATTEMPT_MS = 3_600_000;
const RETRY_MS = 5 * 60_000;
const MAX_ATTEMPTS = 5;
const folder = 'data-exports';
const storedKey = /^data-exports\/[0-9a-f]{32}$/;

type ExportRow = typeof dataExports.$inferSelect;

const isRunning = and(isNull(dataExports.readyAt), isNull(dataExports.failedAt));

export function exportKey(id: string): string {
  return `${folder}/${id}`;
}

/** The signed links of exports. They work without a session; see `findExport` for their end. */
export function exportLinksOf(
  context: Pick<ServerContext, 'installationKey' | 'clock'>,
): Promise<SignedLinks> {
  return openSignedLinks(context, { key: folder, prefix: `/media/${folder}/`, lifetimeMs: LINK_MS });
}

/** Returns the newest export of a user. `none` when it has expired. */
export async function readExportState(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  userId: number,
): Promise<DataExport> {
  const [row] = await db
    .select()
    .from(dataExports)
    .where(eq(dataExports.userId, userId))
    .orderBy(desc(dataExports.requestedAt))
    .limit(1);
  if (row === undefined || (row.expiresAt !== null && row.expiresAt.getTime() <= clock.now()))
    return { status: 'none', requested_at: null, expires_at: null };
  return {
    status: row.failedAt !== null ? 'failed' : row.readyAt !== null ? 'ready' : 'preparing',
    requested_at: row.requestedAt.toISOString(),
    expires_at: row.failedAt === null ? (row.expiresAt?.toISOString() ?? null) : null,
  };
}

/** Starts an export unless one runs. Throws 429 for the second request in a day. */
export async function requestExport(
  context: Pick<ServerContext, 'config' | 'db' | 'clock' | 'log' | 'metrics'>,
  userId: number,
): Promise<DataExport> {
  const { db, clock, log } = context;
  await throttle(context, 'data-export.user', userId);
  const now = new Date(clock.now());
  await db
    .insert(dataExports)
    .values({ id: randomBytes(16).toString('hex'), userId, requestedAt: now, nextAttemptAt: now })
    .onConflictDoNothing();
  log.info('data-export-requested', { userId });
  return readExportState(context, userId);
}

/** Returns the ready export with an id while its link works. */
export async function findExport(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  id: string,
): Promise<ExportRow | undefined> {
  const [row] = await db.select().from(dataExports).where(eq(dataExports.id, id));
  return row?.expiresAt && row.readyAt && row.expiresAt.getTime() > clock.now() ? row : undefined;
}

/** Writes the data of a user to a new file, for the operator. Throws `EEXIST` if there is one. Returns its bytes. */
export async function exportToFile(context: ServerContext, user: UserRow, path: string): Promise<number> {
  await writeExport(context, user, { path, signal: AbortSignal.timeout(ATTEMPT_MS) });
  return (await stat(path)).size;
}

/** Prepares the requested exports, one after the other. Returns the number of prepared ones. */
export async function runDataExports(context: ServerContext, signal: AbortSignal): Promise<number> {
  const { db, clock } = context;
  let prepared = 0;
  while (!signal.aborted) {
    const claim = { now: clock.now(), limit: 1, open: isRunning, delayMs: ATTEMPT_MS, growth: 1 };
    const [row] = await claimDue(db, dataExports, claim);
    if (row === undefined) break;
    try {
      if (row.attempts > MAX_ATTEMPTS) throw new Error('The process ended during the last attempt.');
      await prepareExport(context, row, signal);
      prepared += 1;
    } catch (error) {
      await releaseExport(context, row, { error, stopped: signal.aborted });
    }
  }
  return prepared;
}

async function prepareExport(context: ServerContext, row: ExportRow, signal: AbortSignal): Promise<void> {
  const { config, db, clock, files, log } = context;
  const [user] = await db.select().from(users).where(eq(users.id, row.userId));
  if (user === undefined || user.deletedAt !== null) return;
  const temporary = await mkdtemp(join(config.dataFolder, 'tmp', 'export-'));
  try {
    const path = join(temporary, 'data.zip');
    await writeExport(context, user, { path, signal });
    await files.put(exportKey(row.id), { path, mime: 'application/zip' });
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  const links = await exportLinksOf(context);
  /** The ids of the previous copies, which this one replaces. Null if it is not needed any more. */
  const replaced = await db.transaction(async (tx) => {
    const now = clock.now();
    const expiresAt = now + LINK_MS;
    const [ready] = await tx
      .update(dataExports)
      .set({ readyAt: new Date(now), expiresAt: new Date(expiresAt) })
      .where(and(eq(dataExports.id, row.id), isRunning))
      .returning({ id: dataExports.id });
    if (ready === undefined) return null;
    const link = config.publicUrl + links.url(row.id, user.id);
    await queueMail(tx, dataExportMail(user.email, link, expiresAt), now);
    const previous = await tx
      .delete(dataExports)
      .where(and(eq(dataExports.userId, user.id), ne(dataExports.id, row.id)))
      .returning({ id: dataExports.id });
    return previous.map(({ id }) => id);
  });
  await removeExportFiles(context, replaced ?? []);
  // The account was deleted meanwhile; or another process was faster, and has stored the same file.
  if (replaced === null && (await findExport(context, row.id)) === undefined)
    await removeExportFiles(context, [row.id]);
  log.info('data-export-ready', { userId: row.userId });
}

/** Schedules another attempt, or gives up. A stopping server does not count as a failure. */
async function releaseExport(
  { db, clock, log }: ServerContext,
  { id, userId, attempts }: ExportRow,
  { error, stopped }: { readonly error: unknown; readonly stopped: boolean },
): Promise<void> {
  const now = clock.now();
  if (!stopped) log.error('data-export-failed', { userId, attempts, error });
  const changes = stopped
    ? { attempts: attempts - 1, nextAttemptAt: new Date(now) }
    : attempts < MAX_ATTEMPTS
      ? { nextAttemptAt: new Date(now + RETRY_MS) }
      : { failedAt: new Date(now), expiresAt: new Date(now + LINK_MS) };
  await db
    .update(dataExports)
    .set(changes)
    .where(and(eq(dataExports.id, id), isRunning));
  if ('failedAt' in changes) await clearRateLimit(db, limitKey('data-export.user', userId));
}

/** Returns the ids of all exports of a user. */
export async function listExportIds(db: Db, userId: number): Promise<string[]> {
  const rows = await db
    .select({ id: dataExports.id })
    .from(dataExports)
    .where(eq(dataExports.userId, userId));
  return rows.map(({ id }) => id);
}

/** Removes stored exports; errors are logged, and the sweep tries again. */
export function removeExportFiles(
  context: Pick<ServerContext, 'files' | 'log'>,
  ids: readonly string[],
): Promise<void> {
  return removeFiles(context, ids.map(exportKey), 'data-export-not-removed');
}

/** Removes expired exports, and files without a row. */
export async function sweepDataExports(
  context: Pick<ServerContext, 'db' | 'files' | 'log'>,
  now: number,
): Promise<void> {
  const { db, files } = context;
  await db.delete(dataExports).where(lt(dataExports.expiresAt, new Date(now)));
  for await (const { key } of files.list(folder)) {
    if (!storedKey.test(key)) continue;
    const id = key.slice(exportKey('').length);
    const [row] = await db.select({ id: dataExports.id }).from(dataExports).where(eq(dataExports.id, id));
    if (row === undefined) await removeExportFiles(context, [id]);
  }
}
