// Recovery codes, for members who lost their authenticator app. Only keyed digests are stored.
import { createHmac, randomInt } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { ServerContext } from '../context.ts';
import type { Db } from '../db/database.ts';
import { recoveryCodes } from '../db/schema/factors.ts';

const COUNT = 10;
/** Without characters that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const HALF = 5;

function newCode(): string {
  const half = () => Array.from({ length: HALF }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `${half()}-${half()}`;
}

function hmacOf(key: string, userId: number, code: string): string {
  const normalized = code.toLowerCase().replaceAll(/[\s-]/g, '');
  return createHmac('sha256', key).update(`${userId}:${normalized}`).digest('hex');
}

/** Returns the key of the digests. Read it before a transaction: it may need the database. */
export function recoveryKey({ installationKey }: Pick<ServerContext, 'installationKey'>): Promise<string> {
  return installationKey('recovery-code');
}

/** Replaces the user's codes and returns the new ones, which cannot be read again. */
export async function replaceRecoveryCodes(tx: Db, key: string, userId: number): Promise<readonly string[]> {
  const codes = Array.from({ length: COUNT }, newCode);
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ userId, codeHmac: hmacOf(key, userId, code) })));
  return codes;
}

/** Returns whether a recovery code is valid, and deletes it. */
export async function useRecoveryCode(
  context: Pick<ServerContext, 'db' | 'installationKey'>,
  userId: number,
  code: string,
): Promise<boolean> {
  const codeHmac = hmacOf(await recoveryKey(context), userId, code);
  const used = await context.db
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHmac, codeHmac)))
    .returning({ userId: recoveryCodes.userId });
  return used.length === 1;
}

export function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  return db.$count(recoveryCodes, eq(recoveryCodes.userId, userId));
}
