import { eq } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { appState } from '../db/schema/accounts.ts';
import { newToken } from './tokens.ts';

/** Returns a random key of this installation, generated on first use and stored in the database, for signatures. */
export async function readInstallationKey(db: Db, name: string): Promise<string> {
  const key = `key:${name}`;
  await db.insert(appState).values({ key, value: newToken() }).onConflictDoNothing();
  const [row] = await db.select().from(appState).where(eq(appState.key, key));
  if (row === undefined) throw new Error(`The installation key ${name} could not be stored.`);
  return row.value;
}

/** Returns a function that reads each key once. */
export function createKeyReader(db: Db): (name: string) => Promise<string> {
  const keys = new Map<string, Promise<string>>();
  return (name) => {
    const key = keys.get(name) ?? readInstallationKey(db, name);
    keys.set(name, key);
    key.catch(() => keys.delete(name));
    return key;
  };
}
