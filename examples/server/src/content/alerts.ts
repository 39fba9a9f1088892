// Alerts. Subscribers can read all of them; anyone with the code of an alert can read that one.
import { randomBytes } from 'node:crypto';
import type { Alert, AlertsResponse } from '@openbell/core/contract';
import { desc, eq } from 'drizzle-orm';
import type { ServerContext } from '../context.ts';
import type { Db } from '../db/database.ts';
import { siteAlerts } from '../db/schema/content.ts';
import type { Publish } from '../live/bus.ts';
import { removeAlertPicture } from './alert-pictures.ts';

const PAGE_SIZE = 10;
/** Lifetime of an alert's code. */
const CODE_MS = 30 * 86_400_000;

type AlertRow = typeof siteAlerts.$inferSelect;

function projectAlert({ id, message, createdAt }: Pick<AlertRow, 'id' | 'message' | 'createdAt'>): Alert {
  return { id, message, created_at: createdAt.toISOString() };
}

/** Returns a page of alerts, newest first. Empty after the last page. */
export async function readAlerts(db: Db, page: number): Promise<AlertsResponse> {
  const total = await db.$count(siteAlerts);
  const rows = await db
    .select()
    .from(siteAlerts)
    .orderBy(desc(siteAlerts.createdAt), desc(siteAlerts.id))
    .limit(PAGE_SIZE)
    .offset((page - 1) * PAGE_SIZE);
  return {
    data: rows.map(projectAlert),
    last_page: Math.max(1, Math.ceil(total / PAGE_SIZE)),
  };
}

/** Returns an alert as members read it, or null if it does not exist. */
export async function readAlert(db: Db, id: number): Promise<Alert | null> {
  const row = await findAlert(db, id);
  return row === undefined ? null : projectAlert(row);
}

/** Returns the alert of a code, or null for an unknown or expired code. */
export async function readAlertByCode(db: Db, code: string, now: number): Promise<Alert | null> {
  if (!/^[\w-]{22,128}$/.test(code)) return null;
  const [row] = await db.select().from(siteAlerts).where(eq(siteAlerts.code, code));
  if (row === undefined) return null;
  return row.codeExpiresAt !== null && row.codeExpiresAt.getTime() <= now ? null : projectAlert(row);
}

/** Returns 192 random bits as base64url. */
export function newAlertCode(): string {
  return randomBytes(24).toString('base64url');
}

/** Returns when the code of an alert expires. `createdAt` in milliseconds since the epoch. */
export function codeExpiry(createdAt: number): Date {
  return new Date(createdAt + CODE_MS);
}

/** Stores an alert, publishes it on the bus and returns it with its code. */
export async function publishAlert(
  { clock, bus }: Pick<ServerContext, 'clock' | 'bus'>,
  alert: WrittenAlert,
): Promise<PublishedAlert> {
  return bus.transact((tx, publish) => storeAlert(tx, publish, { ...alert, now: clock.now() }));
}

export interface WrittenAlert {
  readonly message: string;
  /** The name of a stored picture, whose address is in the message. */
  readonly picture?: string | null;
}

interface PublishedAlert {
  readonly alert: Alert;
  readonly code: string;
}

/** Stores an alert in a transaction of the bus. `now` in milliseconds since the epoch. */
export async function storeAlert(
  tx: Db,
  publish: Publish,
  { message, picture = null, now }: WrittenAlert & { readonly now: number },
): Promise<PublishedAlert> {
  const code = newAlertCode();
  const [row] = await tx
    .insert(siteAlerts)
    .values({ code, message, picture, createdAt: new Date(now), codeExpiresAt: codeExpiry(now) })
    .returning();
  if (row === undefined) throw new Error('The alert was not stored.');
  publish('alert-created', { alertId: row.id });
  return { alert: projectAlert(row), code };
}

/** Returns the newest alerts with their codes, for the operator. */
export function listAlerts(db: Db, limit: number): Promise<AlertRow[]> {
  return db.select().from(siteAlerts).orderBy(desc(siteAlerts.createdAt), desc(siteAlerts.id)).limit(limit);
}

/** Finds an alert by its id, for the operator. */
export async function findAlert(db: Db, id: number): Promise<AlertRow | undefined> {
  const [row] = await db.select().from(siteAlerts).where(eq(siteAlerts.id, id));
  return row;
}

/**
 * Removes an alert with its picture, also from open lists. Returns false if it does not exist. If the storage fails, throws
 * and changes nothing.
 */
export async function retractAlert(
  { db, bus, files }: Pick<ServerContext, 'db' | 'bus' | 'files'>,
  id: number,
): Promise<boolean> {
  const alert = await findAlert(db, id);
  if (alert === undefined) return false;
  // Before the row, so that a failure can be repeated, and outside the transaction, which must not wait for the storage.
  await removeAlertPicture({ files }, alert.picture);
  return bus.transact(async (tx, publish) => {
    const removed = await tx.delete(siteAlerts).where(eq(siteAlerts.id, id)).returning({ id: siteAlerts.id });
    if (removed.length === 0) return false;
    publish('alert-retracted', { alertId: id });
    return true;
  });
}
