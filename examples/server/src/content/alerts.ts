// Alerts: what is told to all subscribers, and to whoever holds one alert's code.
import { randomBytes } from 'node:crypto';
import type { Alert, AlertsAnswer } from '@openbell/core/contract';
import { count, desc, eq } from 'drizzle-orm';
import type { ServerContext } from '../context.ts';
import type { Db } from '../db/database.ts';
import { siteAlerts } from '../db/schema/content.ts';

const PAGE_SIZE = 10;
/** How long an alert's code opens it (the demo alert's code never expires). */
const CODE_MS = 30 * 86_400_000;

type AlertRow = typeof siteAlerts.$inferSelect;

function projectAlert({ id, message, createdAt }: Pick<AlertRow, 'id' | 'message' | 'createdAt'>): Alert {
  return { id, message, created_at: createdAt.toISOString() };
}

/** A page of alerts, newest first; past the last one it is empty. */
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

/** The alert of a code that still works; null for every other text. */
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

/** The moment when the code of an alert of now stops working. */
export function codeExpiry(createdAt: number): Date {
  return new Date(createdAt + CODE_MS);
}

/** Stores an alert and lets those who listen know. Resolves with the alert and the code that opens it. */
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
