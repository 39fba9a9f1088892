// Completes a social sign-in without a confirmed e-mail address: by a code that is mailed to an address, or by the
// password of the account with that address.
import type { SocialLoginBody } from '@openbell/core/contract';
import { and, eq, gt, lt } from 'drizzle-orm';
import type { ServerContext } from '../context.ts';
import type { Db } from '../db/database.ts';
import { sameAddress } from '../db/same-address.ts';
import { users } from '../db/schema/accounts.ts';
import { identities, socialWaiting } from '../db/schema/identities.ts';
import { fieldError, HttpError } from '../http/http-error.ts';
import { queueMail } from '../mail/outbox.ts';
import type { VerifiedIdentity } from '../providers/identity/identity.types.ts';
import { OTP_EVERY_SECONDS, throttle } from '../security/limits.ts';
import { sha256Hex } from '../security/tokens.ts';
import { checkPassword } from './check-password.ts';
import { invalidCode } from './otp.ts';
import { consumeOtpCode, newOtp, otpCodeOf, resetProofOf, storeOtpCode, verifyOtpCode } from './otp-codes.ts';
import { throttleOtpAttempts, throttleOtpRequests } from './otp-throttle.ts';
import { addressCodeMail } from './social-mails.ts';

/** Time to complete a sign-in without a new captcha. */
const pendingMs = 15 * 60_000;
/** The fields that a 422 may request. */
const requestable = ['address', 'otp', 'password', 'code'] as const;

type RequestedFields = Pick<SocialLoginBody, (typeof requestable)[number]>;

export interface SocialProof {
  readonly identity: VerifiedIdentity;
  /** The account whose password was entered, if any. */
  readonly ownerId: number | null;
  /** Uses up the mailed code, if there was one. Throws 422 when it has been used meanwhile. */
  useCode(): Promise<void>;
}

/** Returns whether the body contains a field that an earlier response requested. */
export function hasRequestedField(body: RequestedFields): boolean {
  return requestable.some((field) => body[field] !== undefined);
}

/**
 * Checks the requested fields, if the identity needs them. An address that a code confirms counts as confirmed by the
 * provider. Throws 422 with `errors.otp` when a code was sent (with `retry_after`) or is wrong, `errors.password` for a
 * wrong password, and 429.
 */
export async function verifySocialProof(
  context: ServerContext,
  identity: VerifiedIdentity,
  { address, otp, password, networkAddress }: RequestedFields & { readonly networkAddress: string },
): Promise<SocialProof> {
  const unchanged = { identity, ownerId: null, useCode: async () => undefined };
  if (identity.emailVerified || (await findIdentityOwner(context.db, identity)) !== null) return unchanged;
  if (address !== undefined) {
    if (otp === undefined) return sendCode(context, identity, { address, networkAddress });
    const useCode = await verifyCode(context, identity, { address, otp, networkAddress });
    return { identity: { ...identity, email: address, emailVerified: true }, ownerId: null, useCode };
  }
  if (identity.email === null || password === undefined) return unchanged;
  const given = { username: identity.email, password, address: networkAddress };
  const owner = await checkPassword(context, given).catch((error: unknown) => {
    if (error instanceof HttpError && error.status === 422) {
      throw fieldError('password', 'This password is incorrect.');
    }
    throw error;
  });
  return { ...unchanged, ownerId: owner.id };
}

/** Returns the stored form of a code, which is valid for this address and social account only. */
async function codeOf(
  context: ServerContext,
  { provider, subject }: VerifiedIdentity,
  { address, otp, networkAddress }: CodeRequest & { readonly otp: string },
) {
  // Not the key of password resets, so that a reset accepts no code of a sign-in.
  const client = { email: `${provider}:${subject}:${address}`, address: networkAddress };
  return otpCodeOf(await context.installationKey('social-otp'), client, otp);
}

interface CodeRequest {
  readonly address: string;
  readonly networkAddress: string;
}

/** Mails a code to the address, with or without an account, and throws 422 to request the code. */
async function sendCode(
  context: ServerContext,
  identity: VerifiedIdentity,
  { address, networkAddress }: CodeRequest,
): Promise<never> {
  const { db, clock } = context;
  const { provider, subject } = identity;
  await throttle(context, 'social-code.identity', sha256Hex(`${provider}:${subject}`));
  await throttleOtpRequests(context, address, networkAddress);
  const otp = newOtp();
  const code = await codeOf(context, identity, { address, otp, networkAddress });
  await db.transaction(async (tx) => {
    const [owner] = await tx.select({ id: users.id }).from(users).where(sameAddress(users.email, address));
    // A change of the owner's password ends the code.
    await storeOtpCode(tx, code, { userId: owner?.id ?? null, now: clock.now() });
    await queueMail(tx, addressCodeMail(address, otp, provider), clock.now());
  });
  const message = `We sent a code to ${address}. Please enter it.`;
  throw new HttpError(422, message, { errors: { otp: [message] }, retryAfter: OTP_EVERY_SECONDS });
}

/** Verifies a code without using it up: the sign-in may still need a code of the authenticator app. */
async function verifyCode(
  context: ServerContext,
  identity: VerifiedIdentity,
  { address, otp, networkAddress }: CodeRequest & { readonly otp: string },
): Promise<SocialProof['useCode']> {
  const { db, clock } = context;
  await throttleOtpAttempts(context, address, networkAddress);
  const code = await codeOf(context, identity, { address, otp, networkAddress });
  if ((await verifyOtpCode(db, code, clock.now())) === null) throw invalidCode();
  return async () => {
    if ((await consumeOtpCode(db, resetProofOf(code, undefined), clock.now())) === null) throw invalidCode();
  };
}

/** Returns the id of the user with an identity, or null. */
export async function findIdentityOwner(
  db: Db,
  { provider, subject }: VerifiedIdentity,
): Promise<number | null> {
  const [row] = await db
    .select({ userId: identities.userId })
    .from(identities)
    .where(and(eq(identities.provider, provider), eq(identities.subject, subject)));
  return row?.userId ?? null;
}

/** Returns whether this sign-in solved its captcha within the last 15 minutes and needs another field. */
export async function isPending(
  { db, clock }: ServerContext,
  { provider, subject }: VerifiedIdentity,
): Promise<boolean> {
  const rows = await db
    .select({ beganAt: socialWaiting.beganAt })
    .from(socialWaiting)
    .where(
      and(
        eq(socialWaiting.provider, provider),
        eq(socialWaiting.subject, subject),
        gt(socialWaiting.beganAt, new Date(clock.now() - pendingMs)),
      ),
    );
  return rows.length > 0;
}

/** Stores that the sign-in is pending if `error` requests a field. The time runs from the first error. */
export async function storePending(
  { db, clock }: ServerContext,
  { provider, subject }: VerifiedIdentity,
  error: unknown,
): Promise<void> {
  if (!(error instanceof HttpError) || !requestable.some((field) => error.errors?.[field] !== undefined))
    return;
  const now = clock.now();
  await db.delete(socialWaiting).where(lt(socialWaiting.beganAt, new Date(now - pendingMs)));
  await db
    .insert(socialWaiting)
    .values({ provider, subject, beganAt: new Date(now) })
    .onConflictDoNothing();
}
