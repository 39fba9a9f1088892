import { createHmac, randomInt } from 'node:crypto';
import { and, eq, gt, isNotNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { otpCodes } from '../db/schema/otp.ts';
import { newToken, sha256Hex } from '../security/tokens.ts';

/** A code is good for ten minutes and five tries. */
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

/** What a person shows to set a new password: the digits, or the token that stands for them once verified. */
export type ResetProof = { readonly codeHmac: string } | { readonly tokenSha256: string };

/** The proof in the body of a reset. A token counts alone: whoever has it has verified the code. */
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

/** A row's content for an address that nobody has: no digits lead to it. */
export function unguessableOtpCode(key: string, email: string): OtpCode {
  return { addressKey: addressKeyOf(key, email), codeHmac: newToken() };
}

/** Keeps a new code in the place of the old one, with its own five tries (a new code replaces the old). */
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
 * Looks at a code, marks it as verified and gives the token that stands for it at the reset; the code stays good. Null
 * for every other, and the try counts. One statement looks and counts, so that however many guesses come at once, five of
 * them are looked at. Comparing in the database tells nothing by its duration: what is compared is keyed, and
 * nobody outside can choose it.
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
 * Whose password a reset may set (`userId` is null for a code that was sent to nobody's account): the proof is right, and
 * the code was verified. Null when not, and the try counts, as above.
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

/**
 * Uses a verified code up and gives whose it was (null for a code that was sent to nobody's account); null when somebody
 * else was faster, or a new code has replaced it.
 */
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

/** Removes the codes that were sent to a person, verified or not: a new password by another way ends them. */
export async function dropOtpCodes(db: Db, userId: number): Promise<void> {
  await db.delete(otpCodes).where(eq(otpCodes.userId, userId));
}

function countUnless(good: SQL<boolean>): SQL {
  return sql`${otpCodes.attempts} + case when ${good} then 0 else 1 end`;
}

/** The code of an address while it may still be tried. */
function live(addressKey: string, now: number): SQL | undefined {
  return and(
    eq(otpCodes.addressKey, addressKey),
    lt(otpCodes.attempts, otpTries),
    gt(otpCodes.expiresAt, new Date(now)),
  );
}

/** Removes codes that have run out; the housekeeping calls it. */
export async function sweepOtpCodes(db: Db, now: number): Promise<void> {
  await db.delete(otpCodes).where(lt(otpCodes.expiresAt, new Date(now)));
}
