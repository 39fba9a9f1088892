// Alerts: all for subscribers, a single one for anyone with its code.
import { randomBytes } from 'node:crypto';
import type { Alert, AlertsAnswer } from '@openbell/core/contract';
import { count, desc, eq } from 'drizzle-orm';
import type { ServerContext } from '../context.ts';
import type { Db } from '../db/database.ts';
import { siteAlerts } from '../db/schema/content.ts';

const PAGE_SIZE = 10;
/** Lifetime of an alert's code. */
const CODE_MS = 30 * 86_400_000;

type AlertRow = typeof siteAlerts.$inferSelect;

function projectAlert({ id, message, createdAt }: Pick<AlertRow, 'id' | 'message' | 'createdAt'>): Alert {
  return { id, message, created_at: createdAt.toISOString() };
}

/** Reads a page of alerts, newest first; empty after the last page. */
export async function readAlerts(db: Db, page: number): Promise<AlertsAnswer> {
  const [total] = await db.select({ alerts: count() }).from(siteAlerts);
  const rows = await db
    .select()
    .from(siteAlerts)
    .orderBy(desc(siteAlerts.createdAt), desc(siteAlerts.id))
    .limit(PAGE_SIZE)
    .offset((page - 1) * PAGE_SIZE);
  return {
    data: rows.map(projectAlert),
    last_page: Math.max(1, Math.ceil((total?.alerts ?? 0) / PAGE_SIZE)),
  };
}

/** Reads the alert of a code; null for an unknown or expired code. */
export async function readAlertByCode(db: Db, code: string, now: number): Promise<Alert | null> {
  if (!/^[\w-]{22,128}$/.test(code)) return null;
  const [row] = await db.select().from(siteAlerts).where(eq(siteAlerts.code, code));
  if (row === undefined) return null;
  return row.codeExpiresAt !== null && row.codeExpiresAt.getTime() <= now ? null : projectAlert(row);
}

/** 192 random bits. */
export function newAlertCode(): string {
  return randomBytes(24).toString('base64url');
}

/** Returns when the code of an alert expires. */
export function codeExpiry(createdAt: number): Date {
  return new Date(createdAt + CODE_MS);
}

/** Stores an alert and publishes it on the bus. Resolves with the alert and its code. */
export async function publishAlert(
  { db, clock, bus }: Pick<ServerContext, 'db' | 'clock' | 'bus'>,
  message: string,
): Promise<{ readonly alert: Alert; readonly code: string }> {
  const now = clock.now();
  const code = newAlertCode();
  const [row] = await db
    .insert(siteAlerts)
    .values({ code, message, createdAt: new Date(now), codeExpiresAt: codeExpiry(now) })
    .returning();
  if (row === undefined) throw new Error('The alert was not stored.');
  bus.publish('alert-created', { alertId: row.id });
  return { alert: projectAlert(row), code };
}
