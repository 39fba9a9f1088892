// Completes a social sign-in that lacks a confirmed e-mail address: with an address that a code confirms, or with the
// password of the account that has the address.
import type { SocialLoginBody } from '@openbell/core/contract';
import { and, eq, gt, lt } from 'drizzle-orm';
import type { ServerContext } from '../context.ts';
import { identities, socialWaiting } from '../db/schema/identities.ts';
import { fieldError, HttpError } from '../http/http-error.ts';
import { queueMail } from '../mail/outbox.ts';
import type { VerifiedIdentity } from '../providers/identity/identity.types.ts';
import { OTP_EVERY_SECONDS } from '../security/limits.ts';
import { checkPassword } from './check-password.ts';
import { consumeOtpCode, newOtp, otpCodeOf, resetProofOf, storeOtpCode, verifyOtpCode } from './otp-codes.ts';
import { throttleOtpCodes, throttleOtpTries } from './otp-throttle.ts';
import { addressCodeMail } from './social-mails.ts';

/** Time to complete a sign-in without solving a new challenge. */
const waitMs = 15 * 60_000;
/** The fields that a 422 may ask for. */
const asked = ['address', 'otp', 'password'] as const;

type Addition = Pick<SocialLoginBody, (typeof asked)[number]>;

export interface SocialProof {
  readonly identity: VerifiedIdentity;
  /** The account whose password was given; null without one. */
  readonly ownerId: number | null;
}

/** Returns whether the sign-in contains a field that was asked for. */
export function addsSomething(body: Addition): boolean {
  return asked.some((field) => body[field] !== undefined);
}

/**
 * Checks the fields that the person added, where they are needed. An address that a code confirms counts as confirmed by
 * the provider. Throws 422 with `errors.otp` when a code was sent (with `retry_after`) or is wrong, `errors.password` for
 * a wrong password, and 429.
 */
export async function takeSocialProof(
  context: ServerContext,
  identity: VerifiedIdentity,
  { address, otp, password, networkAddress }: Addition & { readonly networkAddress: string },
): Promise<SocialProof> {
  const proven = { identity, ownerId: null };
  if (identity.emailVerified || (await isKnown(context, identity))) return proven;
  if (address !== undefined) {
    if (otp === undefined) await sendCode(context, identity, { address, networkAddress });
    else await takeCode(context, identity, { address, otp, networkAddress });
    return { identity: { ...identity, email: address, emailVerified: true }, ownerId: null };
  }
  if (identity.email === null || password === undefined) return proven;
  const owner = await checkPassword(context, identity.email, password).catch((error: unknown) => {
    if (error instanceof HttpError && error.status === 422) {
      throw fieldError('password', 'This password is wrong.');
    }
    throw error;
  });
  return { identity, ownerId: owner.id };
}

/** Returns the code of this address and this social account together. */
async function codeOf(
  context: ServerContext,
  { provider, subject }: VerifiedIdentity,
  { address, otp }: { readonly address: string; readonly otp: string },
) {
  return otpCodeOf(await context.installationKey('otp'), `${provider}:${subject}:${address}`, otp);
}

interface CodeRequest {
  readonly address: string;
  readonly networkAddress: string;
}

/** Mails a code to the address, whether it has an account or not, and throws 422 to ask for it. */
async function sendCode(
  context: ServerContext,
  identity: VerifiedIdentity,
  { address, networkAddress }: CodeRequest,
): Promise<never> {
  const { db, clock } = context;
  await throttleOtpCodes(context, address, networkAddress);
  const otp = newOtp();
  const code = await codeOf(context, identity, { address, otp });
  await db.transaction(async (tx) => {
    await storeOtpCode(tx, code, { userId: null, now: clock.now() });
    await queueMail(tx, addressCodeMail(address, otp, identity.provider), clock.now());
  });
  const message = `We have sent a code to ${address}. Please enter it.`;
  throw new HttpError(422, message, { errors: { otp: [message] }, retryAfter: OTP_EVERY_SECONDS });
}

async function takeCode(
  context: ServerContext,
  identity: VerifiedIdentity,
  { address, otp, networkAddress }: CodeRequest & { readonly otp: string },
): Promise<void> {
  const { db, clock } = context;
  await throttleOtpTries(context, address, networkAddress);
  const code = await codeOf(context, identity, { address, otp });
  const now = clock.now();
  const right =
    (await verifyOtpCode(db, code, now)) !== null &&
    (await consumeOtpCode(db, resetProofOf(code, undefined), now)) !== null;
  if (!right) {
    throw fieldError('otp', 'This code is wrong or no longer valid. Check it, or ask for a new one.');
  }
}

async function isKnown({ db }: ServerContext, { provider, subject }: VerifiedIdentity): Promise<boolean> {
  const rows = await db
    .select({ id: identities.id })
    .from(identities)
    .where(and(eq(identities.provider, provider), eq(identities.subject, subject)));
  return rows.length > 0;
}

/** Returns whether this sign-in solved its challenge recently and was asked for a field. */
export async function isWaiting(
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
        gt(socialWaiting.beganAt, new Date(clock.now() - waitMs)),
      ),
    );
  return rows.length > 0;
}

/** Stores that the sign-in waits if `refusal` asks for a field. The time runs from the first refusal. */
export async function noteWaiting(
  { db, clock }: ServerContext,
  { provider, subject }: VerifiedIdentity,
  refusal: unknown,
): Promise<void> {
  if (!(refusal instanceof HttpError) || !asked.some((field) => refusal.errors?.[field] !== undefined))
    return;
  const now = clock.now();
  await db.delete(socialWaiting).where(lt(socialWaiting.beganAt, new Date(now - waitMs)));
  await db
    .insert(socialWaiting)
    .values({ provider, subject, beganAt: new Date(now) })
    .onConflictDoNothing();
}
