import { createHmac, randomInt } from 'node:crypto';
import { and, eq, gt, isNotNull, lt, sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { otpCodes } from '../db/schema/otp.ts';
import { newToken } from '../security/tokens.ts';

/** decisions.md 4: a code is good for ten minutes and five tries. */
const otpLifetimeMs = 10 * 60_000;
const otpTries = 5;

/** A code as its row knows it: nothing here can be turned back into the address or the digits. */
export interface OtpCode {
  readonly addressKey: string;
  readonly codeHmac: string;
}

/** Six digits from the system's random source; leading zeros count. */
export function newOtp(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}

/** The row's key of an address, however it is capitalised. */
function addressKeyOf(key: string, email: string): string {
  return createHmac('sha256', key).update(`address:${email.toLowerCase()}`).digest('hex');
}

export function otpCodeOf(key: string, email: string, otp: string): OtpCode {
  const addressKey = addressKeyOf(key, email);
  return {
    addressKey,
    codeHmac: createHmac('sha256', key).update(`code:${addressKey}:${otp}`).digest('hex'),
  };
}

/** A row's content for an address that nobody has: no digits lead to it. */
export function unguessableOtpCode(key: string, email: string): OtpCode {
  return { addressKey: addressKeyOf(key, email), codeHmac: newToken() };
}

/** Keeps a new code in the place of the old one, with its own five tries (decisions.md 4: a new code replaces the old). */
export async function storeOtpCode(
  db: Db,
  { addressKey, codeHmac }: OtpCode,
  userId: number | null,
  now: number,
): Promise<void> {
  const row = {
    userId,
    codeHmac,
    attempts: 0,
    verifiedAt: null,
    createdAt: new Date(now),
    expiresAt: new Date(now + otpLifetimeMs),
  };
  await db
    .insert(otpCodes)
    .values({ addressKey, ...row })
    .onConflictDoUpdate({ target: otpCodes.addressKey, set: row });
}

/**
 * Looks at a code, and counts the try when it fails. One statement looks and counts, so that however many guesses come
 * at once, five of them are looked at (traps C1). Comparing in the database tells nothing by its duration: what is
 * compared is keyed, and nobody outside can choose it.
 *
 * `verify` marks the code as verified and leaves it; `reset` wants a verified one.
 */
export async function tryOtpCode(
  db: Db,
  { addressKey, codeHmac }: OtpCode,
  purpose: 'verify' | 'reset',
  now: number,
): Promise<boolean> {
  const matches = sql<boolean>`(${otpCodes.codeHmac} = ${codeHmac})`;
  const good =
    purpose === 'verify' ? matches : sql<boolean>`(${matches} and ${otpCodes.verifiedAt} is not null)`;
  const [row] = await db
    .update(otpCodes)
    .set({
      attempts: sql`${otpCodes.attempts} + case when ${good} then 0 else 1 end`,
      verifiedAt: sql`case when ${matches} and ${purpose === 'verify'} then ${new Date(now).toISOString()}::timestamptz else ${otpCodes.verifiedAt} end`,
    })
    .where(
      and(
        eq(otpCodes.addressKey, addressKey),
        lt(otpCodes.attempts, otpTries),
        gt(otpCodes.expiresAt, new Date(now)),
      ),
    )
    .returning({ good });
  return row?.good === true;
}

/**
 * Uses a verified code up and gives whose it was (null for a code that was sent to nobody's account); null when somebody
 * else was faster, or a new code has replaced it.
 */
export async function consumeOtpCode(
  db: Db,
  { addressKey, codeHmac }: OtpCode,
  now: number,
): Promise<{ readonly userId: number | null } | null> {
  const [row] = await db
    .delete(otpCodes)
    .where(
      and(
        eq(otpCodes.addressKey, addressKey),
        eq(otpCodes.codeHmac, codeHmac),
        isNotNull(otpCodes.verifiedAt),
        lt(otpCodes.attempts, otpTries),
        gt(otpCodes.expiresAt, new Date(now)),
      ),
    )
    .returning({ userId: otpCodes.userId });
  return row ?? null;
}

/** Removes codes that have run out; the housekeeping calls it. */
export async function sweepOtpCodes(db: Db, now: number): Promise<void> {
  await db.delete(otpCodes).where(lt(otpCodes.expiresAt, new Date(now)));
}
