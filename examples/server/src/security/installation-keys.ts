import { eq } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { appState } from '../db/schema/accounts.ts';
import { newToken } from './tokens.ts';

/**
 * A random key of this installation, made when first asked for and the same ever after: for signatures that have
 * to stay valid over a restart, and for every process that shares the database (captcha challenges, media links).
 */
export async function readInstallationKey(db: Db, name: string): Promise<string> {
  const key = `key:${name}`;
  await db.insert(appState).values({ key, value: newToken() }).onConflictDoNothing();
  const [row] = await db.select().from(appState).where(eq(appState.key, key));
  if (row === undefined) throw new Error(`The installation key ${name} could not be stored.`);
  return row.value;
}
