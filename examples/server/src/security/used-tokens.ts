// Tokens that are accepted once: solved captchas and the credentials of social sign-ins.
import { eq } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { captchaUsed } from '../db/schema/accounts.ts';

/** Marks a token as used until `expiresAt` (milliseconds since the epoch). Returns false if it was used before. */
export async function markUsed(db: Db, token: string, expiresAt: number): Promise<boolean> {
  const inserted = await db
    .insert(captchaUsed)
    .values({ signature: token, expiresAt: new Date(expiresAt) })
    .onConflictDoNothing()
    .returning();
  return inserted.length === 1;
}

/** Returns whether a token was used before, and does not mark it. */
export async function isUsed(db: Db, token: string): Promise<boolean> {
  const rows = await db
    .select({ signature: captchaUsed.signature })
    .from(captchaUsed)
    .where(eq(captchaUsed.signature, token));
  return rows.length > 0;
}
