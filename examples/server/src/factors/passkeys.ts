// The stored passkeys of a user.
import { and, asc, eq } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { passkeys } from '../db/schema/passkeys.ts';
import { fieldError, HttpError } from '../http/http-error.ts';
import { requireSession } from '../sessions/sessions.ts';

const MAX_PASSKEYS = 10;

export type PasskeyRow = typeof passkeys.$inferSelect;

const tooMany = () =>
  new HttpError(409, `Your account has ${MAX_PASSKEYS} passkeys. Remove one to add another.`);

/** Returns the user's passkeys, the oldest first. */
export function listPasskeys(db: Db, userId: number): Promise<readonly PasskeyRow[]> {
  return db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.id));
}

/** Returns whether a passkey of the user is stored. */
export async function hasPasskey(db: Db, userId: number, id: number): Promise<boolean> {
  const own = and(eq(passkeys.userId, userId), eq(passkeys.id, id));
  return (await db.select({ id: passkeys.id }).from(passkeys).where(own)).length > 0;
}

export function countPasskeys(db: Db, userId: number): Promise<number> {
  return db.$count(passkeys, eq(passkeys.userId, userId));
}

/** Throws 409 if the user cannot have another passkey. */
export async function requireRoomForPasskey(db: Db, userId: number): Promise<void> {
  if ((await countPasskeys(db, userId)) >= MAX_PASSKEYS) throw tooMany();
}

/** Stores a passkey. Throws 401 if the session has ended, 409 if the user has ten, 422 if it is stored already. */
export async function storePasskey(
  tx: Db,
  passkey: typeof passkeys.$inferInsert,
  sessionId: number,
): Promise<void> {
  // The lock serializes parallel requests, so that they cannot store more than ten.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, passkey.userId)).for('update');
  await requireSession(tx, sessionId);
  await requireRoomForPasskey(tx, passkey.userId);
  const stored = await tx
    .insert(passkeys)
    .values(passkey)
    .onConflictDoNothing()
    .returning({ id: passkeys.id });
  if (stored.length === 0) throw fieldError('passkey', 'This passkey was already added.');
}

/** Removes a passkey of the user. Returns whether there was one. */
export async function removePasskey(tx: Db, userId: number, id: number): Promise<boolean> {
  const removed = await tx
    .delete(passkeys)
    .where(and(eq(passkeys.userId, userId), eq(passkeys.id, id)))
    .returning({ id: passkeys.id });
  return removed.length > 0;
}

/** Removes all passkeys of the user and returns their number. */
export async function removePasskeys(tx: Db, userId: number): Promise<number> {
  const removed = await tx.delete(passkeys).where(eq(passkeys.userId, userId)).returning({ id: passkeys.id });
  return removed.length;
}
