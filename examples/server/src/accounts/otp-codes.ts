import { createHmac, randomInt } from 'node:crypto';
import { and, eq, gt, isNotNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { otpCodes } from '../db/schema/otp.ts';
import { networkOf } from '../http/client/network-of.ts';
import { newToken, sha256Hex } from '../security/tokens.ts';

const otpLifetimeMs = 10 * 60_000;
const maxAttempts = 5;
/** From networks that neither requested nor verified the code: a stranger must not use up the attempts of the user. */
const attemptsElsewhere = 2;

/** The address and the network of a caller, as stored. Neither can be derived from it. */
type OtpCaller = Pick<typeof otpCodes.$inferSelect, 'addressKey' | 'networkHmac'>;

/** A code as stored. Neither the address nor the digits can be derived from it. */
export type OtpCode = OtpCaller & Pick<typeof otpCodes.$inferSelect, 'codeHmac'>;

/** Who requests or enters a code. */
interface OtpClient {
  /** The e-mail address of the code, for a social account together with the account. */
  readonly email: string;
  /** The client's IP address. */
  readonly address: string;
}

/** Returns six random digits, with leading zeros. */
export function newOtp(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}

/** Returns the stored form of a caller, ignoring the case of the e-mail address. */
function callerOf(key: string, { email, address }: OtpClient): OtpCaller {
  const addressKey = hmacOf(key, `address:${email.toLowerCase()}`);
  return { addressKey, networkHmac: hmacOf(key, `network:${addressKey}:${networkOf(address)}`) };
}

function hmacOf(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}

export function otpCodeOf(key: string, client: OtpClient, otp: string): OtpCode {
  const caller = callerOf(key, client);
  return { ...caller, codeHmac: hmacOf(key, `code:${caller.addressKey}:${otp}`) };
}

/** Authorizes a password reset: the code, or the token that was returned when the code was verified. */
export interface ResetProof extends OtpCaller {
  readonly condition: SQL<boolean>;
}

/** Returns the proof in the body of a reset. The code is not compared when there is a token. */
export function resetProofOf({ codeHmac, ...caller }: OtpCode, resetToken: string | undefined): ResetProof {
  if (resetToken === undefined) return { ...caller, condition: matchesCode(codeHmac) };
  const condition = sql<boolean>`(coalesce(${otpCodes.resetTokenSha256}, '') = ${sha256Hex(resetToken)})`;
  return { ...caller, condition };
}

function matchesCode(codeHmac: string): SQL<boolean> {
  return sql<boolean>`(${otpCodes.codeHmac} = ${codeHmac})`;
}

/** Returns a code for an address without an account. No digits match it. */
export function unguessableOtpCode(key: string, client: OtpClient): OtpCode {
  return { ...callerOf(key, client), codeHmac: newToken() };
}

/** Stores a code with five attempts, two of them from other networks. It replaces the previous code of the address. */
export async function storeOtpCode(
  db: Db,
  { addressKey, networkHmac, codeHmac }: OtpCode,
  { userId, now }: { readonly userId: number | null; readonly now: number },
): Promise<void> {
  const row = {
    userId,
    networkHmac,
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
 * Verifies a code and returns a token that can replace it in the reset; the code stays valid. For a wrong code, counts the
 * attempt and returns null. One statement compares and counts, so that parallel guesses share the five attempts.
 */
export async function verifyOtpCode(db: Db, code: OtpCode, now: number): Promise<string | null> {
  // Keyed hashes are compared, so the duration reveals nothing.
  const isValid = matchesCode(code.codeHmac);
  const token = newToken();
  const [row] = await db
    .update(otpCodes)
    .set({
      attempts: countUnless(isValid),
      networkHmac: sql`case when ${isValid} then ${code.networkHmac} else ${otpCodes.networkHmac} end`,
      verifiedAt: sql`case when ${isValid} then ${new Date(now).toISOString()}::timestamptz else ${otpCodes.verifiedAt} end`,
      resetTokenSha256: sql`case when ${isValid} then ${sha256Hex(token)} else ${otpCodes.resetTokenSha256} end`,
    })
    .where(usableCode(code, now))
    .returning({ isValid });
  return row?.isValid === true ? token : null;
}

/** The user with the address of the code; `userId` is null for an address without an account. */
type ResetSubject = Pick<typeof otpCodes.$inferSelect, 'userId'>;

/** Checks a proof without using it. Returns null, and counts the attempt, for a wrong proof or an unverified code. */
export async function checkResetProof(
  db: Db,
  { condition, ...caller }: ResetProof,
  now: number,
): Promise<ResetSubject | null> {
  const isValid = sql<boolean>`(${condition} and ${otpCodes.verifiedAt} is not null)`;
  const [row] = await db
    .update(otpCodes)
    .set({ attempts: countUnless(isValid) })
    .where(usableCode(caller, now))
    .returning({ isValid, userId: otpCodes.userId });
  return row?.isValid === true ? { userId: row.userId } : null;
}

/** Like {@link checkResetProof}, and deletes the code. Returns null if a parallel request used or replaced the code. */
export async function consumeOtpCode(
  db: Db,
  { condition, ...caller }: ResetProof,
  now: number,
): Promise<ResetSubject | null> {
  const [row] = await db
    .delete(otpCodes)
    .where(and(usableCode(caller, now), condition, isNotNull(otpCodes.verifiedAt)))
    .returning({ userId: otpCodes.userId });
  return row ?? null;
}

/** Deletes the codes of a user when the password was changed, also those of social sign-ins. */
export async function deleteOtpCodes(db: Db, userId: number): Promise<void> {
  await db.delete(otpCodes).where(eq(otpCodes.userId, userId));
}

function countUnless(isValid: SQL<boolean>): SQL {
  return sql`${otpCodes.attempts} + case when ${isValid} then 0 else 1 end`;
}

/** Matches the code of an address while it has not expired and has attempts left for the caller's network. */
function usableCode({ addressKey, networkHmac }: OtpCaller, now: number): SQL | undefined {
  const allowed = sql`case when ${otpCodes.networkHmac} = ${networkHmac} then ${maxAttempts}::int else ${attemptsElsewhere}::int end`;
  return and(
    eq(otpCodes.addressKey, addressKey),
    lt(otpCodes.attempts, allowed),
    gt(otpCodes.expiresAt, new Date(now)),
  );
}

/** Deletes expired codes. */
export async function deleteExpiredOtpCodes(db: Db, now: number): Promise<void> {
  await db.delete(otpCodes).where(lt(otpCodes.expiresAt, new Date(now)));
}
