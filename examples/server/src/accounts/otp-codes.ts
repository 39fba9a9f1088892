import { createHmac, randomInt } from 'node:crypto';
import { and, eq, gt, isNotNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { otpCodes } from '../db/schema/otp.ts';
import { newToken, sha256Hex } from '../security/tokens.ts';

const otpLifetimeMs = 10 * 60_000;
const otpTries = 5;

/** A code as stored: neither the address nor the digits can be derived from it. */
export interface OtpCode {
  readonly addressKey: string;
  readonly codeHmac: string;
}

/** Returns six random digits; leading zeros count. */
export function newOtp(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}

/** Returns the row key of an address, ignoring case. */
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

/** The proof for a new password: the digits, or the token that was returned when they were verified. */
export type ResetProof = { readonly codeHmac: string } | { readonly tokenSha256: string };

/** Returns the proof in the body of a reset. A token suffices: it was returned for a verified code. */
export function resetProofOf(
  code: OtpCode,
  resetToken: string | undefined,
): { readonly addressKey: string; readonly proof: ResetProof } {
  const { addressKey, codeHmac } = code;
  const proof = resetToken === undefined ? { codeHmac } : { tokenSha256: sha256Hex(resetToken) };
  return { addressKey, proof };
}

function shows(proof: ResetProof): SQL<boolean> {
  return 'codeHmac' in proof
    ? sql<boolean>`(${otpCodes.codeHmac} = ${proof.codeHmac})`
    : sql<boolean>`(coalesce(${otpCodes.resetTokenSha256}, '') = ${proof.tokenSha256})`;
}

/** Returns a code for an address without an account: no digits match it. */
export function unguessableOtpCode(key: string, email: string): OtpCode {
  return { addressKey: addressKeyOf(key, email), codeHmac: newToken() };
}

/** Stores a new code with five tries of its own; it replaces the previous one. */
export async function storeOtpCode(
  db: Db,
  { addressKey, codeHmac }: OtpCode,
  { userId, now }: { readonly userId: number | null; readonly now: number },
): Promise<void> {
  const row = {
    userId,
    codeHmac,
    attempts: 0,
    verifiedAt: null,
    resetTokenSha256: null,
    createdAt: new Date(now),
    expiresAt: new Date(now + otpLifetimeMs),
  };
  await db
    .insert(otpCodes)
    .values({ addressKey, ...row })
    .onConflictDoUpdate({ target: otpCodes.addressKey, set: row });
}

/**
 * Verifies a code and returns the token that replaces it at the reset; the code stays valid. Returns null for a wrong
 * code and counts the try. One statement compares and counts, so that parallel guesses get five tries in total. The
 * compared values are keyed hashes, so the duration of the comparison reveals nothing.
 */
export async function verifyOtpCode(
  db: Db,
  { addressKey, codeHmac }: OtpCode,
  now: number,
): Promise<string | null> {
  const good = shows({ codeHmac });
  const token = newToken();
  const [row] = await db
    .update(otpCodes)
    .set({
      attempts: countUnless(good),
      verifiedAt: sql`case when ${good} then ${new Date(now).toISOString()}::timestamptz else ${otpCodes.verifiedAt} end`,
      resetTokenSha256: sql`case when ${good} then ${sha256Hex(token)} else ${otpCodes.resetTokenSha256} end`,
    })
    .where(live(addressKey, now))
    .returning({ good });
  return row?.good === true ? token : null;
}

/**
 * Returns the user whose password a verified code may reset (`userId` is null for an address without an account). Returns
 * null for a wrong proof and counts the try, as above.
 */
export async function tryReset(
  db: Db,
  { addressKey, proof }: ReturnType<typeof resetProofOf>,
  now: number,
): Promise<{ readonly userId: number | null } | null> {
  const good = sql<boolean>`(${shows(proof)} and ${otpCodes.verifiedAt} is not null)`;
  const [row] = await db
    .update(otpCodes)
    .set({ attempts: countUnless(good) })
    .where(live(addressKey, now))
    .returning({ good, userId: otpCodes.userId });
  return row?.good === true ? { userId: row.userId } : null;
}

/** Like {@link tryReset}, and deletes the code; null when another request used or replaced it first. */
export async function consumeOtpCode(
  db: Db,
  { addressKey, proof }: ReturnType<typeof resetProofOf>,
  now: number,
): Promise<{ readonly userId: number | null } | null> {
  const [row] = await db
    .delete(otpCodes)
    .where(and(live(addressKey, now), shows(proof), isNotNull(otpCodes.verifiedAt)))
    .returning({ userId: otpCodes.userId });
  return row ?? null;
}

/** Deletes the codes of a user: a password that was changed in another way ends them. */
export async function dropOtpCodes(db: Db, userId: number): Promise<void> {
  await db.delete(otpCodes).where(eq(otpCodes.userId, userId));
}

function countUnless(good: SQL<boolean>): SQL {
  return sql`${otpCodes.attempts} + case when ${good} then 0 else 1 end`;
}

/** Matches the code of an address while it may still be tried. */
function live(addressKey: string, now: number): SQL | undefined {
  return and(
    eq(otpCodes.addressKey, addressKey),
    lt(otpCodes.attempts, otpTries),
    gt(otpCodes.expiresAt, new Date(now)),
  );
}

/** Deletes expired codes. */
export async function sweepOtpCodes(db: Db, now: number): Promise<void> {
  await db.delete(otpCodes).where(lt(otpCodes.expiresAt, new Date(now)));
}
